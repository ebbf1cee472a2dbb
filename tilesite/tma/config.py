"""From values of any origin (flags, JSON, a page) to a Request, or to one InputError with what was wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from tilesite.errors import Fault, InputError, shown
from tilesite.fields import one_of, read_fields
from tilesite.language import Message
from tilesite.tma import enums, texts
from tilesite.tma.enums import DataType
from tilesite.tma.fields import FIELDS, PIXEL_KEYS, RAW_KEYS, SHAPED_KEYS, WHOLE_EXAMPLE
from tilesite.tma.types import CALLS, FASTEST_FIRST, IM2COL, LOAD, RAW, ROW_MAJOR, STORE, TILED, PixelBox, Request

MOST_DIMENSIONS = 32
"""Dimensions that a list may have: a bound of the input. The driver's own limit is a rule."""

_CORNER_RANKS = (3, 4, 5)
_ORDERS = {enums.spelled(order): order for order in (ROW_MAJOR, FASTEST_FIRST)}
_APIS = {TILED: TILED, IM2COL: IM2COL, **{enums.spelled(call): api for api, call in CALLS.items()}}
_DIRECTIONS = {"both": None, LOAD: LOAD, STORE: STORE}

NAMES: dict[str, tuple[str, ...]] = {
    "api": tuple(CALLS),
    "dtype": enums.DTYPES_SHOWN,
    "order": (ROW_MAJOR, FASTEST_FIRST),
    "interleave": enums.INTERLEAVE.names,
    "swizzle": enums.SWIZZLE.names,
    "l2_promotion": ("NONE", "64B", "128B", "256B"),
    "oob_fill": ("NONE", "NAN"),
    "direction": tuple(_DIRECTIONS),
}
"""The names that the keys of a descriptor may have, one spelling of each."""

_Found = TypeVar("_Found")
_Keys = Mapping[str, object]
_Ints = tuple[int, ...]


class _Tensor(NamedTuple):
    """The lists of a request, fastest dimension first."""

    form: str
    global_dim: _Ints
    stride_bits: _Ints
    inner_stride: int
    box: _Ints | None


def read_request(values: object) -> Request:
    """The request that a mapping of the keys in ``FIELDS`` describes. Raises InputError.

    Shaped keys (shape, strides, box) or raw driver parameters (global_dim, global_strides_bytes, box_dim) may
    be given, not both.
    """
    keys = read_fields(FIELDS, values, WHOLE_EXAMPLE)
    given = {key for key, value in cast("_Keys", values).items() if value is not None}
    api = named(keys, "api", _APIS, NAMES["api"])
    dtype = named(keys, "dtype", enums.DTYPE_NAMES, NAMES["dtype"])
    _refuse_mixture(given, api)
    tensor = _raw_tensor(keys, api) if given.intersection(RAW_KEYS) else _shaped_tensor(keys, api, dtype)
    rank = len(tensor.global_dim)
    device = cast("str | None", keys["device"])
    return Request(
        api=api,
        dtype=dtype,
        dtype_label=_label(cast("str", keys["dtype"]), dtype),
        form=tensor.form,
        global_dim=tensor.global_dim,
        stride_bits=tensor.stride_bits,
        inner_stride=tensor.inner_stride,
        box=tensor.box,
        pixel_box=_pixel_box(keys, rank) if api == IM2COL else None,
        element_strides=_list(keys, "element_strides", rank, tensor.form) or (1,) * rank,
        interleave=named(keys, "interleave", enums.INTERLEAVE_NAMES, NAMES["interleave"]),
        swizzle=named(keys, "swizzle", enums.SWIZZLE_NAMES, NAMES["swizzle"]),
        l2_promotion=named(keys, "l2_promotion", enums.L2_PROMOTION_NAMES, NAMES["l2_promotion"]),
        oob_fill=named(keys, "oob_fill", enums.OOB_FILL_NAMES, NAMES["oob_fill"]),
        address=cast("int | None", keys["address"]),
        map_address=cast("int | None", keys["map_address"]),
        direction=named(keys, "direction", _DIRECTIONS, NAMES["direction"]),
        device=device and device.strip(),
        capability=_capability(device),
    )


def named(
    keys: _Keys, key: str, table: Mapping[str, _Found], names: Sequence[str], example: str | None = None
) -> _Found:
    """What ``table`` has under the name that a key holds, in any spelling. Raises InputError, which lists ``names``."""
    name = cast("str", keys[key])
    try:
        return table[name if name in table else enums.spelled(name)]
    except KeyError:
        raise one_of(key, names, name, example or _EXAMPLES[key]) from None


def _label(name: str, dtype: DataType) -> str:
    spelling = enums.spelled(name)
    return dtype.short if spelling.isdigit() or spelling.startswith("cu_") else spelling


def _capability(device: str | None) -> tuple[int, int] | None:
    if device is None:
        return None
    from tilesite.tma.devices import capability

    return capability(device)


def _refuse_mixture(given: set[str], api: str) -> None:
    raw = [key for key in RAW_KEYS if key in given]
    shaped = [key for key in SHAPED_KEYS if key in given]
    if raw and shaped:
        expected = texts.EITHER_KEYS.with_values(shaped=", ".join(SHAPED_KEYS), raw=", ".join(RAW_KEYS))
        got = texts.BOTH_KEYS.with_values(shaped=shaped[0], raw=raw[0])
        raise InputError(Fault(raw[0], expected, got, WHOLE_EXAMPLE))
    strangers = PIXEL_KEYS if api == TILED else ("box", "box_dim")
    for key in strangers:
        if key in given:
            other = IM2COL if api == TILED else TILED
            expected = texts.KEY_OF_OTHER_API.with_values(api=api, other=other)
            raise InputError(Fault(key, expected, Message(texts.A_VALUE_GIVEN), other, "api"))


def _shaped_tensor(keys: _Keys, api: str, dtype: DataType) -> _Tensor:
    form = named(keys, "order", _ORDERS, NAMES["order"])
    shape = _dimensions(keys, "shape", form)
    strides = _list(keys, "strides", len(shape), form)
    if strides is None:
        strides = _packed(shape)
    box = _required_list(keys, "box", len(shape), form) if api == TILED else None
    bits = tuple(stride * dtype.bits for stride in strides[1:])
    return _Tensor(form, shape, bits, strides[0] if strides else 1, box)


def _raw_tensor(keys: _Keys, api: str) -> _Tensor:
    shape = _dimensions(keys, "global_dim", RAW)
    outer = max(len(shape) - 1, 0)
    strides = _required_list(keys, "global_strides_bytes", outer, RAW) if outer else ()
    if not outer:
        _list(keys, "global_strides_bytes", 0, RAW)
    box = _required_list(keys, "box_dim", len(shape), RAW) if api == TILED else None
    return _Tensor(RAW, shape, tuple(stride * 8 for stride in strides), 1, box)


def _packed(shape: _Ints) -> _Ints:
    strides = [1]
    for extent in shape[:-1]:
        strides.append(strides[-1] * extent)
    return tuple(strides[: len(shape)])


def _dimensions(keys: _Keys, key: str, form: str) -> _Ints:
    numbers = cast("_Ints | None", keys[key])
    if numbers is None:
        raise _missing(key)
    if len(numbers) > MOST_DIMENSIONS:
        expected = texts.AT_MOST_NUMBERS.with_values(count=MOST_DIMENSIONS)
        raise InputError(Fault(key, expected, _count(numbers), _EXAMPLES[key], key))
    return numbers[::-1] if form == ROW_MAJOR else numbers


def _required_list(keys: _Keys, key: str, length: int, form: str) -> _Ints:
    numbers = _list(keys, key, length, form)
    if numbers is None:
        raise _missing(key)
    return numbers


def _list(keys: _Keys, key: str, length: int, form: str) -> _Ints | None:
    """A list fastest first, or None when it is absent. Raises InputError when its length is not ``length``."""
    numbers = cast("_Ints | None", keys[key])
    if numbers is None:
        return None
    if len(numbers) != length:
        expected = texts.EXACTLY_NUMBERS.with_values(count=length)
        raise InputError(Fault(key, expected, _count(numbers), ",".join(["1"] * length) or "[]", key))
    return numbers[::-1] if form == ROW_MAJOR else numbers


def _pixel_box(keys: _Keys, rank: int) -> PixelBox:
    """The im2col box. Corners are only read where a rank has any; another rank is a rule's matter."""
    for key in ("channels_per_pixel", "pixels_per_column"):
        if keys[key] is None:
            raise _missing(key)
    lower: _Ints | None = cast("_Ints | None", keys["pixel_box_lower_corner"])
    upper: _Ints | None = cast("_Ints | None", keys["pixel_box_upper_corner"])
    if rank in _CORNER_RANKS:
        lower = _required_list(keys, "pixel_box_lower_corner", rank - 2, RAW)
        upper = _required_list(keys, "pixel_box_upper_corner", rank - 2, RAW)
    return PixelBox(
        lower or (), upper or (), cast("int", keys["channels_per_pixel"]), cast("int", keys["pixels_per_column"])
    )


def _missing(key: str) -> InputError:
    return InputError(Fault(key, Message(texts.A_VALUE), shown(None), _EXAMPLES[key], key))


def _count(numbers: _Ints) -> Message:
    return texts.NUMBERS.with_values(count=len(numbers))


_EXAMPLES = {field.name: field.example for field in FIELDS}
