"""``tilesite adopt``: the lines that an existing site's configuration lacks, as a patch."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from tilesite.console import DONE, FAILED, Streams
from tilesite.errors import Fault, InputError, quoted
from tilesite.hosts import adoption_texts as texts
from tilesite.hosts.additions import Wanted, with_name
from tilesite.hosts.configs import Config, names, owner, read_configs, text_of
from tilesite.hosts.obstacles import require_none
from tilesite.hosts.patches import by_hand, no_patch, patch
from tilesite.language import Message
from tilesite.pages.command_flags import EXAMPLES, adopt_flags
from tilesite.pages.config import config_of_texts
from tilesite.pages.hook_files import our_hook
from tilesite.pages.visible import one_line

_NAME = "tilesite"
FENCES = Wanted("markdown_extensions", "pymdownx.superfences", ("pymdownx.superfences", "pymdownx.extra"), ())
# A site without the key has the search; one that names any plugin names that too.
PLUGIN = Wanted("plugins", _NAME, (_NAME,), ("search",))


def run_adopt(argv: Sequence[str], streams: Streams) -> int:
    """Prints the lines. Raises InputError when a configuration cannot be read, or written to in this way."""
    arguments = adopt_flags().read(argv, streams.stdout)
    if arguments is None:
        return DONE
    if len(arguments.config) > 1:
        got = texts.COUNT.with_values(count=len(arguments.config))
        raise InputError(Fault("CONFIG", Message(texts.ONE_CONFIG), got, EXAMPLES["adopt"]))
    name = arguments.config[0] if arguments.config else "mkdocs.yml"
    old = read_configs(name)
    new = with_additions(old)
    _require_whole(new)
    lang = arguments.lang
    if new == old:
        streams.stderr.write(texts.NOTHING.with_values(names=_and(old)).say(lang))
    # The text that all others build on comes first.
    changed = [pair for pair in zip(reversed(old), reversed(new)) if pair[0] != pair[1]]
    patched = [(before, after) for before, after in changed if no_patch(after.name) is None]
    if patched:
        command = f"tilesite adopt {one_line(shlex.quote(name))}"
        told = texts.PREFACE.with_values(names=_and([after for _, after in reversed(patched)]), command=command)
        streams.stdout.write(told.say(lang) + "".join(patch(*pair) for pair in patched))
    for before, after in changed:
        why = no_patch(after.name)
        if why is not None:
            streams.stdout.write(by_hand(before, after, why).say(lang))
    if _for_zensical(new):
        streams.stderr.write(texts.FOR_ZENSICAL.with_values(example=PLUGIN.example).say(lang))
    if new == old:
        return DONE
    streams.stderr.write(texts.NEXT.with_values(commands=" && ".join(next_commands(new))).say(lang))
    return FAILED if arguments.check else DONE


def with_additions(chain: tuple[Config, ...]) -> tuple[Config, ...]:
    """The configurations with what the first one lacks, each line in the file that decides what it adds to.

    Raises InputError where that file holds nothing to add to, and where a build would refuse what is there.
    """
    first = chain[0].name
    hook = our_hook(names(chain, "hooks"), Path(first).parent)
    has_plugin = _has(chain, PLUGIN)
    if hook is not None and has_plugin:
        got = texts.BOTH.with_values(hook=quoted(hook))
        raise InputError(Fault(quoted(first), Message(texts.ONE_OF_BOTH), got, PLUGIN.example))
    has_all = has_plugin or hook is not None or _names_extension(chain)
    for wanted in (FENCES, *([] if has_all else [PLUGIN])):
        if not _has(chain, wanted):
            at = owner(chain, wanted.key)
            chain = (*chain[:at], with_name(chain[at], wanted), *chain[at + 1 :])
    return chain


def next_commands(chain: tuple[Config, ...]) -> tuple[str, ...]:
    """What checks the pages, builds them, and checks what was built, as a shell takes it."""
    file = Path(chain[0].name)
    docs, site = (
        shlex.quote(Path(os.path.normpath(file.parent / text_of(chain, key, usual))).as_posix())
        for key, usual in (("docs_dir", "docs"), ("site_dir", "site"))
    )
    generator = "properdocs" if file.stem == "properdocs" else "mkdocs"
    config = "" if file.stem in ("mkdocs", "properdocs") else f" --config {shlex.quote(file.as_posix())}"
    named = "" if file == Path(f"{generator}{file.suffix}") else f" -f {shlex.quote(file.as_posix())}"
    build = f"zensical build -c{named}" if _for_zensical(chain) else f"{generator} build --strict{named}"
    commands = f"tilesite check {docs}{config}", build, f"tilesite check {docs}{config} --site {site}"
    return tuple(map(one_line, commands))


def _require_whole(chain: tuple[Config, ...]) -> None:
    """Raises InputError where the site would not be verified with all that it needs."""
    try:
        said = config_of_texts([config.text for config in chain])
    except ValueError as error:
        expected = texts.A_CONFIG.with_values(problem=str(error))
        raise InputError(Fault(quoted(chain[0].name), expected, Message(texts.NOT_READ), PLUGIN.example)) from None
    require_none(said)


def _and(configs: Sequence[Config]) -> str:
    return ", ".join(one_line(config.name) for config in configs)


def _has(chain: tuple[Config, ...], wanted: Wanted) -> bool:
    return bool(set(names(chain, wanted.key)) & set(wanted.same))


def _names_extension(chain: tuple[Config, ...]) -> bool:
    return _NAME in names(chain, FENCES.key)


def _for_zensical(chain: tuple[Config, ...]) -> bool:
    """Whether the extension alone is named, and nothing for MkDocs."""
    hook = our_hook(names(chain, "hooks"), Path(chain[0].name).parent)
    return _names_extension(chain) and not _has(chain, PLUGIN) and hook is None
