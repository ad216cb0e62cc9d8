"""Records, pictures and recordings of matches: complete once a match is over, and never more than may be shown."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pyte
import pytest

from galli_tui.cli.parser import main
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.local import LocalMatchStore
from galli_tui.sharing.cast import cast_of, frames_of
from galli_tui.sharing.picture import cells_of, svg_of
from galli_tui.sharing.record import record_lines
from galli_tui.sharing.shown import open_shown
from galli_tui.startup.exit_codes import Exit
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import DEALER, PUBLIC, Seat
from rules.registry import game_box, game_meta, games
from saves.errors import NotFound, NotYours
from saves.format.header import COMMITTED, Player
from saves.storage.identity_file import load_identity
from saves.storage.library import list_matches
from saves.storage.match import Match
from saves.storage.paths import home, matches_folder
from tests.support.sample_match import BEGUN, any_move

SMALL = (80, 24)


def a_match(key: str, moves: int = 10_000, *, seats: int = 2, mode: str = "versus") -> Path:
    """Return the file of a match of this computer after a number of moves."""
    meta = game_meta(key)
    people = tuple(Player(f"P{number}", meta.colours[number]) for number in range(seats))
    options = Options(seats, mode, meta.levels[0])
    with Match.create(
        matches_folder(), key, options, people, COMMITTED, identity=load_identity(home()), now=BEGUN
    ) as match:
        for _ in range(moves):
            if match.over:
                break
            match.submit(any_move(match.game, match.log, RandomStream(derive_entropy(key, match.log.length))))
    return match.path


def shown_text(cast: str) -> list[str]:
    """Return what a terminal shows after a whole recording."""
    header, *frames = map(json.loads, cast.splitlines())
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, kind, text in frames:
        assert kind == "o"
        stream.feed(text)
    return [line.rstrip() for line in screen.display]


def plain(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()


@pytest.mark.parametrize("key", games())
def test_a_recording_ends_with_the_final_board(key: str) -> None:
    shown = open_shown(a_match(key, 12))
    frames = frames_of(shown)
    assert frames[0] == 0
    assert frames[-1] == shown.timeline.last
    cast = cast_of(shown, "Ours", BEGUN, speed=2, size=SMALL, theme=None)
    header, *rows = map(json.loads, cast.splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, *SMALL)
    assert [row[0] for row in rows] == [number * 0.5 for number in range(len(frames))]
    (final,) = cells_of(shown, (frames[-1],), SMALL)
    assert shown_text(cast) == [plain(line) for line in final]
    assert any(game_meta(key).title in line for line in shown_text(cast))
    shown.timeline.table.close()


def secret_words(path: Path) -> list[str]:
    """Return how the notation of every hidden event begins to differ from the public one."""
    shown = open_shown(path)
    own = open_shown(path, Seat(0))
    found: list[str] = []
    for number in range(1, shown.timeline.last + 1):
        public, seen = shown.timeline.event(number, PUBLIC), own.timeline.event(number, Seat(0))
        assert public is not None
        assert seen is not None
        words = set(shown.timeline.game.format(public).split())
        found += [word for word in shown.timeline.game.format(seen).split() if word not in words]
    shown.timeline.table.close()
    own.timeline.table.close()
    return found


def test_a_running_match_shows_only_what_all_may_know() -> None:
    path = a_match("campus-galli", 3)
    hidden = secret_words(path)
    assert hidden, "the match hides cards"
    shown = open_shown(path)
    assert shown.viewer is PUBLIC
    with Match.open(path, None, read_only=True) as match:
        header = match.header
    texts = texts_of("campus-galli")
    record = record_lines(shown, texts, header)
    last = shown.timeline.last
    public_events = " ".join(
        shown.timeline.game.format(event) for n in range(1, last + 1) if (event := shown.timeline.event(n, PUBLIC))
    ).split()
    canaries = [word for word in hidden if word not in public_events]
    assert canaries
    shared = "\n".join(record) + svg_of(shown, last) + cast_of(shown, "x", 0, size=SMALL, theme=None)
    # Whole names: that of a hidden card may begin that of an open one, as "pray-wing" begins "pray-wing-hall".
    assert [word for word in canaries if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", shared)] == []
    assert any(word in "\n".join(record_lines(open_shown(path, Seat(0)), texts, header)) for word in canaries)
    shown.timeline.table.close()


def read_aloud(path: Path) -> list[str]:
    """Return the record of a match as it is read out."""
    shown = open_shown(path)
    with Match.open(path, None, read_only=True) as match:
        header = match.header
    try:
        return record_lines(shown, texts_of(header.game), header, notation=False)
    finally:
        shown.timeline.table.close()


@pytest.mark.parametrize(("key", "seats", "mode"), [("campus-galli", 1, "solo"), ("builders-duel", 2, "versus")])
def test_numbers_that_jump_are_explained(key: str, seats: int, mode: str) -> None:
    lines = read_aloud(a_match(key, seats=seats, mode=mode))
    numbers = [int(line.partition(":")[0]) for line in lines if line.partition(":")[0].isdigit()]
    jumps = any(later - number > 1 for number, later in pairwise(numbers))
    assert jumps == (key == "campus-galli")
    assert jumps == ("Moments that only repeat a choice are left out." in " ".join(lines))


@pytest.mark.parametrize("key", games())
def test_what_is_read_out_is_sentences_and_says_nothing_twice(key: str) -> None:
    mode, seats = ("versus", 2) if "solo" not in game_meta(key).modes else ("solo", 1)
    lines = read_aloud(a_match(key, 60, seats=seats, mode=mode))
    assert all(line == "" or line[-1] in ".:!?" for line in lines)
    text = " ".join(lines)
    assert not re.search(r"(Round \d+)\b[^:]*\. (?:Year \d+, )?\1\. ", text, re.IGNORECASE)
    assert not re.search(r"for the neutral player\. [^.]*neutral player builds?\b", text)


def test_a_card_that_was_seen_being_chosen_is_not_told_again_when_it_is_revealed() -> None:
    over = " ".join(read_aloud(a_match("campus-galli", seats=1, mode="solo")))
    assert " chooses " in over
    assert " plays " not in over
    assert re.search(r"Total: (?:minus )?\S+(?: and a half)? points?, [a-z ]+\.$", over), over[-200:]
    assert " plays " in " ".join(read_aloud(a_match("campus-galli", 8, seats=2)))


def test_a_running_match_gives_no_view_of_a_bots_seat() -> None:
    meta = game_box("campus-galli").meta
    people = (Player("Anna", meta.colours[0]), Player("Bot", meta.colours[1], "novice"))
    with Match.create(
        matches_folder(),
        "campus-galli",
        Options(2, "coop", 1),
        people,
        COMMITTED,
        identity=load_identity(home()),
        now=BEGUN,
    ) as match:
        path = match.path
    with pytest.raises(NotYours, match="not played at this computer"):
        open_shown(path, Seat(1))
    with pytest.raises(NotFound, match="no seat 3"):
        open_shown(path, Seat(2))


def test_a_finished_match_is_shared_and_imported_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = a_match("campus-galli", seats=1, mode="solo")
    shown = open_shown(path)
    assert shown.viewer is DEALER
    moves = sum(isinstance(shown.timeline.event(n, DEALER), Move) for n in range(shown.timeline.last + 1))
    shown.timeline.table.close()
    ours, svg, cast = (str(tmp_path / name) for name in ("ours.galli", "board.svg", "match.cast"))
    assert main(["export", str(path), "--record"]) == Exit.OK
    record = capsys.readouterr().out
    assert "Final score" in record
    assert re.search(r"Fulfilled tasks: \d+, worth \d+ points?$", record, re.MULTILINE)
    assert re.search(r"^  Total: (minus )?\d+ points?, [a-z ]+$", record, re.MULTILINE)
    assert len(re.findall(r"^ +\d+  1 ", record, re.MULTILINE)) == moves
    assert main(["export", str(path), "--file", ours]) == Exit.OK
    assert main(["export", str(path), "--svg", svg, "--at", "5", "--size", "80x24", "--theme", "parchment"]) == Exit.OK
    assert Path(svg).read_text(encoding="utf-8").startswith("<svg")
    assert main(["export", str(path), "--svg", svg]) == Exit.SAVE, "never overwritten"
    assert main(["export", str(path), "--svg", cast, "--at", "5000"]) == Exit.NO_INPUT
    assert "moments 0 to" in capsys.readouterr().err
    assert main(["import", ours]) == Exit.REFUSED, "it is here already"
    path.unlink()
    assert main(["import", ours]) == Exit.OK
    (row,) = list_matches(matches_folder())
    assert row.imported
    (saved,) = LocalMatchStore().saved()
    assert saved.marks == ("imported",)
    table = LocalMatchStore().resume(saved.id)
    assert table.due.over
    assert not any(player.here for player in table.players)
    table.close()
    assert main(["import", str(tmp_path / "none.galli")]) == Exit.NO_INPUT


def test_a_match_in_play_is_no_file_for_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = a_match("campus-galli", 2)
    assert main(["export", str(path), "--file", str(tmp_path / "ours.galli")]) == Exit.REFUSED
    assert "not over" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["export", str(path), "--svg", "x.svg", "--size", "10x10"])
