"""The program tma-descriptor: flags in, the listing, one descriptor or a batch out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilesite.console import (
    DONE,
    FAILED,
    UNUSABLE,
    Arguments,
    Streams,
    add_common_flags,
    add_field_flags,
    asked_language,
    given_fields,
)
from tilesite.errors import Fault, InputError, flag_name, shown
from tilesite.fields import one_of
from tilesite.language import Message
from tilesite.tma import texts
from tilesite.tma.command import PROG
from tilesite.tma.encode import encode
from tilesite.tma.fields import FIELDS, WHOLE_EXAMPLE
from tilesite.tma.reports import DEFAULT_LANG
from tilesite.tma.types import Encoding

EXAMPLE = f"{PROG} --dtype f16 --shape 4096,4096 --box 128,64 --swizzle 128B"
LISTING_LANG = "zh"

if TYPE_CHECKING:
    from tilesite.console import Given

_NEGATIVE = re.compile(r"-[0-9]")


def main(argv: Sequence[str], streams: Streams) -> int:
    """Runs the program. Raises InputError for what cannot be read."""
    words = _with_negative_values(argv)
    arguments = flags().read(words, streams.stdout)
    if arguments is None:
        return DONE
    config = given_fields(arguments, FIELDS)
    _refuse_contradictions(arguments, config)
    if arguments.explain is not None:
        return _explain(arguments.explain, streams, lang=arguments.lang, as_json=arguments.json)
    if arguments.batch is not None:
        return _batch(arguments.batch, config, streams, lang=arguments.lang, strict=arguments.strict)
    if not config:
        return _listing(streams, asked_language(argv, LISTING_LANG), as_json=arguments.json)
    encoding = encode(config)
    if arguments.emit is not None:
        streams.stdout.write(_emitted(arguments.emit, encoding, config, arguments.lang))
    else:
        _one(encoding, streams, lang=arguments.lang, as_json=arguments.json)
    return FAILED if arguments.strict and not encoding.ok else DONE


def flags() -> Arguments:
    """The flags of the program without a sub-command."""
    parser = Arguments(prog=PROG, example=EXAMPLE, description=texts.DESCRIPTION, epilog=texts.EPILOG)
    add_common_flags(parser, DEFAULT_LANG)
    parser.add_argument("--explain", metavar="RULE", help=texts.EXPLAIN)
    parser.add_argument("--emit", metavar="LANGUAGE", help=texts.EMIT)
    add_field_flags(parser, FIELDS)
    return parser


def _with_negative_values(argv: Sequence[str]) -> list[str]:
    """``argv`` with "--flag -1,-1" as "--flag=-1,-1": a word that begins with a minus and a digit is a value."""
    words: list[str] = []
    for word in argv:
        if _NEGATIVE.match(word) and words and words[-1].startswith("--"):
            words[-1] += "=" + word
        else:
            words.append(word)
    return words


def _listing(streams: Streams, lang: str, *, as_json: bool) -> int:
    from tilesite.tma.listing import SAMPLES, listing_text, run_samples

    listing = run_samples()
    if as_json:
        from tilesite.batch import encode as dump
        from tilesite.tma.as_json import SCHEMA, encoding_json

        pairs = zip(SAMPLES, listing.encodings)
        samples = [{"label": sample.label, **encoding_json(encoding, lang)} for sample, encoding in pairs]
        answer = {"schema": SCHEMA, "self_check": not listing.wrong, "samples": samples}
        streams.stdout.write(dump(answer) + "\n")
    else:
        streams.stdout.write(listing_text(listing, lang))
    return FAILED if listing.wrong else DONE


def _one(encoding: Encoding, streams: Streams, *, lang: str, as_json: bool) -> None:
    if as_json:
        from tilesite.batch import encode as dump
        from tilesite.tma.as_json import encoding_json

        streams.stdout.write(dump(encoding_json(encoding, lang)) + "\n")
    else:
        from tilesite.tma.render import text_of

        streams.stdout.write(text_of(encoding, lang))


def _emitted(language: str, encoding: Encoding, config: Mapping[str, object], lang: str) -> str:
    from tilesite.tma.emit import LANGUAGES, emit

    if language not in LANGUAGES:
        raise one_of("emit", LANGUAGES, language, "c")
    return emit(encoding, language, config, lang)


def _explain(name: str, streams: Streams, *, lang: str, as_json: bool) -> int:
    from tilesite.tma.explain import explain_json, explain_text, find_rule

    rule = find_rule(name)
    if as_json:
        from tilesite.batch import encode as dump

        streams.stdout.write(dump(explain_json(rule, lang)) + "\n")
    else:
        streams.stdout.write(explain_text(rule, lang))
    return DONE


def _refuse_contradictions(arguments: Given, config: Mapping[str, object]) -> None:
    """--explain goes alone; --emit prints source text, for one config."""
    given = [name for name in ("explain", "batch", "emit") if getattr(arguments, name) is not None]
    if arguments.explain is not None and config:
        given.append(next(iter(config)))
    if arguments.emit is not None and arguments.json:
        given.append("json")
    if len(given) > 1:
        values = {"first": flag_name(given[0]), "second": flag_name(given[1])}
        raise InputError(Fault("arguments", texts.NOT_BOTH.with_values(**values), Message(texts.BOTH_GIVEN), EXAMPLE))
    if arguments.emit is not None and not config:
        raise InputError(Fault(flag_name("emit"), Message(texts.A_CONFIG), shown(None), EXAMPLE))


def _batch(path: str, config: Mapping[str, object], streams: Streams, *, lang: str, strict: bool) -> int:
    from tilesite.batch import LONGEST_LINE, answer_lines
    from tilesite.files import lines_of, opened
    from tilesite.tma.as_json import encoding_json

    failed = unreadable = False

    def answer(value: object) -> dict[str, object]:
        nonlocal failed
        encoding = encode({**config, **value} if isinstance(value, dict) else value)
        failed = failed or not encoding.ok
        return encoding_json(encoding, lang)

    with opened(path, streams.stdin) as file:
        for line in answer_lines(lines_of(path, file, LONGEST_LINE), answer, lang, WHOLE_EXAMPLE):
            streams.stdout.write(line.text + "\n")
            unreadable = unreadable or not line.readable
    if unreadable:
        return UNUSABLE
    return FAILED if strict and failed else DONE
