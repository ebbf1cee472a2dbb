"""The benchmark pages: what stands between ``<!-- bench:NAME -->`` and ``<!-- /bench -->`` is made of the data.

python tests/bench/page.py writes it, and with --check only says whether a page differs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from chart import chart
from measure import ROOT, Measure, Series

DATA = ROOT / "tests" / "bench" / "results.json"
PAGES = {"en": ROOT / "docs" / "benchmarks.md", "zh": ROOT / "docs" / "zh" / "benchmarks.md"}
_REGION = re.compile(r"(<!-- bench:(\w+) -->\n)(.*?)(<!-- /bench -->)", re.DOTALL)
_NOTHING = {
    "en": "*No run is recorded yet: `make bench` on an idle machine writes one.*",
    "zh": "*尚无记录：在空闲的机器上运行 `make bench` 即可写入。*",
}
_HEAD = {
    "en": "| measure | median | bound | |\n|---|---:|---:|---|\n",
    "zh": "| 测量 | 中位数 | 界限 | |\n|---|---:|---:|---|\n",
}
_MET = {"en": "met", "zh": "达到"}
_MISSED = {"en": "missed by {part:.0%}", "zh": "差 {part:.0%}"}
_AXES = {
    "pages": {
        "en": ("pages of 10 blocks", "seconds of processor time", {"check": "tilesite check", "build": "mkdocs build"}),
        "zh": ("页数（每页 10 块）", "处理器时间（秒）", {"check": "tilesite check", "build": "mkdocs build"}),
    },
    "atlas": {
        "en": ("records", "seconds, one core", {"problems": "tile-decision atlas"}),
        "zh": ("记录数", "秒，单核", {"problems": "tile-decision atlas"}),
    },
    "workers": {
        "en": ("processes", "records per second", {"jobs": "tile-decision atlas --jobs"}),
        "zh": ("进程数", "每秒记录数", {"jobs": "tile-decision atlas --jobs"}),
    },
}
_SERIES = {
    "pages": ("pages.check", "pages.build"),
    "atlas": ("atlas.problems",),
    "workers": ("atlas.jobs",),
}
_RECORDS = 10**6 * 10
_CORES = (1, 16, 64, 256)
_PLAN_HEAD = {
    "en": "| cores | {one} | {eight} |\n|---:|---:|---:|\n",
    "zh": "| 核数 | {one} | {eight} |\n|---:|---:|---:|\n",
}
_KEEPS = {"en": ("`--topk 1`", "`--topk 8`"), "zh": ("`--topk 1`", "`--topk 8`")}
_UNITS = ((3600, {"en": "h", "zh": "小时"}), (60, {"en": "min", "zh": "分钟"}), (1, {"en": "s", "zh": "秒"}))
_SIZE = {"en": "| on disk | {one} GB | {eight} GB |\n", "zh": "| 占用磁盘 | {one} GB | {eight} GB |\n"}


def load(path: Path) -> dict[str, Any] | None:
    """The recorded run, None when there is none."""
    return json.loads(path.read_text("utf-8")) if path.exists() else None


def filled(text: str, data: Mapping[str, Any] | None, lang: str) -> str:
    """A page with each of its regions made anew."""

    def region(found: re.Match[str]) -> str:
        made = _REGIONS[found[2]](data, lang) if data else _NOTHING[lang]
        return f"{found[1]}\n{made.strip()}\n\n{found[4]}"

    return _REGION.sub(region, text)


def number(value: float) -> str:
    """Three digits that mean something, and the places of larger numbers."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _measures(data: Mapping[str, Any]) -> list[Measure]:
    return [Measure(**{**each, "runs": tuple(each["runs"])}) for each in data["measures"]]


def _value(data: Mapping[str, Any], key: str) -> float:
    return next(each.value for each in _measures(data) if each.key == key)


def _table(prefix: str) -> Callable[[Mapping[str, Any], str], str]:
    def table(data: Mapping[str, Any], lang: str) -> str:
        rows = [_row(each, lang) for each in _measures(data) if each.key.startswith(prefix)]
        return _HEAD[lang] + "".join(rows)

    return table


def _row(measure: Measure, lang: str) -> str:
    sign = "≥" if measure.at_least else "≤"
    bound = "" if measure.bound is None else f"{sign} {number(measure.bound)} {measure.unit}"
    met = "" if measure.bound is None else _MET[lang]
    if not measure.is_met:
        met = f"**{_MISSED[lang].format(part=measure.missed_by)}**"
    name = measure.zh if lang == "zh" else measure.en
    return f"| {name} | {number(measure.value)} {measure.unit} | {bound} | {met} |\n"


def _machine(data: Mapping[str, Any], lang: str) -> str:
    machine = data["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items() if version)
    words = {
        "en": "{when}, tilesite {version}: {cores} x {processor}, {memory_gib} GiB; {system}, {python}; {packages}.",
        "zh": "{when}，tilesite {version}：{processor}，{cores} 核，{memory_gib} GiB；{system}，{python}；{packages}。",
    }
    return words[lang].format(**{**machine, "packages": packages, "when": data["when"], "version": data["version"]})


def _chart(name: str) -> Callable[[Mapping[str, Any], str], str]:
    def drawn(data: Mapping[str, Any], lang: str) -> str:
        across, up, titles = _AXES[name][lang]
        points = {each["key"]: [tuple(point) for point in each["points"]] for each in data["series"]}
        lines = {titles[key.split(".")[1]]: points[key] for key in _SERIES[name]}
        return chart(lines, across, up)

    return drawn


def _plan(data: Mapping[str, Any], lang: str) -> str:
    one, eight = _KEEPS[lang]
    rows = _PLAN_HEAD[lang].format(one=one, eight=eight)
    for cores in _CORES:
        times = [_time(_RECORDS / _value(data, f"atlas.core{topk}") / cores, lang) for topk in (1, 8)]
        rows += f"| {cores} | {times[0]} | {times[1]} |\n"
    sizes = [number(_RECORDS * _value(data, f"atlas.size{topk}") / 10**9) for topk in (1, 8)]
    return rows + _SIZE[lang].format(one=sizes[0], eight=sizes[1])


def _time(seconds: float, lang: str) -> str:
    """A time in the largest unit of which it is at least one."""
    size, unit = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    return f"{number(seconds / size)} {unit[lang]}"


_REGIONS: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "machine": _machine,
    "tile": _table("tile."),
    "tma": _table("tma."),
    "pages": _table("pages."),
    "site": _table("site."),
    "atlas": _table("atlas."),
    "pages_chart": _chart("pages"),
    "atlas_chart": _chart("atlas"),
    "workers_chart": _chart("workers"),
    "plan": _plan,
}


def as_data(measures: Sequence[Measure], series: Sequence[Series]) -> dict[str, Any]:
    """Measures as the data file holds them."""
    return {"measures": [each._asdict() for each in measures], "series": [each._asdict() for each in series]}


def main(argv: Sequence[str]) -> int:
    """Writes the pages, or with --check says which differ; 1 when one does."""
    data = load(DATA)
    differing = 0
    for lang, page in PAGES.items():
        old = page.read_text("utf-8")
        new = filled(old, data, lang)
        differing += new != old
        if "--check" not in argv:
            page.write_text(new, "utf-8")
        elif new != old:
            sys.stdout.write(f"{page.relative_to(ROOT)}: differs from {DATA.name}: python tests/bench/page.py\n")
    return 1 if differing and "--check" in argv else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
