"""``tilesite schema``: the schemas accept the bodies of the site's own pages and refuse what the reader refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from sites import tilesite

from tilesite.pages.check import find_pages, verify_pages
from tilesite.pages.kinds import KINDS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def schema(tmp_path: Path, *kind: str) -> dict[str, object]:
    said = tilesite(tmp_path, "schema", *kind)
    assert said.code == 0
    read: dict[str, object] = json.loads(said.text)
    Draft202012Validator.check_schema(read)
    return read


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_kind_has_one(tmp_path: Path, kind: str) -> None:
    properties = schema(tmp_path, kind)["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == [field.name for field in KINDS[kind].fields]
    assert schema(tmp_path)["$defs"][kind]["properties"] == properties  # type: ignore[index]


def test_the_bodies_of_the_pages_fit(tmp_path: Path) -> None:
    count = 0
    for checked in verify_pages(find_pages([str(DOCS)], ["examples/*"])):
        for answer in checked.page.answers:
            if answer.block.kind in KINDS:
                count += 1
                validator = Draft202012Validator(schema(tmp_path, answer.block.kind))
                assert list(validator.iter_errors(yaml.safe_load(answer.block.body))) == []
    assert count >= 10


@pytest.mark.parametrize(
    "body", ["block_m: wide", "blok_m: 1", "- 1", "block_m: 0", "block_m: 9223372036854775808", "block_m: true"]
)
def test_what_the_reader_refuses_does_not_fit(tmp_path: Path, body: str) -> None:
    rest = "\nblock_n: 1\nblock_k: 1\nstages: 1\nthreads: 1\n" if body.startswith("b") else ""
    assert not Draft202012Validator(schema(tmp_path, "tile")).is_valid(yaml.safe_load(body + rest))


def test_a_kind_that_does_not_exist(tmp_path: Path) -> None:
    said = tilesite(tmp_path, "schema", "tyle")
    assert said.code == 2
    assert said.text.startswith("tilesite: error: --kind: expected one of tile, sweep, tma")
