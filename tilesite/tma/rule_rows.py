"""The rules as rows: id, severity, who imposes it, what it says, and the facts it rests on for each call.

Where one id has two severities or two reasons, it has two rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilesite.findings import FAIL, INFO, WARN, Finding
from tilesite.language import Text
from tilesite.tma import rule_texts as texts
from tilesite.tma.types import IM2COL

DRIVER = "driver"
OBSERVED = "observed"
LIBRARY = "library"


class Rule(NamedTuple):
    """One row. ``tiled`` and ``im2col`` are the facts that a finding of that call cites."""

    id: str
    severity: str
    imposed_by: str
    text: Text
    tiled: tuple[str, ...]
    im2col: tuple[str, ...]

    def found(
        self, api: str, values: Mapping[str, object], numbers: tuple[object, object, str] | None = None
    ) -> Finding:
        """The finding of this rule. ``numbers`` are actual, limit and unit where the rule compares numbers."""
        actual, limit, unit = numbers or (None, None, None)
        cites = self.im2col if api == IM2COL else self.tiled
        message = self.text.with_values(**values)
        return Finding(self.id, self.severity, message, actual, limit, unit, cites, self.imposed_by)


def _header(id_: str, text: Text, *keys: str) -> Rule:
    """A failure that cuda.h documents for both calls, under the keys ``tiled-…`` and ``im2col-…``."""
    tiled = tuple(f"tiled-{key}" for key in keys)
    return Rule(id_, FAIL, DRIVER, text, tiled, tuple(f"im2col-{key}" for key in keys))


def _tiled(id_: str, text: Text, *keys: str) -> Rule:
    return Rule(id_, FAIL, DRIVER, text, keys, ())


def _im2col(id_: str, text: Text, *keys: str) -> Rule:
    return Rule(id_, FAIL, DRIVER, text, (), keys)


def _same(id_: str, severity: str, imposed_by: str, text: Text, *keys: str) -> Rule:
    return Rule(id_, severity, imposed_by, text, keys, keys)


NO_TMA_ON_DEVICE = _header("NO_TMA_ON_DEVICE", texts.NO_TMA_ON_DEVICE, "device")
NO_DTYPE = _same("NO_DTYPE", FAIL, DRIVER, texts.NO_DTYPE, "tensor-map-dtypes", "tilelang-dtypes")
DTYPE_NEEDS_CC10 = _same("DTYPE_NEEDS_CC10", FAIL, LIBRARY, texts.DTYPE_NEEDS_CC10, "cccl-compute-capability-9")
DTYPE_NEEDS_CC10_ALIGN16B = _same(
    "DTYPE_NEEDS_CC10", FAIL, LIBRARY, texts.DTYPE_NEEDS_CC10_ALIGN16B, "align16b-capability"
)

MAP_NOT_64 = _header("MAP_NOT_64", texts.MAP_NOT_64, "map-64")
ADDR_NULL = _same("ADDR_NULL", FAIL, OBSERVED, texts.ADDR_NULL, "report-null-address", "cccl-null-address")
ADDR_NOT_16 = _header("ADDR_NOT_16", texts.ADDR_NOT_16, "address-16")
ADDR_NOT_32_INTERLEAVE = _header("ADDR_NOT_32", texts.ADDR_NOT_32, "address-32-interleave")
ADDR_NOT_32_PACKED = _header("ADDR_NOT_32", texts.ADDR_NOT_32, "address-32-packed")

RANK_ZERO = _tiled("RANK_ZERO", texts.RANK_ZERO, "tiled-rank")
RANK_GT_5 = _tiled("RANK_GT_5", texts.RANK_GT_5, "tiled-rank")
RANK_LT_3_INTERLEAVED = _tiled("RANK_LT_3_INTERLEAVED", texts.RANK_LT_3_INTERLEAVED, "tiled-rank-interleaved")
IM2COL_RANK = _im2col("IM2COL_RANK", texts.IM2COL_RANK, "im2col-rank")

DIM_ZERO = _header("DIM_ZERO", texts.DIM_ZERO, "dim-range")
DIM_GT_2_32 = _header("DIM_GT_2_32", texts.DIM_GT_2_32, "dim-range")
DIM_NOT_128 = _header("DIM_NOT_128", texts.DIM_NOT_128, "dim-128")
DIM_ODD = _header("DIM_ODD", texts.DIM_ODD, "dim-even")

INNER_STRIDE_NOT_1 = _same(
    "INNER_STRIDE_NOT_1",
    FAIL,
    LIBRARY,
    texts.INNER_STRIDE_NOT_1,
    "tilelang-inner-stride",
    "tilelang-check-global-strides",
    "tilelang-encode-call",
)
STRIDE_NOT_16 = _header("STRIDE_NOT_16", texts.STRIDE_NOT_16, "stride-16")
STRIDE_NOT_16_SIZE_1 = _same(
    "STRIDE_NOT_16", WARN, OBSERVED, texts.STRIDE_NOT_16_SIZE_1, "report-size-1-stride", "tiled-stride-16"
)._replace(im2col=("report-size-1-stride", "im2col-stride-16"))
STRIDE_NOT_32_INTERLEAVE = _header("STRIDE_NOT_32", texts.STRIDE_NOT_32, "stride-32-interleave")
STRIDE_NOT_32_PACKED = _header("STRIDE_NOT_32", texts.STRIDE_NOT_32, "stride-32-packed")
STRIDE_GE_2_40 = _header("STRIDE_GE_2_40", texts.STRIDE_GE_2_40, "stride-below-2-40")
STRIDE_ZERO = _same("STRIDE_ZERO", WARN, LIBRARY, texts.STRIDE_ZERO, "tilelang-stride-zero")
STRIDE_LT_EXTENT = _same(
    "STRIDE_LT_EXTENT", WARN, LIBRARY, texts.STRIDE_LT_EXTENT, "cccl-stride-product", "tiled-stride-sample"
)._replace(im2col=("cccl-stride-product", "im2col-stride-sample"))
STORE_OVERRUN_16 = _same("STORE_OVERRUN_16", WARN, OBSERVED, texts.STORE_OVERRUN_16, "report-store-overrun")

BOX_ZERO = _tiled("BOX_ZERO", texts.BOX_ZERO, "tiled-box-range")
BOX_GT_256 = _tiled("BOX_GT_256", texts.BOX_GT_256, "tiled-box-range", "tilelang-box-limit")
BOX_GT_DIM = _same("BOX_GT_DIM", WARN, LIBRARY, texts.BOX_GT_DIM, "cccl-box-in-tensor")
BOX_NOT_128 = _tiled("BOX_NOT_128", texts.BOX_NOT_128, "tiled-box-128")
INNER_BOX_NOT_16 = _tiled("INNER_BOX_NOT_16", texts.INNER_BOX_NOT_16, "tiled-inner-box-16", "tilelang-check-bulk-load")
IM2COL_CORNER = _im2col("IM2COL_CORNER", texts.IM2COL_CORNER, "im2col-corner-range")
IM2COL_AREA = _im2col("IM2COL_CORNER", texts.IM2COL_AREA, "im2col-box-area", "ptx-im2col-box")
IM2COL_CHANNELS = _im2col("IM2COL_CHANNELS", texts.IM2COL_CHANNELS, "im2col-channels-256")
IM2COL_CHANNELS_128 = _im2col("IM2COL_CHANNELS", texts.IM2COL_CHANNELS_128, "im2col-channels-128")
IM2COL_CHANNELS_ZERO = _same("IM2COL_CHANNELS", FAIL, LIBRARY, texts.IM2COL_CHANNELS_ZERO, "tilelang-im2col-positive")
IM2COL_PIXELS = _im2col("IM2COL_PIXELS", texts.IM2COL_PIXELS, "im2col-pixels-1024")
IM2COL_PIXELS_ZERO = _same("IM2COL_PIXELS", FAIL, LIBRARY, texts.IM2COL_PIXELS_ZERO, "tilelang-im2col-positive")
ESTRIDE_RANGE = _header("ESTRIDE_RANGE", texts.ESTRIDE_RANGE, "element-stride-range")
ESTRIDE_IGNORED = Rule(
    "ESTRIDE_RANGE",
    WARN,
    DRIVER,
    texts.ESTRIDE_IGNORED,
    ("tiled-element-stride-0", "ptx-traversal-stride-0"),
    ("im2col-element-stride-0", "ptx-traversal-stride-0"),
)

INTERLEAVE_DTYPE = _header("INTERLEAVE_DTYPE", texts.INTERLEAVE_DTYPE, "16u6-interleave")
SWIZZLE_SPAN = _header("SWIZZLE_SPAN", texts.SWIZZLE_SPAN, "swizzle-span")
SWIZZLE_INTERLEAVE = _header("SWIZZLE_INTERLEAVE", texts.SWIZZLE_INTERLEAVE, "swizzle-interleave-32")
SWIZZLE_DTYPE_16U6 = _header("SWIZZLE_DTYPE", texts.SWIZZLE_DTYPE, "16u6-swizzles")
SWIZZLE_DTYPE_16U4 = _header("SWIZZLE_DTYPE", texts.SWIZZLE_DTYPE, "16u4-swizzles")
SWIZZLE_DIRECTION_16U6 = _header("SWIZZLE_DIRECTION", texts.SWIZZLE_DIRECTION, "16u6-swizzles")
SWIZZLE_DIRECTION_16U4 = _header("SWIZZLE_DIRECTION", texts.SWIZZLE_DIRECTION, "16u4-swizzles")
SWIZZLE_ONLY_16U6 = SWIZZLE_DIRECTION_16U6._replace(severity=INFO)
SWIZZLE_ONLY_16U4 = SWIZZLE_DIRECTION_16U4._replace(severity=INFO)
SWIZZLE_NEEDS_CC10 = _same(
    "SWIZZLE_NEEDS_CC10", FAIL, LIBRARY, texts.SWIZZLE_NEEDS_CC10, "cccl-compute-capability-9", "tensor-map-swizzles"
)
NAN_FILL_ON_INT = _header("NAN_FILL_ON_INT", texts.NAN_FILL_ON_INT, "nan-fill")
