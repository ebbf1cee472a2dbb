"""``make bench``: every measure, beside its bound and the last recorded run; writes the data and the pages.

python tests/bench/run.py [tile|tma|pages|site|atlas …] measures some parts alone, and then writes nothing. No test: a
busy machine decides. The exit code is 1 when a bound is missed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

import bench_atlas
import bench_pages
import bench_site
import bench_tile
import bench_tma
import page
from measure import RUNS, Measure, machine

from tilesite import __version__

PARTS = {"tile": bench_tile, "tma": bench_tma, "pages": bench_pages, "site": bench_site, "atlas": bench_atlas}
WORSE = 0.20
"""A ratio that is worse by more than this part of the last recorded one is warned of."""


def regressions(measures: Sequence[Measure], recorded: Mapping[str, Any] | None) -> Iterator[str]:
    """One line for each ratio that is worse than in the recorded run. Other numbers tell more of the machine."""
    before = {each["key"]: each["value"] for each in (recorded or {}).get("measures", [])}
    for each in measures:
        old = before.get(each.key)
        if each.unit != "x" or not old:
            continue
        change = each.value / old - 1
        if (-change if each.at_least else change) > WORSE:
            now, then = page.number(each.value), page.number(old)
            yield f"WARNING {each.key}: {now} x, was {then} x ({change:+.0%}): {each.en}"


def told(measure: Measure) -> str:
    """One measure as a line."""
    state = "" if measure.bound is None else "ok" if measure.is_met else "MISSED"
    sign = "at least" if measure.at_least else "at most"
    bound = "" if measure.bound is None else f" ({sign} {page.number(measure.bound)})"
    return f"{state:8}{page.number(measure.value):>12} {measure.unit:3}{bound}: {measure.en}"


def main(argv: Sequence[str]) -> int:
    """Measures, prints, and writes what a whole run found."""
    unknown = [name for name in argv if name not in PARTS]
    if unknown:
        sys.exit(
            f"bench: expected any of {', '.join(PARTS)}, got {unknown[0]}. Example: python tests/bench/run.py tile"
        )
    found, series = [], []
    for name in argv or PARTS:
        measures, more = PARTS[name].measures()
        found += measures
        series += more
        print("\n".join(map(told, measures)), flush=True)  # noqa: T201 - the program's answer
    recorded = page.load(page.DATA)
    for warning in regressions(found, recorded):
        print(warning)  # noqa: T201 - likewise
    if not argv:
        data = {
            "when": datetime.now(timezone.utc).date().isoformat(),
            "version": __version__,
            "runs": RUNS,
            "machine": machine(),
            **page.as_data(found, series),
        }
        page.DATA.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", "utf-8")
        page.main([])
    return 0 if all(each.is_met for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
