"""The events of MkDocs, each as one plain function: see ``hooks/tilesite_hook.py``."""

from __future__ import annotations

from importlib.resources import files as package_files
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from tilesite.errors import InputError
from tilesite.hosts.build import Build
from tilesite.pages.problems import WARNING, Problem
from tilesite.pages.settings import Settings, read_settings
from tilesite.pages.site import nesting, site_snippets
from tilesite.pages.snippets import Snippets

_EXTENSION = "tilesite"
_SNIPPETS = "pymdownx.snippets"
_STYLE = "assets/tilesite.css"
_log = get_plugin_logger(_EXTENSION)


def add_extension(config: MkDocsConfig) -> MkDocsConfig:
    """on_config: the extension is switched on, with a new Build for this build, and the style sheet is named."""
    options = config.mdx_configs.setdefault(_EXTENSION, {})
    given = {name: value for name, value in options.items() if name != "build"}
    options["build"] = Build(_settings(given, config), _snippets(config))
    if _EXTENSION not in config.markdown_extensions:
        config.markdown_extensions.append(_EXTENSION)
    if _STYLE not in config.extra_css:
        config.extra_css.append(_STYLE)
    return config


def verify_pages(files: Files, config: MkDocsConfig) -> Files:
    """on_files: every page is verified from its file, where lines are the author's. Raises on undecodable pages."""
    build = _build(config)
    for file in files.documentation_pages():
        build.verify(file.src_uri, file.content_bytes, _shown_path(file, config))
    bad = [str(problem) for problem in build.undecodable()]
    if bad:
        raise PluginError("\n".join(bad))
    style = package_files("tilesite.pages").joinpath("assets", "tilesite.css").read_text("utf-8")
    files.append(File.generated(config, _STYLE, content=style))
    return files


def compare_pages(files: Files, config: MkDocsConfig) -> None:
    """on_env: all problems of all pages at once, before anything is written. Raises in a strict build."""
    build = _build(config)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    for file in files.documentation_pages():
        if file.page is None or file.page.content is None:
            continue
        found = build.problems(file.src_uri, file.page.content)
        problems.extend(each for each in found if each.kind != WARNING)
        warnings.extend(each for each in found if each.kind == WARNING)
        file.page.content = build.notice(file.src_uri, file.page.content) + file.page.content
    for problem in warnings:
        _log.info("%s", problem)  # a warning of the log would count in a strict build
    if problems and config.strict:
        listed = "\n".join(str(problem) for problem in problems)
        raise PluginError(f"{len(problems)} problems in verified blocks:\n{listed}")
    for problem in problems:
        _log.warning("%s", problem)


def _settings(options: dict[str, object], config: MkDocsConfig) -> Settings:
    try:
        settings = read_settings(options)
    except InputError as error:
        raise PluginError(f"tilesite: {error}") from None
    return settings._replace(extensions=nesting(config.markdown_extensions))


def _snippets(config: MkDocsConfig) -> Snippets | None:
    if _SNIPPETS not in config.markdown_extensions:
        return None
    docs = Path(config.docs_dir).resolve()
    options = config.mdx_configs.get(_SNIPPETS) or {}
    # The extension looks for relative paths where the build was started.
    return site_snippets(options, docs, Path.cwd())._replace(root=_root(config) or docs.parent)


def _root(config: MkDocsConfig) -> Path | None:
    return Path(config.config_file_path).resolve().parent if config.config_file_path else None


def _build(config: MkDocsConfig) -> Build:
    build: Build = config.mdx_configs[_EXTENSION]["build"]
    return build


def _shown_path(file: File, config: MkDocsConfig) -> str:
    if file.abs_src_path is None:
        return file.src_uri
    path = Path(file.abs_src_path)
    root = _root(config) or path.parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
