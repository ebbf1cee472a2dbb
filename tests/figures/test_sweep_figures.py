"""Traffic against shared memory, and why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilesite.pages.figures import figure, sweep_space
from tilesite.pages.figures.axis import axis
from tilesite.pages.figures.candidates import MOST_PLACES, Candidate, gathered, pareto_front
from tilesite.pages.figures.space import MOST_DRAWN
from tilesite.pages.figures.table import MOST_ROWS
from tilesite.tile.reports import sweep_report


def test_the_default_space(draw: Callable[..., Any]) -> None:
    drawing = draw("sweep", {})
    assert drawing.names == ["sweep", "why"]
    assert drawing.caption("sweep") == "459 of 900 candidates are feasible."
    assert drawing.texts("sweep") == [
        "DRAM traffic, MB (log scale)",
        *["2,000", "5,000", "10,000"],
        *["2", "8", "32", "128", "512"],
        "shared memory per block, KB (log)",
        "limit 227.0 KB",
        "top row",
        "Binding limit",
        "registers 98",
        "shared memory 267",
        "threads 94",
        "stopped 441",
        "Pareto front",
        "last-wave fill",
    ]
    assert drawing.says("sweep").startswith(
        "Of 900 candidates 459 are feasible; first stopped by C1: 51, C2: 36, C3: 354, C4: 0. The limit per block is "
        "232448 bytes. The top row takes 32768 bytes of shared memory and moves 1107296256 bytes. Pareto front, shared "
        "memory with traffic in bytes: "
    )
    assert [text for text in drawing.texts("why") if " " in text][:4] == ["feasible 459", "C1 51", "C2 36", "C3 354"]


def test_the_front_is_what_no_row_beats(draw: Callable[..., Any], result: Callable[..., Any]) -> None:
    rows = result("sweep", {"topk": 459})["rows"]
    points = {(row["shared"]["total_bytes"], row["traffic_bytes"]) for row in rows}
    assert len(rows) == 459
    best = sorted(
        point
        for point in points
        if not any(other != point and other[0] <= point[0] and other[1] <= point[1] for other in points)
    )
    said = draw("sweep", {}).says("sweep")
    assert [tuple(map(int, pair)) for pair in re.findall(r"(\d+) with (\d+)", said)] == best


def test_a_point_for_each_pair_of_numbers(draw: Callable[..., Any], result: Callable[..., Any]) -> None:
    candidates = result("sweep", {})["space"]["candidates"]
    feasible = {(each["shared_bytes"], each["traffic_bytes"]) for each in candidates if not each["stopped_by"]}
    every = {(each["shared_bytes"], each["traffic_bytes"]) for each in candidates}
    drawing = draw("sweep", {})
    told = [
        each for each in drawing.shapes("sweep", "tf-at") if each.find("{http://www.w3.org/2000/svg}title") is not None
    ]
    hollow = [each for each in drawing.shapes("sweep", "tf-none") if len(each)]
    assert len(told) == len(feasible)
    assert len(hollow) == len(every - feasible)


def test_a_point_says_what_it_stands_for(draw: Callable[..., Any]) -> None:
    titles = ["".join(each.itertext()) for each in draw("sweep", {}).shapes("sweep", "tf-at") if len(each)]
    assert "shared memory 32.0 KB, traffic 1,107.3 MB: 1 feasible, registers binds, 2 stopped by C2" in titles
    counts = Counter()
    for title in titles + ["".join(each.itertext()) for each in draw("sweep", {}).shapes("sweep", "tf-none")]:
        for count, rule in re.findall(r"(\d+) stopped by (C\d)", title):
            counts[rule] += int(count)
        counts["feasible"] += sum(map(int, re.findall(r"(\d+) feasible", title)))
    assert counts == {"feasible": 459, "C1": 51, "C2": 36, "C3": 354}


def test_the_top_row_is_ringed_where_its_point_is(draw: Callable[..., Any]) -> None:
    drawing = draw("sweep", {})
    (ring,) = drawing.shapes("sweep", "tf-ring")
    places = {(each.attrib["x"], each.attrib["y"]) for each in drawing.shapes("sweep", "tf-at") if len(each)}
    assert (ring.attrib["cx"], ring.attrib["cy"]) in places


def cells_of(path: str) -> int:
    """The cells that a path of runs covers."""
    return sum(int(length) for length in re.findall(r"h(\d+)v", path)) // 10


@pytest.mark.parametrize("values", [{}, {"device": "a100", "instr": "mma"}, {"stages": [3], "block_m": [16, 256]}])
def test_every_candidate_is_a_cell(
    values: dict[str, object], draw: Callable[..., Any], result: Callable[..., Any]
) -> None:
    answer = result("sweep", values)
    paths = {
        each.attrib["class"]: each.get("d") for each in draw("sweep", values).shapes("why", "tf-why") if each.get("d")
    }
    counts = {classes.rsplit("-", 1)[1]: cells_of(path) for classes, path in paths.items()}
    stopped = {rule: count for rule, count in answer["stopped"].items() if count}
    assert counts == {"none": answer["feasible"], **stopped}


def test_the_strip_in_words(draw: Callable[..., Any], result: Callable[..., Any]) -> None:
    candidates = result("sweep", {})["space"]["candidates"]
    wanted = []
    for index, size in enumerate((16, 32, 64, 128, 256)):
        feasible = sum(not each["stopped_by"] for each in candidates[180 * index : 180 * (index + 1)])
        wanted.append(f"block_M {size}: {feasible} of 180 feasible.")
    assert draw("sweep", {}).says("why").endswith(" ".join(wanted))


def test_the_choice_names_the_constraints_that_stop(draw: Callable[..., Any]) -> None:
    radios = draw("sweep", {}, uid="a").root.findall("fieldset/label/input")
    assert [each.attrib["value"] for each in radios] == ["", "C1", "C2", "C3"]
    assert {each.attrib["name"] for each in radios} == {"a-mark"}
    assert [each.attrib["value"] for each in radios if "checked" in each.attrib] == [""]


def test_without_the_space_the_rows_are_drawn(draw: Callable[..., Any]) -> None:
    drawing = draw("sweep", {"topk": 20}, space=None)
    assert drawing.names == ["sweep"]
    assert drawing.caption("sweep") == "459 of 900 candidates are feasible; the 20 of least traffic are drawn."
    assert drawing.root.find("fieldset") is None
    assert "stopped" not in " ".join(drawing.texts("sweep"))


def test_one_candidate_is_a_sentence(draw: Callable[..., Any]) -> None:
    one = {"block_m": [128], "block_n": [128], "block_k": [32], "stages": [3], "threads": [128]}
    said = "There is one candidate, and it is feasible: 48.0 KB of shared memory, 2,181.0 MB of traffic."
    for drawing in (draw("sweep", one), draw("sweep", one, space=None)):
        assert drawing.names == []
        assert [each.text for each in drawing.root.findall("p")] == [said]
    stopped = draw("sweep", {**one, "block_m": [16]})
    assert stopped.root.findtext("p").startswith("There is one candidate, and C3 stops it: ")


def test_one_point_is_no_chart(draw: Callable[..., Any]) -> None:
    same = {"block_m": [128], "block_n": [128], "block_k": [32], "stages": [3], "threads": [128, 256]}
    assert draw("sweep", same).names == ["why"]


def rows_of(drawing: Any) -> list[list[str]]:  # noqa: ANN401 - the fixture's own type
    return [[cell.text or "" for cell in row] for row in drawing.root.findall("details/table/tbody/tr")]


def test_the_same_data_follows_as_a_table(draw: Callable[..., Any], result: Callable[..., Any]) -> None:
    drawing = draw("sweep", {})
    tags = [child.tag for child in drawing.root]
    assert tags == ["figure", "details", "fieldset", "figure"]
    rows = rows_of(drawing)
    assert drawing.root.findtext("details/summary") == f"The same data as a table ({len(rows)} rows)"
    candidates = result("sweep", {})["space"]["candidates"]
    assert len(rows) == len({(each["shared_bytes"], each["traffic_bytes"]) for each in candidates})
    assert rows[0] == ["1,107.3", "32.0", "1", "registers", "94%", "C2 2"]
    assert sum(int(row[2].replace(",", "")) for row in rows) == 459
    stopped = Counter(word for row in rows for word in re.findall(r"C\d", row[5]))
    assert set(stopped) == {"C1", "C2", "C3"}
    counts = {rule: sum(int(n) for row in rows for n in re.findall(rf"{rule} (\d+)", row[5])) for rule in stopped}
    assert counts == {"C1": 51, "C2": 36, "C3": 354}
    traffic = [float(row[0].replace(",", "")) for row in rows]
    assert traffic == sorted(traffic)


def test_a_long_table_says_what_it_leaves_out(draw: Callable[..., Any]) -> None:
    sizes = list(range(16, 16 * 13, 16))
    drawing = draw("sweep", {"block_m": sizes, "block_n": sizes, "stages": [2, 3, 4, 5]})
    assert len(rows_of(drawing)) == MOST_ROWS
    said = drawing.root.findtext("details/summary")
    assert re.fullmatch(r"The same data as a table \(the 400 rows of least traffic, of [\d,]+\)", said)


def test_without_the_space_the_rows_are_the_table(draw: Callable[..., Any]) -> None:
    rows = rows_of(draw("sweep", {"topk": 20}, space=None))
    assert sum(int(row[2]) for row in rows) == 20


def test_the_first_row_is_named_where_nothing_is_drawn(draw: Callable[..., Any]) -> None:
    drawing = draw("sweep", {})
    (ring,) = drawing.shapes("sweep", "tf-ring")
    (word,) = [each for each in drawing.shapes("sweep", "tf-halo") if each.text == "top row"]
    assert int(word.attrib["y"]) == int(ring.attrib["cy"]) + 21


def test_without_a_feasible_candidate_all_are_hollow(draw: Callable[..., Any]) -> None:
    drawing = draw("sweep", {"block_m": [16, 32]})
    assert drawing.caption("sweep") == "0 of 360 candidates are feasible."
    for classes in ("tf-at", "tf-ring", "tf-front"):
        assert drawing.shapes("sweep", classes) == []
    assert "Pareto" not in drawing.says("sweep")


def test_a_space_too_large_is_not_judged_again() -> None:
    many = list(range(1, 41))
    assert len(many) ** 2 * 36 > MOST_DRAWN
    assert sweep_space({"block_m": many, "block_n": many}) is None


def test_a_large_space_stays_small_on_the_page(draw: Callable[..., Any]) -> None:
    values = {
        "block_m": list(range(64, 64 * 51, 64)),
        "block_n": list(range(8, 8 * 51, 8)),
        "stages": [2],
        "threads": [256],
    }
    drawing = draw("sweep", values)
    assert drawing.names == ["sweep"]  # 2,500 rows are no strip
    marks = [each for each in drawing.shapes("sweep", "tf-at") + drawing.shapes("sweep", "tf-none") if len(each)]
    assert 100 < len(marks) <= MOST_PLACES
    assert len(drawing.markup) < 100_000


axis_values = st.lists(
    st.sampled_from([8, 16, 24, 32, 64, 100, 128, 256, 300, 1024]), min_size=1, max_size=3, unique=True
)


@settings(max_examples=40, deadline=None)
@given(
    st.fixed_dictionaries(dict.fromkeys(("block_m", "block_n", "block_k", "threads"), axis_values)),
    st.sampled_from(["wgmma", "mma", "simt", "tcgen05"]),
    st.sampled_from(["f16", "e4m3", "f64", "u4"]),
    st.sampled_from(["h100", "a100", "b200", "9.0"]),
)
def test_the_whole_space_agrees_with_the_sweep(axes: dict[str, list[int]], instr: str, dtype: str, device: str) -> None:
    values = {**axes, "instr": instr, "dtype": dtype, "device": device}
    answer = sweep_report(values).json
    space = sweep_space(values)
    counts = Counter(each["stopped_by"] for each in space["candidates"])
    assert counts.pop(None, 0) == answer["feasible"]
    assert counts == {rule: count for rule, count in answer["stopped"].items() if count}
    fills = [each["tail_fill"] for each in space["candidates"] if each["tail_fill"] is not None]
    assert max(fills, default=None) == answer["best_tail_fill"]
    assert len(figure("sweep", {**answer, "space": space}, "zh", "u")) < 60_000


bytes_ = st.one_of(st.integers(0, 10**6), st.integers(0, 2**200))


@given(bytes_, bytes_)
def test_an_axis_keeps_the_order_and_marks_what_lies_on_it(one: int, other: int) -> None:
    low, high = sorted((one, other))
    drawn = axis(low, high, 1800, 9800)
    assert 1800 <= drawn.at(low) <= drawn.at((low + high) // 2) <= drawn.at(high) <= 9800
    for marks in (drawn.powers_of_two(1024), drawn.decimal()):
        assert len(marks) <= 7
        assert all(drawn.low <= mark <= drawn.high for mark in marks)
        assert all(drawn.at(before) < drawn.at(after) for before, after in pairwise(marks))


points = st.tuples(st.integers(1, 50), st.integers(1, 50), st.sampled_from([None, None, "C1"]))


@given(st.lists(points, min_size=1, max_size=60))
def test_the_front_has_what_none_beats(drawn: list[tuple[int, int, str | None]]) -> None:
    candidates = [Candidate(x, y, rule, None if rule else "shared", None) for x, y, rule in drawn]
    feasible = {(each.shared, each.traffic) for each in candidates if not each.stopped_by}
    best = {(x, y) for x, y in feasible if not any((a, b) != (x, y) and a <= x and b <= y for a, b in feasible)}
    front = [(each.shared, each.traffic) for each in pareto_front(candidates)]
    assert front == sorted(best)


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 10**9)), min_size=1, max_size=900))
def test_gathering_loses_no_candidate(drawn: list[tuple[int, int]]) -> None:
    candidates = [Candidate(x, y, None, "shared", None) for x, y in drawn]
    places = gathered(candidates, axis(1, 10**6, 1800, 9800), axis(1, 10**9, 270, 40))
    assert len(places) <= MOST_PLACES
    assert sorted(each for place in places for each in place.candidates) == sorted(candidates)
