"""Findings about the terminal and the computer, and the pages that list them.

No finding contains anything private: no key, code, name, address, or path outside the player's home folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from galli_tui.startup.own_command import NAME, own_command


class Fitness(Enum):
    """How well something serves the game."""

    GOOD = "ok"
    """Nothing needs to change."""
    LIMITED = "limited"
    """The game works, and would be better with a change."""
    FAILING = "failing"
    """The game, or a part of it, cannot work."""


class Finding(NamedTuple):
    """What was found about one thing, what the program does because of it, and what to change."""

    about: str
    """The thing, in one or two words."""
    text: str
    """One or two sentences."""
    verdict: Fitness = Fitness.GOOD
    remedy: str = ""
    """What to change, as sentences; empty if nothing needs to change."""


class FindingGroup(NamedTuple):
    """A heading and what was found under it."""

    title: str
    findings: tuple[Finding, ...]


Examination = Callable[[], Sequence[Finding]]
"""Finds out about one subject."""


def examine(title: str, *examinations: Examination) -> FindingGroup:
    """Return a section of findings. An examination that fails is a finding too, so that the others are still told."""
    found: list[Finding] = []
    for examination in examinations:
        try:
            found += examination()
        except Exception as error:
            found.append(Finding("unknown", f"Part of this could not be examined ({type(error).__name__})."))
    return FindingGroup(title, tuple(found))


def worst(sections: Sequence[FindingGroup]) -> Fitness:
    """Return the worst verdict of all findings."""
    order = list(Fitness)
    verdicts = [finding.verdict for section in sections for finding in section.findings]
    return max(verdicts, key=order.index, default=Fitness.GOOD)


def summary(sections: Sequence[FindingGroup]) -> str:
    """Return the sentence at the end of the page."""
    verdicts = [finding.verdict for section in sections for finding in section.findings]
    failing, limited = verdicts.count(Fitness.FAILING), verdicts.count(Fitness.LIMITED)
    if failing:
        return f"{_things(failing)} must change before everything works; each comes with its remedy."
    if limited:
        return f"The program works. {_things(limited)} could be better; each comes with its remedy."
    return "Nothing needs to change."


def as_lines(sections: Sequence[FindingGroup]) -> Iterator[tuple[str, str]]:
    """Yield the page line by line, each with the indent of its further lines."""
    for section in sections:
        yield section.title, ""
        for finding in section.findings:
            yield f"  {_heading(finding)}: {finding.text}", "    "
            if finding.remedy:
                yield f"    To change it: {finding.remedy}", "    "
        yield "", ""
    yield summary(sections), ""


def as_sentences(sections: Sequence[FindingGroup]) -> Iterator[str]:
    """Yield the page in lines that can be understood alone, for a screen reader."""
    for section in sections:
        for finding in section.findings:
            remedy = f" To change it: {finding.remedy}" if finding.remedy else ""
            yield f"{section.title}, {_heading(finding)}: {finding.text}{remedy}"
    yield summary(sections)


def as_text(sections: Sequence[FindingGroup]) -> str:
    """Return the page as one text with unwrapped lines."""
    return "".join(f"{line}\n" for line, _ in as_lines(sections))


def as_data(sections: Sequence[FindingGroup]) -> dict[str, object]:
    """Return the page as plain data for JSON."""
    return {
        "verdict": worst(sections).value,
        "summary": summary(sections),
        "sections": {
            section.title: [
                {"about": it.about, "verdict": it.verdict.value, "text": it.text, "remedy": it.remedy}
                for it in section.findings
            ]
            for section in sections
        },
    }


def shown_path(path: Path, variable: str = "") -> str:
    """Return a path that can be shown to others: from `~` on, or by the environment variable that names it."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}".removesuffix("/.")
    except (ValueError, RuntimeError):
        pass
    if variable and (named := os.environ.get(variable)) and path.is_relative_to(Path(named)):
        return f"${variable}/{path.relative_to(named).as_posix()}".removesuffix("/.")
    return f"a folder outside your home (its name is {path.name!a})"


def shown_command(words: str) -> str:
    """Return the command that starts this program with these words, in a form that can be shown to others."""
    command = own_command(words)
    with suppress(RuntimeError):  # There is no home.
        if command.startswith(home := f"{Path.home().as_posix()}/"):
            return f"~/{command.removeprefix(home)}"
    return f"{NAME} {words}" if command.startswith(("/", "'/")) else command


def _heading(finding: Finding) -> str:
    return finding.about if finding.verdict is Fitness.GOOD else f"{finding.about} ({finding.verdict.value})"


def _things(count: int) -> str:
    return "1 thing" if count == 1 else f"{count} things"
