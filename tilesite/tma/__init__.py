"""What is passed to cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, and what is refused."""

from __future__ import annotations

from tilesite.tma.encode import encode
from tilesite.tma.plan import plan

__all__ = ["encode", "plan"]
