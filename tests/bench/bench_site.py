"""Speed of the built site as Lighthouse measures it on a phone."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from measure import ROOT, RUNS, Measure, Series, of_runs

sys.path[:0] = [str(ROOT / "tests" / name) for name in ("browser", "pages")]

from scores import MEASURED, scores  # noqa: E402 - the tests' modules are no package
from server import SiteServer  # noqa: E402 - the same
from sites import run  # noqa: E402 - the same

PAGES = ("", "tile-size-decision/", "tma-descriptor/", "zh/")
LOWEST = 0.95


def measures() -> tuple[list[Measure], list[Series]]:
    """The score of each page: 1 is the best."""
    with tempfile.TemporaryDirectory() as folder, SiteServer() as server:
        site = Path(folder)
        names = {"SITE_URL": server.address, "SITE_URL_ZH": f"{server.address}zh/"}
        for config, target in (("mkdocs.yml", site), ("mkdocs.zh.yml", site / "zh")):
            argv = ("mkdocs", "build", "--quiet", "--config-file", config, "--site-dir", str(target))
            built = run(*argv, cwd=ROOT, env={**os.environ, **names})
            if built.returncode:
                raise SystemExit(built.stdout)
        server.serve(site)
        urls = [server.address + page for page in PAGES]
        runs = [scores(MEASURED, urls) for _ in range(RUNS)]
    return [
        of_runs(
            f"site.{page or 'start'}",
            f"Lighthouse's score of /{page} on a phone",
            f"Lighthouse 在手机上对 /{page} 的评分",
            [each[url].scores["performance"] for each in runs],
            "of 1",
            LOWEST,
            at_least=True,
        )
        for url, page in zip(urls, PAGES, strict=True)
    ], []
