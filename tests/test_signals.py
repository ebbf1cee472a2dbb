"""Signals that wait while something is half made, and that are met once."""

from __future__ import annotations

import signal
import threading

import pytest

from tilesite.signals import held, orderly


def test_an_interrupt_waits_for_the_end_of_the_block() -> None:
    before = signal.getsignal(signal.SIGINT)
    reached = []
    with pytest.raises(KeyboardInterrupt), held():  # noqa: PT012 - where it is raised is what is tested
        signal.raise_signal(signal.SIGINT)
        reached.append("the end")
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) == before
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize(
    ("number", "raised"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)], ids=["SIGINT", "SIGTERM"]
)
def test_the_first_signal_is_met_and_no_other(number: signal.Signals, raised: type[BaseException]) -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    met = 0
    try:
        with orderly():
            try:
                signal.raise_signal(number)
            except raised:
                met += 1
                for each in before:
                    signal.raise_signal(each)
        signal.raise_signal(signal.SIGINT)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert met == 1


def test_what_the_caller_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with orderly(), held():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_handlers_are_as_they_were() -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    with orderly():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


def test_another_thread_changes_nothing() -> None:
    seen: list[object] = []

    def look() -> None:
        with orderly(), held():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]
