"""What holds for every figure: safe, whole, bounded, told in words, and coloured by the theme alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tilesite.language import LANGUAGES, Text
from tilesite.pages.figures import copy_texts, figure, texts
from tilesite.pages.figures.svg import FULL, NARROWEST, breadth, percent

SVG = "{http://www.w3.org/2000/svg}"
STYLE = Path(texts.__file__).parents[1] / "assets" / "figures.css"
Sample = tuple[str, dict[str, object]]

# Past this no block's figures go, whatever its numbers.
MOST_BYTES = 80_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_is_whole(sample: Sample, lang: str, draw: Callable[..., Any]) -> None:
    kind, values = sample
    drawing = draw(kind, values, lang)
    assert drawing.names
    assert len(drawing.markup) < MOST_BYTES
    for name in drawing.names:
        svg = drawing.svg(name)
        title, desc = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
        assert svg.attrib["role"] == "img"
        assert svg.attrib["aria-labelledby"] == title.attrib["id"]
        assert svg.attrib["aria-describedby"] == desc.attrib["id"]
        assert title.text
        assert len(desc.text) > len(title.text)
        assert drawing.caption(name)
        assert all(text.strip() for text in drawing.texts(name))


def test_ids_are_unique_and_every_reference_has_its_target(sample: Sample, draw: Callable[..., Any]) -> None:
    kind, values = sample
    elements = [*draw(kind, values, uid="first").root.iter(), *draw(kind, values, uid="second").root.iter()]
    ids = [each.attrib["id"] for each in elements if "id" in each.attrib]
    assert len(ids) == len(set(ids))
    targets = []
    for each in elements:
        targets += [
            each.attrib[key].lstrip("#")
            for key in ("{http://www.w3.org/1999/xlink}href", "aria-labelledby", "aria-describedby")
            if key in each.attrib
        ]
        targets += re.findall(r"url\(#(.*)\)", each.get("fill", ""))
    assert set(targets) <= set(ids)
    hatches = {each for each in ids if each.endswith("-hatch")}
    assert hatches <= set(targets)


def test_the_same_result_draws_the_same_bytes(sample: Sample, result: Callable[..., Any]) -> None:
    kind, values = sample
    assert figure(kind, result(kind, values), "zh", "u") == figure(kind, result(kind, values), "zh", "u")


def test_colours_are_the_style_sheets_alone(sample: Sample, draw: Callable[..., Any]) -> None:
    kind, values = sample
    for each in draw(kind, values).root.iter():
        assert "stroke" not in each.attrib
        assert each.get("fill", "url(#").startswith("url(#")
        style = each.get("style", "")
        assert re.fullmatch(r"|(left:[\d.]+%;top:\d+px;)?(width:[\d.]+(px|%);)?height:\d+px", style)


def test_every_class_has_its_rule_and_every_rule_its_class(draw: Callable[..., Any], all_samples: list[Sample]) -> None:
    used = set()
    for kind, values in all_samples:
        for each in draw(kind, values).root.iter():
            used |= set(each.get("class", "").split())
    ruled = set(re.findall(r"\.(t(?:ilesite-figure|f)[\w-]*)", STYLE.read_text("utf-8")))
    by_constraint = {f"tf-by-C{number}" for number in range(1, 5)}
    figures = {
        "tf-hatched",
        "tilesite-figure-fit",
        "tilesite-figure-waves",
        "tilesite-figure-sweep",
        "tilesite-figure-why",
    }
    figures |= {f"tilesite-figure-{name}" for name in ("box", "swizzle", "cut", "run", "pixels")}
    assert used - figures - ruled == set()
    assert ruled - used - by_constraint - {"tf-C4", "tf-blocks"} == set()


@pytest.fixture
def all_samples(request: pytest.FixtureRequest) -> list[Sample]:
    conftest = request.config.pluginmanager.get_plugin(str(Path(__file__).with_name("conftest.py")))
    return list(conftest.SAMPLES.values())


def test_text_is_twelve_pixels_at_every_width() -> None:
    sizes = set(re.findall(r"font-size: ([^;]+);", STYLE.read_text("utf-8")))
    assert sizes == {"12px", "0.75rem", "max(12px, 0.7rem)"}  # a rem is 16 pixels at least


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_stay_inside_and_apart_on_a_phone(sample: Sample, lang: str, draw: Callable[..., Any]) -> None:
    kind, values = sample
    drawing = draw(kind, values, lang)
    for name in drawing.names:
        lines: dict[str, list[tuple[float, float, str]]] = {}
        for each in drawing.svg(name).findall(f"{SVG}text"):
            if " " in each.attrib["x"]:
                continue  # digits that have each a place of their own
            start = float(each.attrib["x"].rstrip("%")) * NARROWEST / 100 + float(each.get("dx", "0"))
            # Real fonts are narrower than what room is made for.
            width = breadth(each.text) * NARROWEST / FULL * 0.93
            start -= {"start": 0, "middle": width / 2, "end": width}[each.get("text-anchor", "start")]
            lines.setdefault(each.attrib["y"], []).append((start, start + width, each.text))
        for found in lines.values():
            found.sort()
            assert found[0][0] > -16, found[0]
            assert found[-1][1] < NARROWEST + 16, found[-1]
            for (_, end, text), (start, _, following) in zip(found, found[1:], strict=False):
                assert end <= start + 1, (name, text, following)


HOSTILE = "</desc></title><script>alert('x')</script>\"&\x00\x02wzxhzdk:0\x03\x1b\ud800"


def _assert_inert(drawing: tuple[str, ET.Element], wanted: str) -> None:
    markup, root = drawing
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", markup)
    assert wanted in "".join(root.itertext())


def test_hostile_words_are_inert(result: Callable[..., Any], parse: Callable[..., Any]) -> None:
    failed = [{"rule": HOSTILE, "severity": "fail"}]
    tile = result("tile", {"block_m": 128, "block_n": 256, "block_k": 64, "stages": 3, "threads": 256})
    _assert_inert(parse(figure("tile", {**tile, "findings": failed}, "en", "u")), "<script>alert('x')</script>")
    tma = result("tma", {"dtype": "f16", "shape": [4096, 4096], "box": [128, 64], "swizzle": "128B"})
    tma["descriptor"]["swizzle_name"] = HOSTILE
    _assert_inert(parse(figure("tma", {**tma, "findings": failed}, "en", "u")), "Swizzle </desc></title><script>")
    sweep = result("sweep", {})
    sweep["stopped"][HOSTILE] = 1
    _assert_inert(parse(figure("sweep", sweep, "en", "u")), "<script>")


def test_a_hostile_uid_cannot_leave_its_attributes(result: Callable[..., Any], parse: Callable[..., Any]) -> None:
    for kind, values in (
        ("tile", {"block_m": 64, "block_n": 64, "block_k": 64, "stages": 2, "threads": 128}),
        ("sweep", {}),
    ):
        drawing = parse(figure(kind, result(kind, values), "en", '"><script>'))
        assert not [each for each in drawing.root.iter() if each.tag.endswith("script")]


def test_a_kind_without_figures_draws_nothing() -> None:
    assert figure("commands", {}, "en", "u") == ""


def test_every_text_has_both_languages_with_the_same_values() -> None:
    entries = [each for each in (*vars(texts).values(), *vars(copy_texts).values()) if isinstance(each, Text)]
    entries += [*copy_texts.ORDINARY.values(), *texts.LIMIT_NAMES.values(), *texts.WHY_NOT_ORDER]
    assert len(entries) > 120
    for each in entries:
        fields = [{field for _, field, _, _ in Formatter().parse(text) if field} for text in each]
        assert fields[0] == fields[1], each


def test_percentages_are_short() -> None:
    assert [percent(each) for each in (FULL, 0, 1250, 305, 10, -40)] == [
        "100%",
        "0%",
        "12.5%",
        "3.05%",
        "0.1%",
        "-0.4%",
    ]
