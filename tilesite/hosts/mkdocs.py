"""The events of MkDocs, each as one plain function: see ``hooks/tilesite_hook.py``."""

from __future__ import annotations

from errno import ELOOP
from functools import lru_cache
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tilesite.errors import InputError
from tilesite.hosts import macros as macros_of
from tilesite.hosts.build import Build, anchors_of
from tilesite.hosts.provenance import with_provenance
from tilesite.hosts.styles import ASSETS, STYLES
from tilesite.pages.nesting import nesting
from tilesite.pages.paths import real
from tilesite.pages.problems import WARNING, Problem
from tilesite.pages.settings import Settings, read_settings
from tilesite.pages.snippets import Snippets, site_snippets
from tilesite.pages.source import read_file
from tilesite.pages.visible import one_line

_PACKAGE = Path(__file__).resolve().parents[1]
_SOURCES = (".py", ".jinja", ".css", ".lock")
_EXTENSION = "tilesite"
_FENCES = ("pymdownx.superfences", "pymdownx.extra")
_SNIPPETS = "pymdownx.snippets"
_log = get_plugin_logger(_EXTENSION)


def add_extension(config: MkDocsConfig) -> MkDocsConfig:
    """on_config: the extension is switched on, with a new Build for this build.

    The style sheets are named, and the footer of every page says where it comes from.
    """
    if source_times() != _times_at_start():
        raise PluginError("tilesite itself has changed since this process began: stop it, and start it again")
    if not set(_FENCES) & set(config.markdown_extensions):
        expected = f"expected {_FENCES[0]} among markdown_extensions, which makes fences, got none"
        raise PluginError(f"tilesite: {expected}. Example: markdown_extensions: [{_FENCES[0]}]")
    options = config.mdx_configs.setdefault(_EXTENSION, {})
    given = {name: value for name, value in options.items() if not isinstance(value, Build)}
    try:
        settings, snippets = _settings(given, config), _snippets(config)
    except InputError as error:
        raise PluginError(f"tilesite: {error}") from None
    options["build"] = Build(settings, snippets)
    if _EXTENSION not in config.markdown_extensions:
        config.markdown_extensions.append(_EXTENSION)
    config.copyright = with_provenance(config.copyright, _root(config) or Path.cwd(), options["build"].settings.lang)
    config.extra_css.extend(style for name in STYLES if (style := f"assets/{name}") not in config.extra_css)
    return config


def watch(server: LiveReloadServer) -> LiveReloadServer:
    """on_serve: a change of tilesite itself, its facts among it, is noticed too."""
    server.watch(str(_PACKAGE))
    return server


def source_times() -> tuple[tuple[str, int], ...]:
    """The files of tilesite itself, each with the time of its last change."""
    files = [path for path in _PACKAGE.rglob("*") if path.suffix in _SOURCES]
    return tuple(sorted((str(path), path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=1)
def _times_at_start() -> tuple[tuple[str, int], ...]:
    # Python loads a module once, so that a later build in this process would show what an older program said.
    return source_times()


def read_pages(files: Files, config: MkDocsConfig) -> Files:
    """on_files: every page is read from its file, where lines are the author's. Raises on unreadable pages."""
    build = _build(config)
    bad: list[str] = []
    for file in files.documentation_pages():
        shown = _shown_path(file, config)
        try:
            data = _content(file)
        except OSError as error:
            bad.append(
                f"{one_line(shown)}:1:1: page: expected a file that can be read, got {error.strerror}. Example: a copy"
            )
        else:
            build.read(file.src_uri, data, shown)
    bad += [str(problem) for problem in build.fatal()]
    if bad:
        raise PluginError("\n".join(bad))
    for name in STYLES:
        files.append(File.generated(config, f"assets/{name}", abs_src_path=str(ASSETS / name)))
    return files


def name_blocks(page: Page, config: MkDocsConfig) -> None:
    """on_page_markdown, before others: mkdocs-macros is told which names it has to leave alone."""
    macros = config.plugins.get("macros")
    if macros is not None:
        macros_of.name_blocks(macros, _build(config).ids_of(page.file.src_uri))


def compare_pages(files: Files, config: MkDocsConfig) -> None:
    """on_env: all problems of all pages at once, before anything is written. Raises in a strict build.

    MkDocs, which checks links after this, is told the anchors of blocks and generated tables: it knows those of
    Markdown alone.
    """
    build = _build(config)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for file in files.documentation_pages():
        if file.page is None or file.page.content is None:
            continue
        found = build.problems(file.src_uri, file.page.content)
        problems.extend(each for each in found if each.kind != WARNING)
        warnings.extend(each for each in found if each.kind == WARNING)
        file.page.content = build.notice(file.src_uri, found) + file.page.content
        file.page.present_anchor_ids = {*(file.page.present_anchor_ids or ()), *anchors_of(file.page.content)}
    for problem in warnings:
        _log.info("%s", problem)  # a warning of the log would count in a strict build
    if problems and config.strict:
        listed = "\n".join(str(problem) for problem in problems)
        raise PluginError(f"{len(problems)} problems in verified blocks:\n{listed}")
    for problem in problems:
        _log.warning("%s", problem)


def _content(file: File) -> bytes:
    """The bytes of a page. Raises OSError when it cannot be read, or when it is a link out of its folder."""
    if file.abs_src_path is None or file.src_dir is None:
        return file.content_bytes
    folder, path = real(Path(file.src_dir)), Path(file.abs_src_path)
    if not real(path).is_relative_to(folder):
        raise OSError(ELOOP, f"a link out of {folder.name}")
    return read_file(path)


def _settings(options: dict[str, object], config: MkDocsConfig) -> Settings:
    named = {name: config.mdx_configs.get(name) for name in config.markdown_extensions}
    return read_settings(options)._replace(nesting=nesting(named))


def _snippets(config: MkDocsConfig) -> Snippets | None:
    if _SNIPPETS not in config.markdown_extensions:
        return None
    docs = real(Path(config.docs_dir))
    root = _root(config) or docs.parent
    snippets = site_snippets(config.mdx_configs.get(_SNIPPETS) or {}, docs, root)
    # The extension itself looks for relative paths where the build was started, which may be anywhere.
    config.mdx_configs[_SNIPPETS] = dict(snippets.options)
    return snippets


def _root(config: MkDocsConfig) -> Path | None:
    return real(Path(config.config_file_path)).parent if config.config_file_path else None


def _build(config: MkDocsConfig) -> Build:
    build: Build = config.mdx_configs[_EXTENSION]["build"]
    return build


def _shown_path(file: File, config: MkDocsConfig) -> str:
    if file.abs_src_path is None:
        return file.src_uri
    path = Path(file.abs_src_path)
    root = _root(config) or path.parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
