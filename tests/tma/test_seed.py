"""The book's own sample: its text is read from the chapter and matched against what the program prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tilesite.tma import listing
from tilesite.tma.listing import LISTING_CITES, SAMPLES, Sample, listing_text, run_samples


def sample_of(seed: str) -> str:
    blocks = re.findall(r"^```text\n(.*?)^```", seed, flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    return blocks[0]


def test_listing_is_the_books_sample(seed: str, run: Callable[..., Any], matches: Callable[[str, str], bool]) -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert matches(sample_of(seed), ran.out)
    assert not matches(sample_of(seed).replace("8192", "8193"), ran.out)
    assert not matches(sample_of(seed), ran.out.replace("self-check: ok", "self-check: OK"))


def test_listing_is_stable(run: Callable[..., Any]) -> None:
    assert run() == run("--lang", "zh") == run()


def test_listing_in_english(run: Callable[..., Any]) -> None:
    out = run("--lang", "en").out
    assert out.isascii()
    assert "[rejected] box last dim 30: the innermost box dimension 30 * 16 bits = 480 bits, no multiple of 128" in out
    assert out.endswith("self-check: ok\n")


def test_listing_as_json(run: Callable[..., Any]) -> None:
    import json

    answer = json.loads(run("--json").out)
    assert answer["schema"] == 1
    assert answer["self_check"] is True
    assert [sample["ok"] for sample in answer["samples"]] == [True, False, False, False, False]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.label)
def test_every_sample_is_a_result_of_the_encoder(sample: Sample) -> None:
    encoding = listing.encode(sample.config)
    assert tuple(finding.rule for finding in encoding.findings) == sample.fails


def test_self_check_notices_a_wrong_sample(monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]) -> None:
    wrong = Sample("wrong", {"dtype": "f16", "shape": (64, 64), "box": (64, 64)}, ("BOX_GT_256",))
    monkeypatch.setattr(listing, "SAMPLES", (*SAMPLES, wrong))
    assert listing_text(run_samples(), "en").endswith("self-check: FAILED (wrong)\n")
    assert run("--lang", "en").code == 1


def test_listing_cites_the_books_sources() -> None:
    from tilesite.facts.rows_tma_book import BOOK_FACTS

    assert set(LISTING_CITES) == {fact.key for fact in BOOK_FACTS}
    assert all(fact.seed_locator for fact in BOOK_FACTS)
