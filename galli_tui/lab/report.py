"""The report of a run: as JSON for programs, and as tables for people. The same results give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.progress_text import rank_name
from galli_tui.lab import figures
from galli_tui.lab.figures import PairedResult, Proportion, Quartiles, WinRecord
from galli_tui.lab.runs import MatchResult, SimulationRun, TableSetup, components_in, result_fields
from galli_tui.style.wording import amount, mode_name
from rules.engine.game import Meta
from rules.engine.score_sheet import Unit
from rules.registry import game_box, game_meta

_COLUMNS = ("lowest", "25 %", "median", "75 %", "highest")
"""The names of the quartiles."""


def as_json(meta: Meta, run: SimulationRun, results: Sequence[MatchResult]) -> dict[str, Any]:
    """Return figures and matches, table by table. Shares are fractions of one; seats count from 1."""
    return {
        "game": run.game,
        "rules_version": meta.rules_version,
        "unit": meta.unit._asdict(),
        **run.identity(),
        "games": run.games,
        "tables": [table_json(run, number, results) for number in range(len(run.tables))],
    }


def as_text(run: SimulationRun, results: Sequence[MatchResult], half: str) -> Iterator[str]:
    """Yield the report's lines. `half` is how half a point is written."""
    for number in range(len(run.tables)):
        if number:
            yield ""
        yield from table_text(run, number, results, half)


def table_text(run: SimulationRun, number: int, results: Sequence[MatchResult], half: str) -> Iterator[str]:
    """Yield the lines of one of the run's tables."""
    table, own = run.tables[number], _own(results, number)
    options = table.options
    matches = "1 match" if len(own) == 1 else f"{len(own)} matches"
    yield f"{full_title(run.game, options)}, {matches}"
    yield f"bots: {', '.join(table.bots)}{', then swapped' if run.swap else ''}"
    if table.bands:
        yield from _together(run, table, own, half)
        return
    yield from _against(game_meta(run.game).unit, table, own, half)
    if run.swap:
        yield from _pairs(table, figures.in_pairs(own))


def table_json(run: SimulationRun, number: int, results: Sequence[MatchResult]) -> dict[str, Any]:
    """Return the results of one of the run's tables, as JSON."""
    table, own = run.tables[number], _own(results, number)
    if table.bands:
        found: dict[str, Any] = {
            "team": _team(own)._asdict(),
            "bands": figures.bands(table.bands, own),
        }
    else:
        found = {
            "by_seat": [_plain(wins) for wins in figures.by_seat(table, own)],
            "by_bot": {name: _plain(wins) for name, wins in figures.by_bot(table, own).items()},
            "reasons": figures.reasons(own),
        }
        if run.swap:
            pairs = figures.in_pairs(own)
            found["pairs"] = {"bot": table.bots[0], **pairs._asdict(), "share": _share(pairs.share)}
    matches = [{key: value for key, value in result_fields(result).items() if key != "table"} for result in own]
    return {**table.identity(), **found, "matches": matches}


def _own(results: Sequence[MatchResult], number: int) -> list[MatchResult]:
    return [result for result in results if result.table == number]


def _team(results: Sequence[MatchResult]) -> Quartiles:
    return figures.spread(it.team for it in results if it.team is not None)


def _plain(wins: WinRecord) -> dict[str, Any]:
    return {
        "scores": wins.scores._asdict(),
        "won": wins.won,
        "tied": wins.tied,
        "share": _share(wins.share),
    }


def _share(share: Proportion) -> dict[str, Any]:
    return {"of": share.of, "part": float(share.part), "low": share.low, "high": share.high}


def _together(run: SimulationRun, table: TableSetup, results: Sequence[MatchResult], half: str) -> Iterator[str]:
    game = game_box(run.game).new(table.options, components_in(run.components))
    yield _heads(game.meta.unit)
    yield _row(mode_name(table.options.mode), _team(results), game.meta.unit, half)
    for key, number in figures.bands(table.bands, results).items():
        yield f"  {rank_name(game, key):<18}{number:>8}{_percent(number / len(results)):>9}"


def _against(unit: Unit, table: TableSetup, results: Sequence[MatchResult], half: str) -> Iterator[str]:
    rows = {f"seat {seat}": wins for seat, wins in enumerate(figures.by_seat(table, results), 1)}
    rows |= figures.by_bot(table, results)
    yield _heads(unit)
    yield from (_row(name, wins.scores, unit, half) for name, wins in rows.items())
    yield f"  {'wins':<14}{'won':>9}{'tied':>9}   share of wins (95 %)"
    for name, wins in rows.items():
        yield f"  {name:<14}{wins.won:>9}{wins.tied:>9}   {_interval(wins.share)}"
    if reasons := figures.reasons(results):
        yield "  decided by"
        yield from (f"  {key:<14}{number:>9}{_percent(number / len(results)):>9}" for key, number in reasons.items())


def _pairs(table: TableSetup, pairs: PairedResult) -> Iterator[str]:
    counts = f"ahead in {pairs.before}, level in {pairs.level}, behind in {pairs.behind}"
    yield f"{pairs.share.of} seeds in both seats: {table.bots[0]} {counts}"
    yield f"share of seeds {_interval(pairs.share)}"


def _heads(unit: Unit) -> str:
    return f"  {unit.many:<14}" + "".join(f"{word:>9}" for word in _COLUMNS)


def _row(name: str, spread: Quartiles, unit: Unit, half: str) -> str:
    return f"  {name:<14}" + "".join(f"{amount(score, unit, half):>9}" for score in spread)


def _interval(share: Proportion) -> str:
    return f"{_percent(float(share.part))} ({_percent(share.low)} to {_percent(share.high)})"


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
