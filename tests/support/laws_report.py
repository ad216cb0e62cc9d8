"""A pytest plugin for the laws: the number of matches of the long run, and a summary of all runs."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rules.engine.laws import Findings

PROPERTY = "laws"


def told(game: str, findings: Findings) -> str:
    """Return the figures recorded by `record_property`, across processes."""
    return json.dumps({"game": game, **vars(findings)})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=200, help="random matches of every table in the long run of the laws")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found: dict[str, Findings] = {}
    reports: list[pytest.TestReport] = terminalreporter.getreports("passed")
    for report in reports:
        for name, value in report.user_properties:
            if name == PROPERTY and report.when == "call":
                row = json.loads(str(value))
                game = row.pop("game")
                row["refusals"], row["kinds"] = Counter(row["refusals"]), Counter(row["kinds"])
                found.setdefault(game, Findings()).add(Findings(**row))
    for game, findings in found.items():
        terminalreporter.section(f"laws: {game}")
        for line in lines(findings):
            terminalreporter.write_line(line)


def lines(findings: Findings) -> list[str]:
    """Return the figures, one per line."""
    return [
        f"matches {findings.matches:,}; events {findings.events:,}, the longest match {findings.longest}",
        f"events tried: {findings.legal_tried:,} legal, {findings.refused_tried:,} not; worlds {findings.samples:,}",
        "refusals: " + ", ".join(f"{code} {count:,}" for code, count in findings.refusals.most_common()),
        "events: " + ", ".join(f"{kind} {count:,}" for kind, count in findings.kinds.most_common()),
    ]
