"""The sub-commands of ``tilesite``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

from tilesite.console import DONE, FAILED, UNUSABLE, Given, Streams, asked_language
from tilesite.errors import Fault, InputError, quoted, shown
from tilesite.fields import nearest, one_of
from tilesite.language import Message, Text
from tilesite.pages.built import compare_with_site
from tilesite.pages.check import CheckedPage, find_pages, verify_pages
from tilesite.pages.command_flags import EXAMPLES, FLAGS, check_flags, schema_flags, update_flags
from tilesite.pages.formats import FORMATS, Outcome
from tilesite.pages.kinds import KIND_NAMES
from tilesite.pages.problems import UNREADABLE, WARNING, Problem
from tilesite.pages.schema import schemas
from tilesite.pages.settings import Settings
from tilesite.pages.site import pages_of, site_of, site_of_config
from tilesite.pages.unrun import unrun_blocks
from tilesite.pages.update import Update, distinct, update_of, write_updates
from tilesite.pages.visible import one_line
from tilesite.signals import orderly
from tilesite.workers import lost_workers, read_jobs

_USAGE = Text(
    "usage: tilesite COMMAND [FLAGS]\n\nVerified pages: their blocks are run, and what they show is compared.\n"
    "Each command has a page of its own: tilesite COMMAND --help.\n\ncommands:\n",
    "用法：tilesite COMMAND [参数]\n\n验证过的页面：运行其中的块，并对照所显示的内容。\n"
    "每个命令都有自己的说明：tilesite COMMAND --help。\n\n命令：\n",
)
_A_COMMAND = Text("one of {names}", "下列之一：{names}")


def run_command(argv: Sequence[str], streams: Streams) -> int:
    """Runs the sub-command that ``argv`` names. Raises InputError on bad usage."""
    if argv and argv[0] in COMMANDS:
        return COMMANDS[argv[0]](argv[1:], streams)
    if argv and argv[0] in ("--help", "-h"):
        streams.stdout.write(overview(asked_language(argv, "en")))
        return DONE
    got = quoted(argv[0]) if argv else shown(None)
    near = nearest(argv[0], list(EXAMPLES)) if argv else None
    example = EXAMPLES[near or "check"]
    raise InputError(Fault("arguments", _A_COMMAND.with_values(names=", ".join(EXAMPLES)), got, example))


def overview(lang: str) -> str:
    """The help page of ``tilesite`` itself: each command with the first line that its own page has."""
    descriptions = {name: flags().description for name, flags in FLAGS.items()}
    firsts = {
        name: (said if isinstance(said, str) else Message(said).say(lang)).split("\n\n")[0].replace("\n", " ")
        for name, said in descriptions.items()
    }
    return Message(_USAGE).say(lang) + "".join(f"  {name:13}{first}\n" for name, first in firsts.items())


def _check(argv: Sequence[str], streams: Streams) -> int:
    arguments = check_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    if arguments.format not in FORMATS:
        raise one_of("format", list(FORMATS), arguments.format, "sarif")
    pages = _verified(arguments, argv, require_all=arguments.require_all)
    problems = [problem for checked in pages for problem in checked.page.problems]
    # A built site shows it block by block.
    problems += compare_with_site(pages, arguments.site) if arguments.site else unrun_blocks(pages)
    blocks = sum(len(checked.page.answers) for checked in pages)
    outcome = Outcome(tuple(checked.page.path for checked in pages), blocks, tuple(problems))
    if arguments.diff and arguments.format == "text":
        streams.stdout.write("".join(_diff(update_of(checked)) for checked in pages))
    streams.stdout.write(FORMATS[arguments.format](outcome))
    return _exit_code(outcome.failures)


def _update(argv: Sequence[str], streams: Streams) -> int:
    arguments = update_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    updates = [update_of(checked) for checked in _verified(arguments, argv, require_all=False)]
    changing = distinct([update for update in updates if update.is_needed])
    if arguments.diff:
        streams.stdout.write("".join(map(_diff, changing)))
    problems = [problem for update in updates for problem in update.rest]
    if not arguments.check:
        problems += write_updates(changing)
    for problem in problems:
        streams.stdout.write(f"{problem}\n")
    verb = "would change" if arguments.check else "updated"
    streams.stdout.write("".join(f"{verb}: {one_line(update.checked.page.path)}\n" for update in changing))
    streams.stdout.write(f"{len(updates)} pages, {len(changing)} {verb}\n")
    failed = FAILED if arguments.check and changing else DONE
    return max(failed, _exit_code([problem for problem in problems if problem.kind != WARNING]))


def _schema(argv: Sequence[str], streams: Streams) -> int:
    arguments = schema_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    for kind in arguments.kinds:
        if kind not in KIND_NAMES:
            raise one_of("kind", KIND_NAMES, kind, "tile")
    streams.stdout.write(schemas(arguments.kinds))
    return DONE


def _cite(argv: Sequence[str], streams: Streams) -> int:
    from tilesite.pages.cite.command import run_cite  # only this command opens sources

    return run_cite(argv, streams)


COMMANDS: dict[str, Callable[[Sequence[str], Streams], int]] = {
    "check": _check,
    "update": _update,
    "cite": _cite,
    "schema": _schema,
}
"""The sub-commands."""


def _verified(arguments: Given, argv: Sequence[str], *, require_all: bool) -> tuple[CheckedPage, ...]:
    def change(settings: Settings) -> Settings:
        lang = asked_language(argv, settings.lang)
        return settings._replace(lang=lang, require_all=settings.require_all or require_all)

    jobs = read_jobs(arguments.jobs)
    if arguments.config is None:
        find_site, usual = site_of, "docs"
    else:
        config = Path(arguments.config)
        find_site, usual = partial(site_of_config, config), str(pages_of(config))
    try:
        found = find_pages(arguments.paths or [usual], arguments.exclude, find_site)
        with orderly():
            return verify_pages(found, change, jobs, find_site)
    except BrokenExecutor as error:
        raise lost_workers(error, EXAMPLES["check"]) from None


def _exit_code(problems: Sequence[Problem]) -> int:
    if any(problem.kind == UNREADABLE for problem in problems):
        return UNUSABLE
    return FAILED if problems else DONE


def _diff(update: Update) -> str:
    """What updating a page changes, as a unified diff; empty where nothing is to do."""
    if not update.is_needed:
        return ""
    from difflib import unified_diff

    path = one_line(update.checked.page.path)
    old, new = (data.decode("utf-8").split("\n") for data in (update.old, update.new))
    return "".join(f"{line}\n" for line in unified_diff(old, new, path, path, lineterm=""))
