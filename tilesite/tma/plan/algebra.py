"""Layouts as flat lists of modes, and the operations on them that a plan needs (CuTe's, on static shapes).

A mode is an extent and a stride; the first mode is the fastest. A stride into a space with several axes has
an axis number, a stride into plain memory has none. As a function a layout takes an index apart by the extents
and adds up digit times stride; the last digit is not reduced, so a layout goes on past its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilesite.tma.plan.refusal import check


class Mode(NamedTuple):
    """``extent`` steps of ``stride``, along ``axis`` where the target space has axes."""

    extent: int
    stride: int
    axis: int | None = None


Modes = tuple[Mode, ...]

UNIT: Modes = (Mode(1, 0),)
"""The layout of one element."""


def size(modes: Sequence[Mode]) -> int:
    """The number of indices: the product of the extents."""
    product = 1
    for mode in modes:
        product *= mode.extent
    return product


def column_major(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of an array whose first axis is the fastest."""
    strides = []
    step = 1
    for extent in shape:
        strides.append(step)
        step *= extent
    return tuple(strides)


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of an array whose last axis is the fastest."""
    return column_major(shape[::-1])[::-1]


def digits(index: int, modes: Sequence[Mode]) -> tuple[int, ...]:
    """The index in the mixed radix of the extents, the last digit unreduced."""
    found = []
    for mode in modes[:-1]:
        index, digit = divmod(index, mode.extent)
        found.append(digit)
    return (*found, index)


def offset(index: int, modes: Sequence[Mode]) -> int:
    """The layout as a function into plain memory."""
    return sum(digit * mode.stride for digit, mode in zip(digits(index, modes), modes))


def coordinates(index: int, modes: Sequence[Mode], axes: int) -> list[int]:
    """The layout as a function into a space with so many axes."""
    found = [0] * axes
    for digit, mode in zip(digits(index, modes), modes):
        if mode.axis is not None:
            found[mode.axis] += digit * mode.stride
    return found


def coalesce(modes: Sequence[Mode], cap: int | None = None) -> Modes:
    """The same function with as few modes as merging neighbours gives, none merged beyond ``cap``.

    It runs from the slowest mode to the fastest, so under a cap the slow modes are filled first.
    """
    return _merged(modes, modes[-1], cap)


def compose(left: Sequence[Mode], right: Sequence[Mode]) -> Modes:
    """``left`` after ``right``, whose strides are plain. Refuses extents that do not divide each other."""
    left = _extended(left)
    return tuple(mode for part in right for mode in _composed(left, part))


def right_inverse(modes: Sequence[Mode]) -> Modes:
    """The longest layout ``r`` with ``modes(r(i)) == i``: the modes whose strides continue each other from 1.

    Refuses a negative stride.
    """
    merged = coalesce(modes)
    before = column_major([mode.extent for mode in merged])
    found = []
    current = 1
    for place in sorted(range(len(merged)), key=lambda k: merged[k].stride):
        extent, stride, _ = merged[place]
        check(stride >= 0, "(st >= 0) is false: RightInverse requires non-negative strides, got {}", stride)
        if stride == current:
            found.append(Mode(extent, before[place]))
            current = extent * stride
    return coalesce(found) if found else UNIT


def _merged(modes: Sequence[Mode], front: Mode, cap: int | None) -> Modes:
    emitted: list[Mode] = []
    for mode in reversed(modes[:-1]):
        if mode.extent == 1:
            continue
        joins = mode.axis == front.axis and mode.extent * mode.stride == front.stride
        if front.extent == 1:
            front = mode
        elif joins and (cap is None or mode.extent * front.extent <= cap):
            front = Mode(mode.extent * front.extent, mode.stride, mode.axis)
        else:
            emitted.append(front)
            front = mode
    emitted.append(front)
    if len(emitted) == 1 and front.extent == 1:
        return UNIT
    return tuple(reversed(emitted))


def _extended(modes: Sequence[Mode]) -> Modes:
    """Coalesced, but a last mode of one element keeps its stride for the indices past the size."""
    last = modes[-1]
    return _merged(modes, last._replace(extent=2) if last.extent == 1 else last, None)


def _composed(left: Modes, part: Mode) -> list[Mode]:
    if part.stride == 0:
        return [Mode(part.extent, 0)]
    emitted = []
    extent, stride = part.extent, part.stride
    for mode in left[:-1]:
        check(
            stride % mode.extent == 0 or stride < mode.extent,
            "(rest_stride % curr_shape == 0 || rest_stride < curr_shape) is false: "
            "Composition stride divisibility: rest_stride={}, curr_shape={}",
            stride,
            mode.extent,
        )
        here = -(-mode.extent // stride)
        after = -(-stride // mode.extent)
        if here > 1 and extent > 1:
            step = min(here, extent)
            check(
                extent % step == 0,
                "(rest_shape % new_shape == 0) is false: Composition shape divisibility: rest_shape={}, new_shape={}",
                extent,
                step,
            )
            emitted.append(Mode(step, stride * mode.stride, mode.axis))
            extent //= step
        stride = after
    last = left[-1]
    if not emitted or extent != 1:
        emitted.append(Mode(extent, stride * last.stride, last.axis))
    return emitted
