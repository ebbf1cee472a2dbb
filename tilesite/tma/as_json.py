"""An encoding as the object that --json and --batch print."""

from __future__ import annotations

from tilesite.findings import Finding
from tilesite.tma import enums
from tilesite.tma.suggestions import Suggestion, suggest
from tilesite.tma.types import Descriptor, Encoding

SCHEMA = 1


def encoding_json(encoding: Encoding, lang: str) -> dict[str, object]:
    """``schema``, ``ok``, ``descriptor``, ``findings`` and ``suggestions``; messages in ``lang``."""
    return {
        "schema": SCHEMA,
        "ok": encoding.ok,
        "descriptor": descriptor_json(encoding.descriptor),
        "findings": [finding_json(finding, lang) for finding in encoding.findings],
        "suggestions": [suggestion_json(each, lang) for each in suggest(encoding.request, encoding.findings)],
    }


def descriptor_json(descriptor: Descriptor) -> dict[str, object]:
    """The arguments of the call: integers as cuda.h has them, names beside them; null what the call has not."""
    pixel_box = descriptor.pixel_box
    return {
        "api": descriptor.api,
        "dtype_enum": descriptor.dtype_enum,
        "dtype_name": descriptor.dtype_name,
        "rank": descriptor.rank,
        "global_dim": list(descriptor.global_dim),
        "global_strides_bytes": list(descriptor.global_strides_bytes),
        "box_dim": None if descriptor.box_dim is None else list(descriptor.box_dim),
        "pixel_box_lower_corner": list(pixel_box.lower) if pixel_box else None,
        "pixel_box_upper_corner": list(pixel_box.upper) if pixel_box else None,
        "channels_per_pixel": pixel_box.channels if pixel_box else None,
        "pixels_per_column": pixel_box.pixels if pixel_box else None,
        "element_strides": list(descriptor.element_strides),
        "interleave": descriptor.interleave,
        "interleave_name": enums.INTERLEAVE.names[descriptor.interleave],
        "swizzle": descriptor.swizzle,
        "swizzle_name": enums.SWIZZLE.names[descriptor.swizzle],
        "l2_promotion": descriptor.l2_promotion,
        "l2_promotion_name": enums.L2_PROMOTION.names[descriptor.l2_promotion],
        "oob_fill": descriptor.oob_fill,
        "oob_fill_name": enums.OOB_FILL.names[descriptor.oob_fill],
    }


def finding_json(finding: Finding, lang: str) -> dict[str, object]:
    """One finding with the keys of the contract."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "imposed_by": finding.imposed_by,
        "message": finding.message.say(lang),
        "actual": finding.actual,
        "limit": finding.limit,
        "unit": finding.unit,
        "cites": list(finding.cites),
    }


def suggestion_json(suggestion: Suggestion, lang: str) -> dict[str, object]:
    """One suggestion: the rule it is for, the words, and the config keys to change, null where words are all."""
    change = None if suggestion.change is None else dict(suggestion.change)
    return {"rule": suggestion.rule, "message": suggestion.message.say(lang), "change": change}
