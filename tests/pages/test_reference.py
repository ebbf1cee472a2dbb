"""The generated reference says everything: each flag, key, rule, code and answer of the programs, in both languages."""

from __future__ import annotations

import ast
import io
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sites import REPOSITORY, tilesite, write_site

from tilesite.console import Streams
from tilesite.fields import Field
from tilesite.json_keys import ANY, INTEGER, LIST, NUMBER, OBJECT, TEXT, TRUTH, JsonKey
from tilesite.language import LANGUAGES
from tilesite.pages.cite.command import COMMANDS as CITE_COMMANDS
from tilesite.pages.command import COMMANDS
from tilesite.pages.header import COMMAND_OPTION_NAMES, OPTION_NAMES
from tilesite.pages.kinds import KINDS
from tilesite.pages.option_texts import OPTION_TEXTS
from tilesite.pages.options import read_options
from tilesite.pages.problem_codes import CODES
from tilesite.pages.reference import REFERENCES, reference_html
from tilesite.pages.reference.answers import ANSWERS
from tilesite.pages.reference.programs import PROGRAMS
from tilesite.pages.reference.tables import anchor
from tilesite.tile.__main__ import main as tile_decision
from tilesite.tile.config import read_job
from tilesite.tile.devices import DEVICES
from tilesite.tile.rule_texts import RULE_TEXTS
from tilesite.tile.verdict import check_job
from tilesite.tma.__main__ import SUBCOMMANDS
from tilesite.tma.__main__ import main as tma_descriptor
from tilesite.tma.explanations import EXPLANATIONS
from tilesite.tma.plan.rule_texts import RULE_TEXTS as COPY_RULES

DATA = REPOSITORY / "tests" / "data"
MAINS = {"tile-decision": tile_decision, "tma-descriptor": tma_descriptor}


def page(name: str, lang: str = "en") -> BeautifulSoup:
    return BeautifulSoup(reference_html(name, "mark", lang), "html.parser")


def ids(name: str) -> list[str]:
    return [str(row["id"]) for row in page(name).select("tbody tr")]


def said(program: str, *argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return MAINS[program](argv, Streams(io.StringIO(), out, out)), out.getvalue()


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_are_whole(name: str, lang: str) -> None:
    soup = page(name, lang)
    (section,) = soup.find_all("section")
    assert section["lang"] == lang
    seen = [each["id"] for each in soup.select("[id]")]
    assert len(set(seen)) == len(seen) > 0
    assert all(re.fullmatch(r"[A-Za-z0-9][^\s\"'<>`]*", each) for each in seen)
    for table in soup.find_all("table"):
        assert table.caption.text.strip()
        width = len(table.select("thead th[scope=col]"))
        for row in table.select("tbody tr"):
            assert [cell.name for cell in row.find_all(["th", "td"])] == ["th", *["td"] * (width - 1)]
            assert row.th["scope"] == "row"
            assert row.th.a["href"] == f"#{row['id']}"
            assert all(cell.text.strip() for cell in row.find_all(["th", "td"]))
            assert all("`" not in cell.text for cell in row.find_all("td"))


@pytest.mark.parametrize("name", REFERENCES)
def test_the_languages_have_the_same_rows_and_other_words(name: str) -> None:
    english, chinese = page(name, "en"), page(name, "zh")
    assert [row["id"] for row in english.select("tbody tr")] == [row["id"] for row in chinese.select("tbody tr")]
    assert all(re.search(r"[一-鿿]", caption.text) for caption in chinese.find_all("caption"))
    assert not re.search(r"[一-鿿]", english.text)


def test_every_device_has_its_limit() -> None:
    found: dict[str, int] = {}
    for row in page("limits").select("tbody tr"):
        names = [code.text for code in row.select("td code")] + row.select("td")[1].text.split(", ")
        found |= dict.fromkeys(names, int(row.th.text))
    assert found == {name: device.shared_per_block for name, device in DEVICES.items()}


def test_every_subcommand_has_a_reference() -> None:
    assert {f"tma-descriptor {name}" for name in SUBCOMMANDS} <= set(PROGRAMS)
    of_cite = {f"cite {name}" for name in CITE_COMMANDS}
    assert {f"tilesite {name}" for name in {*COMMANDS, *of_cite} - {"cite"}} <= set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_flag_of_the_help_page_is_there(name: str, tmp_path: Path) -> None:
    program, *rest = name.split()
    text = tilesite(tmp_path, *rest, "--help").text if program == "tilesite" else said(program, *rest, "--help")[1]
    flags = re.findall(r"^  (--[a-z0-9-]+)", text, re.MULTILINE)
    assert len(flags) > 2
    shown = [code.text for code in page(name).select("tbody th code")]
    assert [flag for flag in flags if shown.count(flag) != 1] == []
    assert len([each for each in shown if each.startswith("--")]) == len(flags)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_block_is_there(kind: str) -> None:
    def expected(field: Field) -> str:
        return anchor(f"keys {kind}", field.name)

    assert [each for each in ids(f"keys {kind}") if "." not in each] == [expected(each) for each in KINDS[kind].fields]


def test_every_exit_code_is_seen(tmp_path: Path) -> None:
    tile = shlex.split("--diagnose --block-m 128 --block-n 256 --block-k 64 --threads 256")
    tma = shlex.split("--dtype f16 --shape 4096,4096 --box 64,30")
    seen = {
        "tile-decision": [said("tile-decision", *tile, "--strict", "--stages", n)[0] for n in ("3", "5", "x")] + [130],
        "tma-descriptor": [said("tma-descriptor", *tma, *more)[0] for more in ([], ["--strict"], ["--box", "x"])],
    }
    write_site(tmp_path, {"good.md": "# t\n", "bad.md": '```tile id="a" expect="pass"\nx: 1\n```\n'})
    differs = '```tile expect="fail"\nblock_m: 128\nblock_n: 128\nblock_k: 64\nstages: 2\nthreads: 256\n```\n'
    (tmp_path / "docs" / "differs.md").write_text(differs, "utf-8")
    seen["tilesite check"] = [
        tilesite(tmp_path, "check", f"docs/{name}.md").code for name in ("good", "differs", "bad")
    ]
    for name, codes in seen.items():
        assert [int(code) for code in PROGRAMS[name].exits] == codes


# -- rules


def literals(folder: Path) -> Iterator[tuple[Path, ast.Call]]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield path, node


def finding_ids(folder: Path) -> set[str]:
    calls = [call for _, call in literals(folder) if isinstance(call.func, ast.Name) and call.func.id == "Finding"]
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def test_every_rule_of_the_tile_checker_is_there() -> None:
    assert finding_ids(REPOSITORY / "tilesite" / "tile") <= set(RULE_TEXTS)
    assert ids("rules tile") == [anchor("rules tile", rule) for rule in RULE_TEXTS]


def tiles() -> Iterator[dict[str, object]]:
    base = {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256}
    changes: list[dict[str, object]] = [
        {},
        {"stages": 6},
        {"threads": 128},
        {"block_m": 100, "n": 1000},
        {"threads": 2048},
        {"block_m": 64, "block_n": 16, "threads": 512},
        {"block_n": 240, "threads": 128},
        {"static_shared_bytes": 50_000},
        {"cluster_m": 3, "cluster_n": 5},
        {"block_k": 48},
        {"stages": 4, "block_m": 256, "threads": 512},
        {"dtype": "mxfp4", "device": "b200", "instr": "tcgen05"},
        {"device": "b200", "instr": "tcgen05", "block_n": 512},
        {"device": "9.0"},
        {"threads": 1024},
        {"instr": "mma", "dtype": "s4", "acc": "s32"},
        {"instr": "tcgen05", "device": "b200", "cluster_m": 2},
        {"device": "v100", "instr": "mma"},
        {"device": "orin"},
        {"smem_kb": 1},
    ]
    return ({**base, **change} for change in changes)


def test_severities_of_the_tile_checker_are_those_it_gives() -> None:
    seen: dict[str, set[str]] = {}
    for config in tiles():
        for finding in check_job(read_job(config)).findings:
            seen.setdefault(finding.rule, set()).add(finding.severity)
    assert {rule: set(text.severities) for rule, text in RULE_TEXTS.items()} == seen


def test_every_rule_of_a_descriptor_is_there_with_what_it_says() -> None:
    assert ids("rules tma") == [anchor("rules tma", rule) for rule in EXPLANATIONS]
    row = page("rules tma").select_one("#rules-tma--BOX_GT_256")
    assert row is not None
    cells = [cell.get_text(" ") for cell in row.find_all("td")]
    assert cells[:2] == ["fail", "driver"]
    assert "Every boxDim is non-zero and at most 256" in cells[2]
    assert "It says: boxDim[1] 512 is over the limit of 256" in cells[2]


def test_every_finding_of_a_copy_is_there() -> None:
    source = (REPOSITORY / "tilesite" / "tma" / "plan" / "verdict.py").read_text("utf-8")
    assert finding_ids(REPOSITORY / "tilesite" / "tma" / "plan") | {"TILE_INFEASIBLE"} == set(COPY_RULES)
    assert all(f'"{rule}"' in source for rule in COPY_RULES)
    assert [each for each in ids("rules copy") if "reason" not in each] == [
        anchor("rules copy", rule) for rule in COPY_RULES
    ]


CODE = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
TELLERS = {"Problem", "_at", "_in_body", "_difference", "_problem", "refused"}


def codes_of(path: Path) -> Iterator[str]:
    """The codes that a module tells problems with: arguments of what makes one, and constants that hold one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in TELLERS:
            parts = node.args
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            parts = [node.value] if "-" in str(getattr(node.value, "value", "")) else []
        elif isinstance(node, ast.Tuple) and path.name == "header.py":
            parts = [part for part in node.elts if "-" in str(getattr(part, "value", ""))]
        values = [part.value for part in parts if isinstance(part, ast.Constant)]
        yield from (value for value in values if isinstance(value, str) and CODE.fullmatch(value))


def test_every_code_of_a_problem_is_there() -> None:
    told = [*(REPOSITORY / "tilesite" / "pages").glob("*.py"), REPOSITORY / "tilesite" / "hosts" / "extension.py"]
    found = {code for path in told for code in codes_of(path)}
    assert found == set(CODES)
    assert ids("problems") == [anchor("problems", code) for code in CODES]


def test_options_are_those_that_are_read_and_their_examples_right() -> None:
    assert set(OPTION_TEXTS) == {*OPTION_NAMES, *COMMAND_OPTION_NAMES, "unverified"}
    texts = {name: text.example for name, text in OPTION_TEXTS.items() if name != "unverified"}
    assert read_options(texts)[1] == ()


# -- answers

TYPES = {INTEGER: (int,), NUMBER: (int, float, str), TEXT: (str,), TRUTH: (bool,), LIST: (list,), OBJECT: (dict,)}


def walked(value: object, path: str, keys: dict[str, JsonKey]) -> Iterator[tuple[str, object]]:
    """Each path of an answer with its value; what lies below an object or a list that is listed as a whole is left."""
    if isinstance(value, dict) and (path not in keys or any(key.startswith(f"{path}.") for key in keys)):
        for name, each in value.items():
            yield from walked(each, f"{path}.{name}" if path else name, keys)
    elif isinstance(value, list) and any(key.startswith(f"{path}[]") for key in keys):
        if path in keys:
            yield path, value
        for each in value:
            yield from walked(each, f"{path}[]", keys)
        return
    else:
        yield path, value
    if isinstance(value, dict) and path in keys and any(key.startswith(f"{path}.") for key in keys):
        yield path, value


COPY = '{"global_shape": [512, 1024], "region_extent": [64, 64], "shared_shape": [64, 64]%s}'
CONVOLUTION = (
    "--api im2col --dtype f16 --shape 8,56,56,64 --pixel-box-lower-corner=-1,-1 --pixel-box-upper-corner=-1,-1 "
    "--channels-per-pixel 64 --pixels-per-column 128"
)
RUNS = {
    "sweep": [
        "tile-decision --topk 2 --pareto",
        "tile-decision --block-m 64,128 --block-n 512 --block-k 64 --stages 2,9 --rejected",
        "tile-decision --block-m 16 --block-n 16 --block-k 16 --stages 2 --threads 128 --rejected",
        "tile-decision --device 9.0",
    ],
    "devices": ["tile-decision --list-devices"],
    "tma": [
        "tma-descriptor --dtype f16 --shape 4096,4096 --box 64,30",
        "tma-descriptor --dtype int4 --shape 4096,4096 --box 64,32",
        f"tma-descriptor {CONVOLUTION}",
        "tma-descriptor --dtype f16 --shape 4096,4096 --strides 8192,2 --box 64,64",
    ],
    "listing": ["tma-descriptor"],
    "explain": ["tma-descriptor --explain BOX_GT_256", "tma-descriptor --explain SWIZZLE_SPAN"],
    "swizzle": ["tma-descriptor swizzle", "tma-descriptor swizzle --row 3 --column 17"],
    "copy": [
        f"tma-descriptor plan --input '{COPY % more}'"
        for more in ("", ', "requests": ["auto"]', ', "layout": {"kind": "custom", "fn": "lambda i, j: j*64 + i*7"}')
    ],
    "gemm": ["tma-descriptor gemm --block-m 128 --block-n 256 --block-k 64 --stages 6 --threads 256"],
}
RECORDED = [json.loads(line) for line in (DATA / "tma_tilelang_0.1.15.jsonl").read_text("utf-8").splitlines()]


def answers(name: str) -> Iterator[dict[str, object]]:
    if name == "tile":
        for config in tiles():
            flags = [word for key, value in config.items() for word in ("--" + key.replace("_", "-"), str(value))]
            yield json.loads(said("tile-decision", "--diagnose", "--json", *flags)[1])
        return
    for program, *argv in map(shlex.split, RUNS[name]):
        yield json.loads(said(program, *argv, "--json")[1])
    if name == "copy":
        convolutions = [case for case in RECORDED if case["input"].get("kind") == "im2col"][:2]
        for case in [*RECORDED[:: len(RECORDED) // 60], *convolutions]:
            yield json.loads(said("tma-descriptor", "plan", "--json", "--input", json.dumps(case["input"]))[1])


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in ("against", "check")])
def test_every_key_of_an_answer_is_there_with_its_type(name: str) -> None:
    keys = {key.path: key for key in ANSWERS[name][1]}
    rest = tuple(path.removesuffix("…") for path in keys if path.endswith("…"))
    seen = set()
    for answer in answers(name):
        for path, value in walked(answer, "", keys):
            if path in keys:
                key = keys[path]
                right = key.may_be_null if value is None else isinstance(value, TYPES[key.type])
                assert right, f"{path}: {key.type}, got {value!r}"
                seen.add(path)
            else:
                assert path.startswith(rest) or (name == "gemm" and path.startswith("operands.")), path
    never = [path for path in keys if not path.endswith("…") and path not in seen]
    assert never == []


def test_the_answers_of_the_other_programs(tmp_path: Path) -> None:
    write_site(tmp_path, {"index.md": "```tile\nx: 1\n```\n"})
    answer = json.loads(tilesite(tmp_path, "check", "docs", "--format", "json").text)
    keys = {key.path: key for key in ANSWERS["check"][1]}
    assert {path for path, _ in walked(answer, "", keys)} == set(keys)
    assert ANY in {key.type for key in ANSWERS["against"][1]}
