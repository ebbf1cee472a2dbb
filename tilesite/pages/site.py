"""What a site's own configuration says that matters to its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message, Text
from tilesite.pages.config import extensions_of, mapping, read_config, text_of
from tilesite.pages.nesting import nesting
from tilesite.pages.paths import plain, real
from tilesite.pages.running import NAME, runs_blocks
from tilesite.pages.settings import Settings, read_settings
from tilesite.pages.snippets import Snippets, site_snippets

NAMES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml", "zensical.toml")
LEFT_OUT = (".*", "/templates/")
"""What MkDocs leaves out of a site, in the grammar of .gitignore, unless ``exclude_docs`` says otherwise."""

_SNIPPETS = "pymdownx.snippets"
_BLOGS = ("blog", "material/blog")
_MOST_BESIDE = 50
_ITS_PAGES = Text("pages below {docs}, as {config} says", "{config} 所说的 {docs} 下的页面")
_A_CONFIG = Text("a site's configuration that exists", "已有的站点配置文件")
_PATTERNS = Text("patterns as in .gitignore", "与 .gitignore 相同的模式")


class Site(NamedTuple):
    """A site: the folder of its configuration and of its pages, its settings, how it includes snippets.

    ``excluded`` and ``drafts`` are patterns, in the grammar of .gitignore, of pages that a build leaves out.
    ``bound`` is the folder that none of the pages asked for may lead out of. ``translations`` are sites with a
    configuration of their own (mkdocs.zh.yml beside mkdocs.yml) whose pages stand in a folder of this one's pages,
    and are built into the folder of that name; ``whole`` is then the folder of all pages. ``has_folders`` is whether
    page.md is built into page/index.html, ``has_blog`` whether a plugin shows pages on other pages and leaves drafts
    out. ``file`` is the configuration, ``runs`` whether it has blocks run.
    """

    root: Path
    docs: Path
    bound: Path
    settings: Settings = Settings()
    snippets: Snippets | None = None
    excluded: tuple[str, ...] = LEFT_OUT
    drafts: tuple[str, ...] = ()
    translations: tuple[Site, ...] = ()
    whole: Path | None = None
    has_folders: bool = True
    has_blog: bool = False
    file: Path | None = None
    runs: bool = True

    def owner(self, file: Path) -> Site:
        """The translation that ``file`` is a page of, or this site."""
        page = real(file)
        own = next((each for each in self.translations if page.is_relative_to(each.docs)), self)
        return own._replace(bound=self.bound)

    @property
    def unbuilt(self) -> tuple[str, ...]:
        """The patterns of all pages that a build leaves out."""
        return (*self.excluded, *self.drafts)


def site_of(folder: Path) -> Site:
    """The site whose pages stand in ``folder``, above it or below it; without a configuration, all defaults.

    The outermost configuration whose pages ``folder`` belongs to is the site's: one that stands among the pages
    may come from anybody, and is not read at all where there is another. Links are not followed on the way there, since
    one among the pages may lead to anything. Raises InputError.
    """
    places = dict.fromkeys((plain(folder), real(folder)))
    for start in places:
        for file in reversed(list(_configs(start))):
            if start.is_relative_to(plain(file.parent / _docs_dir(file))) or real(start).is_relative_to(_docs(file)):
                site = _read(file)
                return site._replace(translations=_translations(file, site.docs))
    start = real(folder)
    for file in _configs(start):
        if file.parent == start:
            site = _read(file)
            return site._replace(translations=_translations(file, site.docs), bound=start)
    return Site(start.parent, start, start)


def site_of_config(file: Path, folder: Path) -> Site:
    """The site of a configuration that was named, for its pages in ``folder``. Raises InputError."""
    config = plain(file)
    docs = pages_of(config)
    site = _read(config)
    if not real(folder).is_relative_to(site.docs):
        expected = _ITS_PAGES.with_values(docs=docs.name, config=file.name)
        example = f"tilesite check {docs.as_posix()} --config {file.name}"
        raise InputError(Fault("PATHS", expected, quoted(str(folder)), example))
    return site._replace(translations=_translations(config, site.docs))


def pages_of(config: Path) -> Path:
    """The folder of a configuration's pages, as seen from here. Raises InputError."""
    if "\0" in str(config) or not config.is_file():
        raise InputError(Fault("config", Message(_A_CONFIG), quoted(str(config)), "mkdocs.yml", "config"))
    here, docs = Path.cwd(), plain(config.parent / _docs_dir(config))
    return docs.relative_to(here) if docs.is_relative_to(here) else docs


def pages_here() -> Path | None:
    """The folder of pages of the configuration in this folder, if there are both."""
    try:
        found = next((pages_of(Path(name)) for name in NAMES if Path(name).is_file()), None)
    except InputError:
        return None
    return found if found and found.is_dir() else None


def built_into(site: Site, folder: Path) -> Site:
    """The configuration beside that of ``site`` which builds its pages into ``folder``, or ``site`` itself."""
    if site.file is None or site.file.suffix == ".toml" or _site_dir(site.file) == real(folder):
        return site
    for file in sorted(site.root.glob("*.yml"))[:_MOST_BESIDE]:
        try:
            other = _read(file) if _site_dir(file) == real(folder) else None
        except InputError:
            continue  # a file of some other program
        if other and other.docs == site.docs:
            return other
    return site


def _configs(start: Path) -> Iterator[Path]:
    """The configurations in a folder and in those around it, the innermost first."""
    return (parent / name for parent in (start, *start.parents) for name in NAMES if (parent / name).is_file())


def _read(file: Path) -> Site:
    config = read_config(file)
    root, docs = file.parent, _docs(file)
    extensions = extensions_of(config.get("markdown_extensions"))
    try:
        settings = read_settings(extensions.get(NAME))
        if extensions:
            settings = settings._replace(nesting=nesting(extensions))
        options = mapping(extensions.get(_SNIPPETS))
        snippets = site_snippets(options, docs, root) if _SNIPPETS in extensions else None
    except InputError as error:
        raise InputError(*(_in_file(fault, file) for fault in error.faults)) from None
    return Site(
        root,
        docs,
        docs,
        settings,
        snippets,
        (*LEFT_OUT, *_patterns(config, "exclude_docs", file)),
        _patterns(config, "draft_docs", file),
        has_folders=config.get("use_directory_urls") is not False,
        has_blog=bool(set(_BLOGS) & set(extensions_of(config.get("plugins")))),
        file=file,
        runs=runs_blocks(config, root),
    )


def _translations(file: Path, whole: Path) -> tuple[Site, ...]:
    """The sites beside a configuration, such as mkdocs.zh.yml, whose pages stand in a folder of its pages."""
    beside = sorted(file.parent.glob(f"{file.stem}.*{file.suffix}"))
    sites = [_read(each)._replace(whole=whole) for each in beside]
    return tuple(site for site in sites if site.docs != whole and site.docs.is_relative_to(whole))


def _patterns(config: Mapping[str, Any], key: str, file: Path) -> tuple[str, ...]:
    lines = tuple(line for line in text_of(config, key, file, "").split("\n") if line.strip())
    if lines:
        from pathspec.gitignore import GitIgnoreSpec  # only sites that leave pages out need it

        try:
            GitIgnoreSpec.from_lines(lines)
        except ValueError as error:
            got = quoted(str(error))
            raise InputError(Fault(f"{file.name}: {key}", Message(_PATTERNS), got, f"{key}: drafts/")) from None
    return lines


def _in_file(fault: Fault, file: Path) -> Fault:
    example = f"{fault.right_key}: {fault.example}" if fault.right_key else fault.example
    return fault._replace(where=f"{file.name}: {fault.where}", example=example, right_key=None)


def _docs_dir(file: Path) -> str:
    return text_of(read_config(file), "docs_dir", file, "docs")


def _docs(file: Path) -> Path:
    return real(file.parent / _docs_dir(file))


def _site_dir(file: Path) -> Path:
    return real(file.parent / text_of(read_config(file), "site_dir", file, "site"))
