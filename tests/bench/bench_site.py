"""Speed of the built site as Lighthouse measures it on a phone: python tests/bench/bench_site.py.

Prints a line for each page with its score (the middle of some runs), and exits 1
when a score is below its bound. No test: a busy machine decides.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("browser", "pages")]

from scores import MEASURED, scores  # noqa: E402 - the tests' modules are no package
from server import SiteServer  # noqa: E402 - the same
from sites import run  # noqa: E402 - the same

PAGES = ("", "tile-size-decision/", "tma-descriptor/", "zh/")
RUNS = 3
LOWEST = 0.95


def main() -> int:
    """Builds the site, measures, prints, and returns 1 when a page is below the bound."""
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
        slow = 0
        for url, page in zip(urls, PAGES, strict=True):
            score = median(each[url].scores["performance"] for each in runs)
            slow += score < LOWEST
            sys.stdout.write(f"performance of /{page}: {score:.2f} (at least {LOWEST:.2f})\n")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
