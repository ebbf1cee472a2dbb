"""What a site's own configuration says that matters to its pages, read as data: mkdocs.yml and its like.

Nothing in it is run: tags that would make Python objects are read as nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import tomllib
import yaml

from tilesite.errors import Fault, InputError
from tilesite.language import Message, Text
from tilesite.pages.nesting import MATHS, PLACING_EXTENSIONS, Nesting
from tilesite.pages.settings import Settings, read_settings
from tilesite.pages.snippets import Snippets

NAMES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml", "zensical.toml")
_FENCES = "pymdownx.superfences"
_SNIPPETS = "pymdownx.snippets"
_EXTENSION = "tilesite"
# More that nest and that a site may have: they change where a fence stands only when it names them.
_MORE_NESTING = ("pymdownx.blocks.admonition", "pymdownx.blocks.details", "pymdownx.blocks.tab", "pymdownx.blocks.html")
_A_CONFIG = Text("a configuration that can be read ({problem})", "可读的配置（{problem}）")
_BROKEN = Text("a broken one", "损坏的配置")
_A_CHAIN = Text("a configuration that does not inherit from itself", "不会继承自身的配置")
_A_LOOP = Text("a loop", "循环继承")


class Site(NamedTuple):
    """A site: the folder of its configuration and of its pages, its settings, how it includes snippets.

    ``unbuilt`` are patterns, in the grammar of .gitignore, of pages that a build leaves out. ``translations`` are
    sites with a configuration of their own (mkdocs.zh.yml beside mkdocs.yml) whose pages stand in a folder of this
    one's pages, and are built into the folder of that name; ``whole`` is then the folder of all pages.
    """

    root: Path
    docs: Path
    settings: Settings = Settings()
    snippets: Snippets | None = None
    unbuilt: tuple[str, ...] = ()
    translations: tuple[Site, ...] = ()
    whole: Path | None = None

    def owner(self, file: Path) -> Site:
        """The translation that ``file`` is a page of, or this site."""
        page = file.resolve()
        return next((each for each in self.translations if page.is_relative_to(each.docs)), self)


def site_of(folder: Path) -> Site:
    """The site whose pages stand in ``folder``, above it or below it; without a configuration, all defaults.

    The outermost configuration whose pages ``folder`` belongs to is the site's: one that stands among the pages
    may come from anybody.
    """
    start = folder.resolve()
    found = [parent / name for parent in (start, *start.parents) for name in NAMES if (parent / name).is_file()]
    around = [file for file in found if start.is_relative_to(_docs(file, _config(file)))]
    own = around[-1:] or [file for file in found if file.parent == start]
    if not own:
        return Site(start.parent, start)
    site = _read(own[0])
    return site._replace(translations=_translations(own[0], site.docs))


def site_snippets(options: Mapping[str, object], docs: Path, root: Path) -> Snippets:
    """How a site with these options includes snippets.

    Pages may reach into the folder of the pages, and into the folders that the site names for its snippets if these
    stand inside the site's folder and not around the pages.
    """
    given = options.get("base_path", ["."])
    bases = [given] if isinstance(given, str) or not isinstance(given, Sequence) else given
    folders = [(root / str(base)).resolve() for base in bases]
    within = [folder for folder in folders if folder.is_relative_to(root.resolve()) and not docs.is_relative_to(folder)]
    named = {**options, "base_path": [str(folder) for folder in folders]}
    return Snippets(named, (docs, *within), root.resolve())


def nesting(extensions: Mapping[str, object]) -> Nesting:
    """Of a site's Markdown extensions with their options, those that decide where things stand.

    SuperFences is always one.
    """
    names = list(extensions)
    short = {name.rsplit(".", 1)[-1]: name for name in PLACING_EXTENSIONS if not name.startswith("pymdownx.")}
    plain = {short.get(name.removeprefix("markdown.extensions."), name) for name in names}
    if "extra" in plain or "markdown.extensions.extra" in names or "pymdownx.extra" in plain:
        plain |= {"attr_list", "def_list", "footnotes", "md_in_html", "tables"}
    known = (*PLACING_EXTENSIONS, *_MORE_NESTING, MATHS)
    own = extensions.get(_FENCES) or _mapping(extensions.get("pymdownx.extra")).get(_FENCES)
    no_code = _mapping(own).get("disable_indented_code_blocks") is True
    return Nesting(tuple(name for name in known if name in plain or name == _FENCES), not no_code)


def _read(file: Path) -> Site:
    config = _config(file)
    root, docs = file.parent, _docs(file, config)
    extensions = _extensions(config.get("markdown_extensions"))
    settings = _settings(extensions.get(_EXTENSION), file)
    if extensions:
        settings = settings._replace(nesting=nesting(extensions))
    options = extensions.get(_SNIPPETS)
    snippets = site_snippets(_mapping(options), docs, root) if _SNIPPETS in extensions else None
    unbuilt = [line for key in ("exclude_docs", "draft_docs") for line in str(config.get(key) or "").split("\n")]
    return Site(root, docs, settings, snippets, tuple(unbuilt))


def _translations(file: Path, whole: Path) -> tuple[Site, ...]:
    """The sites beside a configuration, such as mkdocs.zh.yml, whose pages stand in a folder of its pages."""
    beside = sorted(file.parent.glob(f"{file.stem}.*{file.suffix}"))
    sites = [_read(each)._replace(whole=whole) for each in beside]
    return tuple(site for site in sites if site.docs != whole and site.docs.is_relative_to(whole))


def _settings(values: object, file: Path) -> Settings:
    try:
        return read_settings(values)
    except InputError as error:
        raise InputError(*(_in_file(fault, file) for fault in error.faults)) from None


def _in_file(fault: Fault, file: Path) -> Fault:
    example = f"{fault.right_key}: {fault.example}" if fault.right_key else fault.example
    return fault._replace(where=f"{file.name}: {fault.where}", example=example, right_key=None)


def _config(file: Path, heirs: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """What a configuration says, with what it inherits where it says nothing, as MkDocs merges the two."""
    config = _mapping(_loaded(file))
    if file.suffix == ".toml":
        return _mapping(config.get("project"))
    if "INHERIT" not in config:
        return config
    parent = (file.parent / str(config["INHERIT"])).resolve()
    if parent in (*heirs, file.resolve()):
        raise InputError(Fault(file.name, Message(_A_CHAIN), Message(_A_LOOP), "INHERIT: mkdocs.yml"))
    return _merged(_config(parent, (*heirs, file.resolve())), config)


def _merged(parent: Mapping[str, Any], child: Mapping[str, Any]) -> Mapping[str, Any]:
    nested = [key for key in child if isinstance(parent.get(key), Mapping) and isinstance(child[key], Mapping)]
    return {**parent, **child, **{key: _merged(parent[key], child[key]) for key in nested}}


def _docs(file: Path, config: Mapping[str, Any]) -> Path:
    return (file.parent / str(config.get("docs_dir") or "docs")).resolve()


def _loaded(file: Path) -> object:
    try:
        text = file.read_text("utf-8-sig")
        return tomllib.loads(text) if file.suffix == ".toml" else yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader
    except (OSError, UnicodeError, yaml.YAMLError, tomllib.TOMLDecodeError) as error:
        problem = " ".join(str(error).split())
        raise InputError(
            Fault(file.name, _A_CONFIG.with_values(problem=problem), Message(_BROKEN), "docs_dir: docs")
        ) from None


def _extensions(named: object, prefix: str = "") -> dict[str, object]:
    """Each extension's name with its options, from a list of names and mappings or from (nested) mappings."""
    found: dict[str, object] = {}
    if isinstance(named, Mapping):
        for name, options in named.items():
            full = f"{prefix}{name}"
            found[full] = options
            if isinstance(options, Mapping) and name in ("pymdownx", "markdown", "extensions", "blocks"):
                found.update(_extensions(options, f"{full}."))
    elif isinstance(named, Sequence) and not isinstance(named, str):
        for each in named:
            found.update(_extensions(each) if isinstance(each, Mapping) else {str(each): None})
    return found


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


class _Loader(yaml.SafeLoader):
    """YAML whose own tags (``!ENV``, ``!!python/name:…``) are read as nothing."""


def _nothing(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> None:
    del loader, suffix, node


_Loader.add_multi_constructor("!", _nothing)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", _nothing)
