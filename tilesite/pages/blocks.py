"""One block: from its fence to its answer. The programs are run on its body, and its expectation is checked."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from tilesite.errors import Fault, InputError, quoted
from tilesite.findings import FAIL, failed_rules
from tilesite.pages.body import Body, BodyError, Position, read_body
from tilesite.pages.commands import CommandError, Printed, read_commands, run_command
from tilesite.pages.fence import Fence, characters
from tilesite.pages.header import Header
from tilesite.pages.kinds import COMMANDS, KINDS
from tilesite.pages.options import OptionFault, Options, read_options
from tilesite.pages.problems import DIFFERENCE, UNREADABLE, Place, Problem
from tilesite.pages.settings import Settings
from tilesite.report import Report


class Block(NamedTuple):
    """A block of a page. ``place`` is its opening fence.

    ``raw`` are the lines of its body as the source has them; they begin behind ``indent`` columns. ``id_at`` is the
    offset of its id from the fence, where it has one.
    """

    kind: str
    options: Options
    body: str
    place: Place
    raw: tuple[str, ...]
    indent: int
    mark: str
    id_at: int = 0

    @property
    def id_place(self) -> Place:
        """Where its id stands."""
        return self.place._replace(column=self.place.column + self.id_at)


class Answer(NamedTuple):
    """What a block's program said, or None with the problems that kept it from being asked.

    ``problems`` also holds an expectation that was not met; the report is there all the same.
    ``printed`` is what the commands of a command block printed, which has no report. ``candidates`` counts those
    that sweeps tried.
    """

    block: Block
    report: Report | None
    problems: tuple[Problem, ...]
    printed: tuple[Printed, ...] = ()
    candidates: int = 0

    @property
    def output(self) -> str | None:
        """The text that the block's programs printed, None when none ran. Of several commands, with the commands."""
        if self.report:
            return self.report.text
        if len(self.printed) == 1:
            return self.printed[0].text
        return "".join(f"$ {each.written}\n{each.text}" for each in self.printed) or None


class _Ran(NamedTuple):
    """What running a block gave."""

    report: Report | None = None
    problems: tuple[Problem, ...] = ()
    printed: tuple[Printed, ...] = ()
    candidates: int = 0


def block_mark(kind: str, options: tuple[tuple[str, str], ...], body: str) -> str:
    """What names a block in the built page: its kind and a hash of the options and body that the renderer saw."""
    written = "\0".join((kind, *(f"{name}={value}" for name, value in sorted(options)), "", body))
    return f"{kind}:{sha256(written.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"


def recorded_mark(answer: Answer) -> str:
    """What names the recorded output of a block in the built page."""
    return f"output:{answer.block.mark}"


def answer_block(header: Header, fence: Fence, place: Place, settings: Settings, bound: int) -> Answer:
    """Reads and runs one block. ``bound`` is how many candidates its sweeps may try, of those that settings allow."""
    options, refused = read_options(header.options)
    mark = block_mark(header.kind, fence.options, fence.body)
    block = Block(header.kind, options, fence.body, place, fence.raw, fence.indent, mark, fence.info_at + header.id_at)
    problems = [_at(block, fence.info_at + offset, code, message) for offset, code, message in header.faults]
    problems += [
        _at(block, fence.info_at + _offset(fence.info, fault), "option-value", fault.message) for fault in refused
    ]
    lang = options.lang or settings.lang
    ran = _run_commands(block, bound) if block.kind == COMMANDS else _run(block, lang, bound)
    answer = Answer(block, ran.report, (), ran.printed, ran.candidates)
    problems += ran.problems
    too_long = _too_long(answer, settings.output_characters)
    if too_long:
        return answer._replace(report=None, printed=(), problems=(*problems, *too_long))
    if not problems:
        problems += _unmet(block, ran.report) if ran.report else _unmet_exit(block, ran.printed)
    return answer._replace(problems=tuple(problems))


def _run(block: Block, lang: str, bound: int) -> _Ran:
    kind = KINDS[block.kind]
    first = next((field for field in kind.fields if field.required), kind.fields[0])
    try:
        body = read_body(block.body, f"{first.name}: {first.example}", nested=kind.nested)
    except BodyError as error:
        return _Ran(problems=(_in_body(block, error.position, "bad-body", error.message),))
    try:
        report = kind.run(body.values, lang, bound)
    except InputError as error:
        return _Ran(problems=tuple(_config_problem(block, body, fault) for fault in error.faults))
    tried = report.json.get("candidates", 0)
    return _Ran(report, candidates=tried if isinstance(tried, int) else 0)


def _run_commands(block: Block, bound: int) -> _Ran:
    printed: list[Printed] = []
    tried = 0
    try:
        for command in read_commands(block.body):
            answer, candidates = run_command(command, bound - tried)
            printed.append(answer)
            tried += candidates
    except CommandError as error:
        return _Ran(problems=(_in_body(block, error.position, "bad-command", error.message),), candidates=tried)
    return _Ran(printed=tuple(printed), candidates=tried)


def _too_long(answer: Answer, bound: int) -> list[Problem]:
    size = len(answer.output or "")
    if size <= bound:
        return []
    message = f"block: expected at most {bound} characters of output, got {size}. Example: fewer rows, topk: 20"
    return [_at(answer.block, 0, "output-size", message)]


def _unmet_exit(block: Block, printed: tuple[Printed, ...]) -> list[Problem]:
    wanted = [0] * (len(printed) - 1) + [block.options.exit]
    for number, (each, code) in enumerate(zip(printed, wanted), 1):
        if each.code != code:
            which = f"command {number}" if len(printed) > 1 else "command"
            last = each.text.rstrip().rsplit("\n", 1)[-1]
            message = (
                f"{which}: expected exit code {code}, got {each.code} ({quoted(last, 200)}). "
                f'Example: exit="{each.code}" on a block that ends with it'
            )
            return [_at(block, 0, "unmet-exit", message, DIFFERENCE)]
    return []


def _config_problem(block: Block, body: Body, fault: Fault) -> Problem:
    if fault.where in body.keys_at:
        unknown = fault.right_key not in (None, fault.where)
        position = (body.keys_at if unknown else body.values_at)[fault.where]
        return _in_body(block, position, "bad-config", fault.say())
    return _at(block, 0, "bad-config", fault.say())


def _unmet(block: Block, report: Report) -> list[Problem]:
    options, failed = block.options, failed_rules(report.findings)
    got = f"fail:{','.join(failed)}" if failed else "pass" if report.ok else "fail"
    met = report.ok == (options.expect != "fail") and (options.rules is None or options.rules == set(failed))
    if met or (options.expect is None and not options.strict):
        return []
    reasons = "; ".join(f.message.say() for f in report.findings if f.severity == FAIL)
    because = f" ({reasons})" if reasons else ""
    if options.expect is None:
        message = f'block: expected a config that passes, got {got}{because}. Example: expect="{got}"'
        return [_at(block, 0, "unexpected-failure", message, DIFFERENCE)]
    wanted = "fail:" + ",".join(sorted(options.rules)) if options.rules else options.expect
    message = f'option expect: expected {wanted}, got {got}{because}. Example: expect="{got}"'
    return [_at(block, 0, "unmet-expectation", message, DIFFERENCE)]


def _in_body(block: Block, position: Position, code: str, message: str) -> Problem:
    column = block.place.column + position.column
    if position.line < len(block.raw):
        column = characters(block.raw[position.line], block.indent + position.column) + 1
    return Problem(Place(block.place.path, block.place.line + 1 + position.line, column), UNREADABLE, code, message)


def _at(block: Block, offset: int, code: str, message: str, kind: str = UNREADABLE) -> Problem:
    return Problem(block.place._replace(column=block.place.column + offset), kind, code, message)


def _offset(info: str, fault: OptionFault) -> int:
    return max(info.find(f"{fault.name}="), 0)
