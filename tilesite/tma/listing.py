"""The listing that tma-descriptor prints without a config: the book's samples, encoded and checked on the spot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tilesite.findings import FAIL, failed_rules
from tilesite.tma import enums, texts
from tilesite.tma.encode import encode
from tilesite.tma.render import argument_lines, headline, stride_lines
from tilesite.tma.types import Descriptor, Encoding


class Sample(NamedTuple):
    """One sample of the book: its name, its config, and the rules that must fail, none for a legal one."""

    label: str
    config: Mapping[str, object]
    fails: tuple[str, ...] = ()


# The book prints the box of its legal sample as it was given, which is fastest first; "last dim 30" is row-major.
SAMPLES: tuple[Sample, ...] = (
    Sample(
        "2D K-major f16 tile",
        {"dtype": "f16", "shape": (4096, 4096), "box": (128, 64), "order": "fastest-first"},
    ),
    Sample(
        "box last dim 30",
        {"dtype": "f16", "shape": (4096, 4096), "box": (64, 30)},
        ("INNER_BOX_NOT_16",),
    ),
    Sample(
        "stride-2 innermost",
        {"dtype": "f16", "shape": (4096, 4096), "strides": (8192, 2), "box": (128, 64)},
        ("INNER_STRIDE_NOT_1",),
    ),
    Sample(
        "stride 12 elements (24 B)",
        {"dtype": "f16", "shape": (64, 8), "strides": (12, 1), "box": (64, 8)},
        ("STRIDE_NOT_16",),
    ),
    Sample(
        "box dim 512 > 256",
        {"dtype": "f16", "shape": (4096, 4096), "box": (512, 64)},
        ("BOX_GT_256",),
    ),
)

LISTING_CITES = (
    "tilelang-encode-call",
    "tilelang-enum-cast",
    "tilelang-byte-stride",
    "tilelang-check-bulk-load",
    "tilelang-check-global-strides",
    "tilelang-box-limit",
    "tilelang-shared-layout",
    "tilelang-coordinates",
    "tilelang-bulk-1d",
)
"""The facts that the listing and the chapter around it rest on."""


class Listing(NamedTuple):
    """The encoded samples. ``wrong`` are the labels of those that did not come out as the book has them."""

    encodings: tuple[Encoding, ...]
    wrong: tuple[str, ...]


def run_samples() -> Listing:
    """Encodes every sample and compares what failed with what must fail."""
    encodings = tuple(encode(sample.config) for sample in SAMPLES)
    pairs = zip(SAMPLES, encodings)
    wrong = tuple(sample.label for sample, encoding in pairs if failed_rules(encoding.findings) != sample.fails)
    return Listing(encodings, wrong)


def listing_text(listing: Listing, lang: str) -> str:
    """The listing, whole."""
    lines: list[str] = []
    for sample, encoding in zip(SAMPLES, listing.encodings):
        lines += _accepted(sample, encoding, lang) if encoding.ok else _rejected(sample, encoding, lang)
    if listing.wrong:
        lines.append(texts.SELF_CHECK_FAILED.with_values(labels=", ".join(listing.wrong)).say(lang))
    else:
        lines.append(texts.SELF_CHECK_OK)
    return "\n".join(lines) + "\n"


def _accepted(sample: Sample, encoding: Encoding, lang: str) -> Iterator[str]:
    yield headline(encoding, sample.label)
    yield from argument_lines(encoding.descriptor, lang)
    yield from _book_call(encoding.descriptor, sample.label.replace(" ", "_").replace("-", "_") + "_tmap")
    yield from stride_lines(encoding, lang)
    yield ""


def _rejected(sample: Sample, encoding: Encoding, lang: str) -> Iterator[str]:
    for finding in encoding.findings:
        if finding.severity == FAIL:
            yield f"[rejected] {sample.label}: {finding.message.say(lang)}"


def _book_call(descriptor: Descriptor, variable: str) -> Iterator[str]:
    """The call as the book writes it, with bare lists as arguments: readable, and no valid C."""
    yield f"  CUtensorMap {variable};"
    yield (
        f"  CUresult result = cuTensorMapEncodeTiled(&{variable}, "
        f"/*dtype=*/{descriptor.dtype_name}, /*rank=*/{descriptor.rank},"
    )
    dims, strides = _braced(descriptor.global_dim), _braced(descriptor.global_strides_bytes)
    yield f"      /*gaddr=*/A, /*gdim=*/{dims}, /*gstride=*/{strides},"
    yield f"      /*box=*/{_braced(descriptor.box_dim or ())}, /*estride=*/{_braced(descriptor.element_strides)},"
    interleave = enums.INTERLEAVE.names[descriptor.interleave]
    yield f"      /*interleave=*/{interleave}, /*swizzle=*/{enums.SWIZZLE.names[descriptor.swizzle]},"
    l2_promotion = enums.L2_PROMOTION.names[descriptor.l2_promotion]
    yield f"      /*l2=*/{l2_promotion}, /*oob=*/{enums.OOB_FILL.names[descriptor.oob_fill]});"


def _braced(numbers: tuple[int, ...]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"
