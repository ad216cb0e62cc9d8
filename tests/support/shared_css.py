"""A patch that lets all apps of a test run share the rules of Textual's CSS, which each would parse for itself."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation


class SharedRules:
    """The rules parsed so far, by their source and the variables that it was read with."""

    def __init__(self) -> None:
        self._rules: dict[tuple[object, ...], list[RuleSet]] = {}
        self._parse = Stylesheet._parse_rules  # pyright: ignore[reportPrivateUsage]

    def install(self) -> None:
        """Let every stylesheet read its rules here."""
        shared = self

        def parse_rules(sheet: Stylesheet, css: str, read_from: CSSLocation, *more: Any, **named: Any) -> list[RuleSet]:
            return shared.rules(sheet, css, read_from, *more, **named)

        Stylesheet._parse_rules = parse_rules  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]

    def rules(self, sheet: Stylesheet, css: str, read_from: CSSLocation, *more: Any, **named: Any) -> list[RuleSet]:
        """Return the rules of a source, parsed once for each set of variables."""
        variables = sheet._variables  # pyright: ignore[reportPrivateUsage]
        known = sheet.__dict__.get("shared_key")
        if known is None or known[0] is not variables:
            known = sheet.__dict__["shared_key"] = (variables, tuple(sorted(variables.items())))
        key = (known[1], css, read_from, more, tuple(sorted(named.items())))
        if key not in self._rules:
            self._rules[key] = self._parse(sheet, css, read_from, *more, **named)
        return self._rules[key]
