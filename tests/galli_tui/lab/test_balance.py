"""The balance report: what is dead or dominant, and whole runs of it, told the same by any number of processes."""

from __future__ import annotations

import json
import signal
from fractions import Fraction
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from galli_tui.cli import balance, parser
from galli_tui.lab import workers
from galli_tui.lab.measure import BalanceVerdict, measured
from galli_tui.startup.exit_codes import Exit
from rules.engine.tally import TallyGroup, TallyItem
from tests.support.paths import ROOT

RUN = ["components", "--balance", "--bots", "novice", "--games", "3", "--seed", "5"]


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a run prints."""
    assert parser.main(words) == Exit.OK
    return capsys.readouterr().out


def report(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(printed([*words, "--json", "--jobs", "1"], capsys))


def cards(*rows: tuple[int, int], like: str = "card") -> TallyGroup:
    """Cards that were taken so often where they could have been."""
    items = [TallyItem(f"card-{number}", like, chances, taken) for number, (taken, chances) in enumerate(rows)]
    return TallyGroup("cards", "in hand", "chosen", tuple(items))


def verdicts(part: TallyGroup) -> list[BalanceVerdict]:
    return [it.verdict for it in measured(part)]


def test_an_item_is_measured_against_the_median_of_its_kind() -> None:
    found = measured(cards((10, 100), (20, 100), (40, 100), (30, 100)))
    assert [it.of_like for it in found] == [Fraction(2, 5), Fraction(4, 5), Fraction(8, 5), Fraction(6, 5)]
    assert {it.verdict for it in found} == {BalanceVerdict.IN_MEASURE}


def test_less_than_a_third_is_dead_and_more_than_three_times_is_dominant() -> None:
    part = cards((0, 1000), (200, 1000), (200, 1000), (200, 1000), (900, 1000))
    same = BalanceVerdict.IN_MEASURE
    assert verdicts(part) == [BalanceVerdict.DEAD, same, same, same, BalanceVerdict.DOMINANT]


def test_exactly_a_third_and_three_times_are_balanced() -> None:
    assert (
        verdicts(cards((100, 1000), (300, 1000), (300, 1000), (300, 1000), (900, 1000)))
        == [BalanceVerdict.IN_MEASURE] * 5
    )


def test_a_rarely_seen_item_has_a_question_mark() -> None:
    same = BalanceVerdict.IN_MEASURE
    part = cards((0, 2), (20, 100), (20, 100), (20, 100), (2, 2))
    assert verdicts(part) == [BalanceVerdict.PERHAPS_DEAD, same, same, same, BalanceVerdict.PERHAPS_DOMINANT]


def test_an_item_is_measured_only_against_seen_items_of_its_kind() -> None:
    alone = cards((9, 10))
    mixed = TallyGroup(
        "cards", "", "", (*cards((1, 100), (90, 100), (90, 100), like="").items, TallyItem("never", "card"))
    )
    found = measured(alone) + measured(mixed)
    assert [it.of_like for it in found] == [None] * 5
    assert found[-1].share is None
    # Where half of its like was never taken, there is no measure.
    assert [it.of_like for it in measured(cards((0, 10), (0, 10), (5, 10)))] == [None] * 3


def test_reports_are_byte_identical_for_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*RUN, "--level", "3", "--seats", "1-2"]
    told = [printed([*words, "--jobs", jobs, "--json", str(tmp_path / jobs)], capsys) for jobs in ("1", "2")]
    assert told[0] == told[1]
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert active_children() == []


@pytest.mark.parametrize("level", ["1", "2", "3"])
@pytest.mark.parametrize("mode", ["coop", "versus"])
def test_a_report_fits_a_terminal_and_has_all_parts(level: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*RUN, "--level", level, "--mode", mode, "--seats", "2"]
    out = printed([*words, "--jobs", "1"], capsys)
    assert max(map(len, out.splitlines())) <= 80
    data = report(words, capsys)
    for part in [*data["together"]["things"], *data["together"]["course"]]:
        assert f"\n{part['name']} " in out
    assert ("  iron gall  " in out) == (mode == "coop")


def test_tables_are_reported_separately_and_together(capsys: pytest.CaptureFixture[str]) -> None:
    data = report([*RUN, "--seats", "1-2"], capsys)
    alone, both = data["tables"]
    assert (alone["seats"], both["seats"], sum(alone["bands"].values())) == (1, 2, 3)

    def dealt(tally: dict[str, Any]) -> int:
        return sum(item["counts"]["dealt"] for item in tally["things"][1]["items"])

    assert data["together"]["things"][1]["name"] == "cards"
    assert dealt(data["together"]) == dealt(alone) + dealt(both) > 0


def test_custom_components_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (ROOT / "rules" / "campus_galli" / "components").glob("*.toml"):
        text = path.read_text(encoding="utf-8").replace('"tower-beside-corner"', '"corner-of-the-tower"')
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    out = printed([*RUN, "--jobs", "1", "--components", str(tmp_path)], capsys)
    assert "\ncorner-of-the-tower " in out
    assert "tower-beside-corner" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["components", "--games", "3"], "--games needs --balance"),
        (["components", "--components", "nowhere"], "--components needs --balance"),
        (["components", "--balance", "--check", "nowhere"], "--balance does not work with --check"),
        (["components", "--balance", "--bots", "abbess"], "Unknown bot 'abbess'"),
        (["components", "--balance", "--bots", "novice,brother,novice"], "--bots names 3 bots"),
        (["components", "--balance", "--mode", "solo", "--seats", "2"], "A solo match has 1 seat, not 2"),
        (["components", "--balance", "--level", "7"], "--level takes 1, 2 or 3, not '7'"),
        (["components", "--balance", "--games", "1000001"], "at most 1000000 matches"),
        (["components", "chess", "--balance"], "Unknown game 'chess'"),
    ],
)
def test_wrong_arguments_get_a_clear_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(words) == Exit.USAGE
    told = capsys.readouterr()
    assert told.out == ""
    assert said.casefold() in told.err.casefold()
    assert told.err.count("\n") == 1


def test_an_unwritable_report_is_refused_before_any_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main([*RUN, "--json", "nowhere/report.json"]) == Exit.SAVE
    assert "could not be written" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_run_that_is_stopped_says_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    wish = getattr(signal, name, signal.SIGTERM)

    def stopped_in_the_second(job: workers.Job) -> workers.TalliedMatch:
        if job.task.seed == 6:
            signal.raise_signal(wish)
        return workers.tally_job(job)

    monkeypatch.setattr(balance, "tally_job", stopped_in_the_second)
    signal.signal(wish, signal.SIG_DFL)
    before = signal.getsignal(wish)
    assert parser.main([*RUN, "--jobs", "1"]) == Exit.INTERRUPTED
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "galli-tui: Stopped after 1 of 3 matches.\n")
    assert signal.getsignal(wish) is before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up here")
def test_a_detached_run_outlives_its_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As with nohup."""

    def hung_up(job: workers.Job) -> workers.TalliedMatch:
        signal.raise_signal(signal.SIGHUP)
        return workers.tally_job(job)

    monkeypatch.setattr(balance, "tally_job", hung_up)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert parser.main([*RUN, "--jobs", "1"]) == Exit.OK
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert capsys.readouterr().err == ""
