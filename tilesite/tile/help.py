"""The help page of tile-decision, and its flags."""

from __future__ import annotations

import argparse

from tilesite.errors import flag_name
from tilesite.fields import Field
from tilesite.tile.config import COMMON_FIELDS, FIELDS
from tilesite.tile.space import DEFAULT_SPACE, TOPK

DESCRIPTION = """\
Does a GEMM tile fit on a GPU, and which constraint stops it?

  C0  DRAM traffic   b*M*N*K*(1/block_N + 1/block_M) + b*M*N  (less is better, no limit)
  C1  capacity       stages*(block_M*block_K + block_K*block_N)*bytes <= shared memory per block
  C2  registers      accumulators per thread, in whole units of a warp, <= 255
  C3  shape          block and threads are multiples of the instruction's shape
  C4  parallelism    blocks per SM as NVIDIA's occupancy calculator counts them; waves, last-wave fill

Pure arithmetic: no GPU is needed, nothing is measured, no time is predicted.
Without --diagnose all candidates of a space are judged and the best are printed."""

EPILOG = """\
examples:
  tile-decision --topk 8
      the 8 feasible tiles of least traffic on the default device
  tile-decision --diagnose --block-m 128 --block-n 256 --block-k 64 --stages 3 --threads 256
      one tile, constraint by constraint
  tile-decision --instr mma --device a100 --topk 8
  tile-decision --sm-count 108 --smem-kb 164 --topk 8
      another instruction, another device, a device described by two numbers
  tile-decision --block-m 128 --stages 2,3,4 --rejected
      a sweep over fewer values, with the reason for each candidate that was rejected
  tile-decision --batch tiles.jsonl --strict
      one JSON object of config keys a line, one answer a line

exit codes: 0 done (a tile that does not fit is an answer), 1 with --strict when a tile does not fit,
2 for what cannot be read.

what it does not know: registers of addresses, indices and the pipeline are not counted, so registers are a
lower bound and blocks per SM an upper one. C1 holds the stages of A and B only: epilogue, barriers and
padding add to it, reuse of buffers subtracts. C0 assumes that nothing is reused in L2."""


def add_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of tile-decision beside those of every program."""
    modes = parser.add_argument_group("what to do")
    modes.add_argument("--diagnose", action="store_true", help="check one tile, which needs the five sizes below")
    modes.add_argument("--topk", metavar="K", help=f"print the K best of a sweep (default: {TOPK.default})")
    modes.add_argument("--space", metavar="FILE", help="a JSON object of axes for the sweep (- is stdin)")
    modes.add_argument("--rejected", action="store_true", help="list the rejected candidates too, each with its reason")
    modes.add_argument("--list-devices", action="store_true", help="list the devices")
    sizes = parser.add_argument_group("the tile: one value with --diagnose, values separated by commas in a sweep")
    for field, axis in zip(FIELDS, DEFAULT_SPACE):
        values = ",".join(map(str, axis))
        sizes.add_argument(flag_name(field.name), metavar="V", help=f"{field.help.en} (sweep: {values})")
    shared = parser.add_argument_group("the problem, the instruction and the device")
    for field in COMMON_FIELDS:
        shared.add_argument(flag_name(field.name), metavar="V", help=_help(field))


def _help(field: Field) -> str:
    default = "" if field.default in (None, 0, 1) else f" (default: {field.default})"
    return (field.help.en + default).replace("%", "%%")
