"""Scores of pages by Lighthouse, which runs in Node."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from machine import FLAGS, HERE, chromium, module, node

ASSERTED = ("accessibility", "best-practices", "seo")
MEASURED = ("performance",)


class Scores(NamedTuple):
    """Scores of one page from 0 to 1, and the audits that it did not pass in full."""

    scores: dict[str, float]
    lost: tuple[str, ...]
    warnings: tuple[str, ...]


def scores(categories: Sequence[str], urls: Sequence[str]) -> dict[str, Scores]:
    """The scores of these pages."""
    module("lighthouse/package.json")
    argv = [node(), str(HERE / "lighthouse.mjs"), ",".join(categories), " ".join(FLAGS), *urls]
    environment = {**os.environ, "CHROME_PATH": chromium()}
    done = subprocess.run(argv, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {each["url"]: Scores(each["scores"], tuple(each["lost"]), tuple(each["warnings"])) for each in found}
