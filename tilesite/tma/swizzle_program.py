"""The sub-command ``tma-descriptor swizzle``: a tile's addresses and banks as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from tilesite.console import DONE, Arguments, Streams, add_field_flags, given_fields
from tilesite.errors import Fault, InputError
from tilesite.fields import INT, NAME, Field, read_fields
from tilesite.language import Text
from tilesite.tma import enums, texts
from tilesite.tma.as_json import SCHEMA
from tilesite.tma.command import PROG
from tilesite.tma.config import named
from tilesite.tma.reports import DEFAULT_LANG
from tilesite.tma.swizzle import BANKS, PATTERNS, SWIZZLE_CITES, Tile, element_bits

SUBCOMMAND = "swizzle"
EXAMPLE = f"{PROG} {SUBCOMMAND} --mode 128B --dtype f16"
_CHUNK = 16

SWIZZLE_FIELDS: tuple[Field, ...] = (
    Field(
        "mode",
        NAME,
        Text("the swizzle: none, 32B, 64B, 128B … or 0 to 6", "swizzle 模式：none、32B … 或 0 到 6"),
        "128B",
        "128B",
    ),
    Field("dtype", NAME, Text("element type, as for a descriptor", "元素类型，同描述符"), "f16", "f16"),
    Field("rows", INT, Text("rows of the tile", "tile 的行数"), "8", 8, high=256),
    Field(
        "columns",
        INT,
        Text("elements of a row; the swizzle's span when absent", "每行元素数；缺省为 swizzle 的跨度"),
        "64",
        high=256,
    ),
    Field("row", INT, Text("row of one element to ask about", "只问一个元素时的行号"), "3", low=0, high=255),
    Field("column", INT, Text("column of one element to ask about", "只问一个元素时的列号"), "17", low=0, high=255),
)


class Question(NamedTuple):
    """A tile, and the one element of it that is asked about, None for the whole tile."""

    tile: Tile
    element: tuple[int, int] | None


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command. Raises InputError for what cannot be read."""
    arguments = flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    question = read_question(given_fields(arguments, SWIZZLE_FIELDS))
    if arguments.json:
        from tilesite.batch import encode as dump

        streams.stdout.write(dump(swizzle_json(question)) + "\n")
    else:
        streams.stdout.write(swizzle_text(question, arguments.lang))
    return DONE


def flags() -> Arguments:
    """The flags of the sub-command."""
    parser = Arguments(prog=f"{PROG} {SUBCOMMAND}", example=EXAMPLE, description=texts.SWIZZLE_DESCRIPTION)
    parser.add_argument("--json", action="store_true", help=texts.JSON)
    parser.add_argument("--lang", metavar="LANG", default=DEFAULT_LANG, help=texts.LANG, usual=DEFAULT_LANG)
    add_field_flags(parser, SWIZZLE_FIELDS)
    return parser


def read_question(values: object) -> Question:
    """The question that the keys of SWIZZLE_FIELDS ask. Raises InputError."""
    keys = read_fields(SWIZZLE_FIELDS, values, '{"mode": "128B", "dtype": "f16"}')
    mode = named(keys, "mode", enums.SWIZZLE_NAMES, enums.SWIZZLE.names, "128B")
    dtype = named(keys, "dtype", enums.DTYPE_NAMES, enums.DTYPES_SHOWN, "f16")
    widest = _widest(dtype, enums.SWIZZLE_SPANS[mode] or PATTERNS[mode].repeat)
    columns = cast("int | None", keys["columns"]) or widest
    tile = Tile(mode, dtype, cast("int", keys["rows"]), columns)
    whole = element_bits(dtype, columns) % (_CHUNK * 8) == 0
    if not whole or (mode and columns > widest):
        expected = texts.WHOLE_CHUNKS.with_values(widest=widest if mode else 256, chunk=_CHUNK)
        raise InputError(Fault("columns", expected, str(columns), str(widest), "columns"))
    return Question(tile, _element(tile, cast("int | None", keys["row"]), cast("int | None", keys["column"])))


def _widest(dtype: enums.DataType, span: int) -> int:
    """The most elements whose row fits in ``span`` bytes."""
    return span if dtype.gapped else min(span * 8 // dtype.bits, 256)


def _element(tile: Tile, row: int | None, column: int | None) -> tuple[int, int] | None:
    if row is None and column is None:
        return None
    element = (row or 0, column or 0)
    for key, number, bound in zip(("row", "column"), element, (tile.rows, tile.columns)):
        if number >= bound:
            raise InputError(Fault(key, texts.IN_TILE.with_values(last=bound - 1), str(number), str(bound - 1), key))
    return element


def swizzle_json(question: Question) -> dict[str, object]:
    """The tile, and the addresses and banks of its elements, or of the one that is asked about."""
    tile, element = question
    rows = range(tile.rows) if element is None else range(element[0], element[0] + 1)
    columns = range(tile.columns) if element is None else range(element[1], element[1] + 1)
    return {
        "schema": SCHEMA,
        "mode": tile.mode,
        "mode_name": enums.SWIZZLE.names[tile.mode],
        "dtype": tile.dtype.short,
        "element_bits": tile.dtype.bits,
        "rows": tile.rows,
        "columns": tile.columns,
        "row_bytes": tile.row_bytes,
        "chunk_bytes": PATTERNS[tile.mode].chunk,
        "repeat_bytes": PATTERNS[tile.mode].repeat,
        "element": None if element is None else list(element),
        "addresses": [[tile.address(row, column) for column in columns] for row in rows],
        "banks": [[tile.bank(row, column) for column in columns] for row in rows],
        "cites": list(SWIZZLE_CITES),
    }


def swizzle_text(question: Question, lang: str) -> str:
    """A heading, then one line a row: for each 16 bytes of it, the address and the first bank."""
    tile, element = question
    pattern = PATTERNS[tile.mode]
    heading = texts.SWIZZLE_HEADING.with_values(
        mode=enums.SWIZZLE.names[tile.mode],
        dtype=tile.dtype.short,
        columns=tile.columns,
        bytes=tile.row_bytes,
        chunk=pattern.chunk,
        repeat=pattern.repeat,
    )
    if element is not None:
        values = {"row": element[0], "column": element[1]}
        where = {"address": tile.address(*element), "bank": tile.bank(*element)}
        lines = [texts.SWIZZLE_ELEMENT.with_values(**values, **where).say(lang)]
    else:
        lines = [texts.SWIZZLE_COLUMNS.with_values().say(lang), *_rows(tile)]
    return "\n".join([heading.say(lang), *lines]) + "\n"


def _rows(tile: Tile) -> Iterator[str]:
    per_chunk = 16 if tile.dtype.gapped else max(_CHUNK * 8 // tile.dtype.bits, 1)
    columns = range(0, tile.columns, per_chunk)
    yield "  i\\j " + "".join(f"{column:>10}" for column in columns)
    for row in range(tile.rows):
        cells = (f"{tile.address(row, column)}:{tile.bank(row, column) % BANKS}" for column in columns)
        yield f"{row:>5} " + "".join(f"{cell:>10}" for cell in cells)
