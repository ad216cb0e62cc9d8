"""Forged match files with correct checksums: every command rejects them, or shows only what is true of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui.__main__ import main
from galli_tui.matches.local import LocalMatchStore
from galli_tui.startup.exit_codes import Exit
from rules.engine.game import Readable
from saves.errors import NotYours, SaveError
from saves.format.records import Record
from saves.storage.export import export_match
from saves.storage.file_contents import parse_records
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.match_file import MatchFile, create_file
from saves.storage.paths import home, matches_folder
from saves.storage.verify import verify_file
from tests.support.forgeries import FORGER, Forgery, forgeries, private_forgeries, taken_over
from tests.support.saved_matches import galli, hot_seat, with_a_guest
from tests.support.terminal import Terminal

FEW, MANY = 151, 7
"""In a short run, and in a long one, one forgery out of so many is tried: each takes a fifth of a second."""


class Original(NamedTuple):
    """A true match, and what is true of it."""

    records: tuple[Record, ...]
    rows: frozenset[tuple[str, ...]]
    """Events as they may be shown, public or in clear."""


def row_of(row: Readable) -> tuple[str, ...]:
    """What is said of one entry."""
    assert isinstance(row, dict)
    return tuple(str(row[key]) for key in ("entry", "kind", "seat", "event"))


def true_match(path: Path) -> Original:
    """The match in a file, which is removed from where matches lie."""
    records = MatchFile.view(path).records
    before = path.with_name("before-the-end.galli")
    create_file(before, records[:-1])
    exported = [export_match(one)["events"] for one in (path, before)]
    path.unlink()
    before.unlink()
    return Original(records, frozenset(row_of(row) for rows in exported if isinstance(rows, list) for row in rows))


@pytest.fixture(
    params=[
        pytest.param("in play", marks=pytest.mark.long),
        pytest.param("over", marks=pytest.mark.long),
        pytest.param("with a guest", marks=pytest.mark.long),
        "with a guest, over",
    ]
)
def true(request: pytest.FixtureRequest, tmp_path: Path) -> Original:
    """A solo match or one with a guest, in play or over."""
    if "guest" not in request.param:
        match = hot_seat(5, mode="solo", seats=1)
        if request.param == "over":
            with Match.open(match.path, load_identity(home())) as match:
                match.abandon()
    else:
        match, copy = with_a_guest(tmp_path, moves=5)
        if "over" in request.param:
            match.abandon()
        match.close()
        copy.close()
    assert verify_file(match.path).sound
    return true_match(match.path)


def put(records: Sequence[Record]) -> Path:
    """The one file in the folder of matches."""
    path = matches_folder() / "forged.galli"
    path.unlink(missing_ok=True)
    create_file(path, records)
    return path


class Command:
    """Runs the program's commands within this process, one after the other."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        """Exit code, output and errors."""
        code = main(words)
        out, err = self._capsys.readouterr()
        assert code != Exit.FAULT, err
        assert "Traceback" not in err, err
        assert "\x1b" not in out + err
        return code, out, err


def refused(command: Command, forgery: Forgery, true: Original) -> None:
    """Fails unless every command refuses this file, or says no more than is true."""
    path = put(forgery.records)
    before = path.read_bytes()

    code, out, err = command("verify", path.name)
    assert code == Exit.REFUSED, (out, err)
    assert out.endswith("Not valid.\n") if out else len(err.splitlines()) == 1

    code, out, err = command("export", "--json", path.name)
    assert code == Exit.REFUSED, (out, err)
    assert len(err.splitlines()) == 1
    if out:
        shown = json.loads(out)
        assert {row_of(row) for row in shown["events"]} <= true.rows
        assert (shown["over"], shown["score"]) == (shown["abandoned"], None), "only what stands is shown"

    code, out, err = command("list")
    assert (code, err) == (Exit.OK, "")
    assert any(word in out for word in ("damaged", "newer", "unreadable")), out

    with pytest.raises(SaveError):
        LocalMatchStore().resume(path.name).close()
    with pytest.raises(SaveError):
        Match.open(path, load_identity(home()), pause=True).close()
    assert path.read_bytes() == before


def test_a_forged_file_is_refused_by_every_command(true: Original, capsys: pytest.CaptureFixture[str]) -> None:
    command = Command(capsys)
    for forgery in list(forgeries(true.records))[::FEW]:
        try:
            refused(command, forgery, true)
        except AssertionError as error:
            raise AssertionError(f"{forgery.what}: {error}") from error


@pytest.mark.long
def test_many_forged_files_are_refused_by_every_command(true: Original, capsys: pytest.CaptureFixture[str]) -> None:
    command, tried, accepted = Command(capsys), 0, list[str]()
    for forgery in list(forgeries(true.records))[::MANY]:
        tried += 1
        try:
            refused(command, forgery, true)
        except (AssertionError, pytest.fail.Exception) as error:
            accepted.append(f"{forgery.what}: {str(error)[:300]}")
    with capsys.disabled():
        print(f"{tried} forgeries, {len(accepted)} not refused")
    assert accepted == []


def test_a_forged_private_record_costs_neither_a_traceback_nor_a_valid_entry(
    true: Original, capsys: pytest.CaptureFixture[str]
) -> None:
    command, tried = Command(capsys), 0
    for forgery in private_forgeries(true.records):
        tried += 1
        path = put(forgery.records)
        entries = parse_records(true.records, path).entries
        for words in (("verify", path.name), ("export", path.name), ("list",)):
            code, _, err = command(*words)
            assert code in (Exit.OK, Exit.REFUSED), forgery.what
            assert len(err.splitlines()) <= 1
        for _ in range(2):
            try:
                table = LocalMatchStore().resume(path.name)
            except SaveError:
                continue
            if not table.due.over and not table.paused:
                table.submit(table.game.legal(table.view(table.due.seats[0]), table.due.seats[0])[0])
            table.close()
        try:
            after = parse_records(MatchFile.view(path).records, path).entries
        except SaveError:
            continue
        assert after[: len(entries)] == entries
        report = verify_file(path)
        assert report.problem is None, (forgery.what, report.problem)
    assert tried >= 10


def test_a_match_that_a_forger_took_over_is_another_hosts_and_cannot_be_continued(
    capsys: pytest.CaptureFixture[str],
) -> None:
    true = true_match(hot_seat(0, mode="solo", seats=1).path)
    path = put(taken_over(true.records))
    report = verify_file(path)
    assert (report.sound, report.header.clients[0]) == (True, FORGER.public), "it is a match of the forger's own"
    with pytest.raises(NotYours):
        LocalMatchStore().resume(path.name)
    assert Command(capsys)("export", "--seat", "1", path.name)[0] == Exit.REFUSED


def test_choices_that_were_sealed_and_opened_cannot_be_taken_over(true: Original) -> None:
    report = verify_file(put(taken_over(true.records)))
    assert report.problem is not None
    with pytest.raises(SaveError):
        LocalMatchStore().resume("forged.galli")


def test_the_program_as_a_process_of_its_own_refuses_a_forged_file(home: Path) -> None:
    true = true_match(hot_seat(5, mode="solo", seats=1).path)
    forgery = next(it for it in forgeries(true.records) if it.what.startswith("entry 4 at") and "anew" in it.what)
    path = put(forgery.records)
    checked = galli("verify", str(path))
    assert (checked.code, checked.out.splitlines()[-1]) == (Exit.REFUSED, "Not valid.")
    assert "damaged" in galli("list").out
    with Terminal("resume", path.name, home=home / "galli-tui", columns=100) as terminal:
        assert terminal.wait() != Exit.OK or "entry 4" in terminal.text.lower()
    assert "Traceback" not in terminal.text
