"""``tilesite cite verify`` and ``tilesite cite bump``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from pathlib import Path

from tilesite.console import DONE, FAILED, Streams
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.facts.lock import Lock, facts_date, lock_text, read_lock
from tilesite.facts.record import recorded
from tilesite.facts.rules import faults_of
from tilesite.facts.types import Fact
from tilesite.facts.verify import check_fact
from tilesite.fields import nearest, one_of
from tilesite.language import Message
from tilesite.pages.atomic import ChangedError, replace_file
from tilesite.pages.cite import texts
from tilesite.pages.cite.bump import run_bump
from tilesite.pages.cite.flags import VERIFY_EXAMPLE, verify_flags
from tilesite.pages.cite.formats import FORMATS, Verification
from tilesite.pages.cite.session import Facts, opened_trees, session_of, today


def run_cite(argv: Sequence[str], streams: Streams, facts: Facts = Facts()) -> int:  # noqa: B008 - frozen
    """Runs the sub-command that ``argv`` names. Raises InputError on bad usage and unopenable sources."""
    if argv and argv[0] in COMMANDS:
        return COMMANDS[argv[0]](argv[1:], streams, facts)
    if argv and argv[0] in ("--help", "-h", "--version"):
        verify_flags().read(argv[:1], streams.stdout)
        return DONE
    got = quoted(argv[0]) if argv else shown(None)
    expected = texts.A_COMMAND.with_values(names=", ".join(f"cite {name}" for name in COMMANDS))
    raise InputError(Fault("arguments", expected, got, VERIFY_EXAMPLE))


def _verify(argv: Sequence[str], streams: Streams, facts: Facts) -> int:
    arguments = verify_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    name = "json" if arguments.json else arguments.format
    if name not in FORMATS:
        raise one_of("format", list(FORMATS), name, "sarif")
    faults = faults_of(facts.rows, facts.sources)
    if faults:
        raise InputError(*faults)
    session = session_of(arguments, facts.sources)
    rows = _chosen(facts.rows, arguments.keys)
    if arguments.write and (session.roots or arguments.keys):
        expected = texts.PINNED if session.roots else texts.ALL_FACTS
        got = "--root" if session.roots else quoted(arguments.keys[0])
        raise InputError(Fault("--write", Message(expected), got, f"{VERIFY_EXAMPLE} --write"))
    lock = _read(facts.lock, writing=arguments.write)
    trees = opened_trees(session, facts.sources, rows)
    checked = tuple(check_fact(fact, facts.sources, lock, trees) for fact in rows)
    if arguments.write:
        new = recorded(checked, facts.sources, trees, lock, today())
        _write(facts.lock, lock_text(new))
        lock = new
    told = Verification(checked, facts.sources, lock)
    streams.stdout.write(FORMATS[name](told))
    return DONE if told.ok else FAILED


def _chosen(rows: Sequence[Fact], keys: Sequence[str]) -> tuple[Fact, ...]:
    known = {fact.key: fact for fact in rows}
    for key in keys:
        if key not in known:
            near = nearest(key, list(known))
            expected = texts.A_FACT_NEAR.with_values(near=near) if near else Message(texts.A_FACT)
            raise InputError(Fault("KEYS", expected, quoted(key), f"{VERIFY_EXAMPLE} {near or 'plan-box-256'}"))
    return tuple(known[key] for key in dict.fromkeys(keys)) if keys else tuple(rows)


def _read(path: Path, *, writing: bool) -> Lock:
    try:
        lock = read_lock(path.read_text("utf-8"))
    except FileNotFoundError:
        return Lock({}, {})
    except (OSError, UnicodeError) as error:
        raise InputError(Fault(path.name, Message(texts.A_READABLE), str(error), f"{VERIFY_EXAMPLE} --write")) from None
    now = datetime.now(timezone.utc).date().isoformat()
    if facts_date(lock) > now and not writing:
        expected = texts.A_DAY.with_values(today=now)
        raise InputError(Fault(path.name, expected, facts_date(lock), f"{VERIFY_EXAMPLE} --write"))
    return lock


def _write(path: Path, text: str) -> None:
    """Replaces the record in one step, when it changes."""
    new = text.encode("utf-8")
    try:
        old = path.read_bytes() if path.exists() else b""
        if old != new:
            path.touch()
            replace_file(path, old, new)
    except (OSError, ChangedError) as error:
        got = (error.strerror if isinstance(error, OSError) else None) or Message(texts.CHANGED_FILE)
        raise InputError(Fault(path.as_posix(), Message(texts.WRITABLE), got, f"{VERIFY_EXAMPLE} --write")) from None


COMMANDS: dict[str, Callable[[Sequence[str], Streams, Facts], int]] = {"verify": _verify, "bump": run_bump}
"""The sub-commands of ``tilesite cite``."""
