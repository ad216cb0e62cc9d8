"""The commands that only print: what they tell, and how they say that something is wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.app import GalliApp
from galli_tui.cli import parser
from galli_tui.cli.game_options import given_name
from galli_tui.matches.local import LocalMatchStore
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.wording import BOTS, mode_name
from galli_tui.tables.audit_text import audit_text
from galli_tui.tables.network import HostOptions, HostPlan, JoinRequest
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from net.host.lobby import SeatAssignment
from net.wire.messages import PeerRole, SeatKind
from rules.bots import bot_named, bot_names
from rules.campus_galli.loader import standard
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.rulebook import clauses
from rules.registry import game_box
from rules.simulate import play
from saves.errors import NotNow
from saves.format.header import COMMITTED, Player, seeded
from saves.format.identity import Identity
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home as home_folder
from saves.storage.paths import matches_folder
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.fake_network import FakeNetwork
from tests.support.paths import ROOT


def ended(words: list[str]) -> int:
    """The exit code of a command, whichever way it ends."""
    try:
        return parser.main(words)
    except SystemExit as end:
        return int(end.code or 0)


def saved_match(moves: int, seed: int = 1, level: int = 1) -> Match:
    """A match of two seats after so many moves of bots, closed again."""
    players = [Player("Anna", "red"), Player("Bruno", "blue")]
    options, bot = Options(2, "versus", level), bot_named("novice")
    folder, identity = matches_folder(), load_identity(home_folder())
    with Match.create(folder, "campus-galli", options, players, seeded(seed), identity=identity, now=0) as match:
        game = game_box("campus-galli").new(options)
        played = play(game, [bot, bot], seed).events
        for move in [event for event in played if isinstance(event, Move)][:moves]:
            match.submit(move)
    return match


ADDRESSES = ("", "foo://x:1", "::::", "\x1b[31m:1", "tcp://[:::1", "::::::1", "tcp://..:1", "a:0", "a:99999", "::1:80")
"""None of them is a cluster's."""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["simulate", "--seats", "0"], Exit.USAGE),
        (["simulate", "--seats", "5"], Exit.USAGE),
        (["simulate", "--mode", ""], Exit.USAGE),
        (["simulate", "--level", "9"], Exit.USAGE),
        (["simulate", "--games", "1" * 30], Exit.USAGE),
        (["simulate", "--games", "1000001"], Exit.USAGE),
        (["simulate", "--seats", "1-"], Exit.USAGE),
        (["simulate", "--seats", "3-1"], Exit.USAGE),
        (["simulate", "--seats", "2,2"], Exit.USAGE),
        (["simulate", "--seats", "1-999999999"], Exit.USAGE),
        (["simulate", "--seats", "1-4", "--mode", "versus"], Exit.USAGE),
        (["simulate", "--seats", "1-2", "--bots", "novice,brother"], Exit.USAGE),
        (["simulate", "--swap"], Exit.USAGE),
        (["simulate", "--mode", "versus", "--bots", "novice", "--swap"], Exit.USAGE),
        (["simulate", "--jobs", "0"], Exit.USAGE),
        (["simulate", "--jobs", "61"], Exit.USAGE),
        (["simulate", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], Exit.USAGE),
        *((["simulate", "--cluster", address], Exit.USAGE) for address in ADDRESSES),
        (["simulate", "--json", "nowhere/report.json"], Exit.SAVE),
        (["simulate", "--results", "nowhere/run.jsonl"], Exit.SAVE),
        (["simulate", "--results", "/"], Exit.SAVE),
        (["simulate", "--games", "1", "--export", ""], Exit.USAGE),
        (["simulate", "--bots", "abbess"], Exit.USAGE),
        (["simulate", "--bots", "random,random,random"], Exit.USAGE),
        (["simulate", "--game", "\x1b[31mchess"], Exit.USAGE),
        (["perft", "--depth", "13"], Exit.USAGE),
        (["play", "--seed", "-1"], Exit.USAGE),
        (["rules", "no", "such", "words"], Exit.NO_INPUT),
        (["components", "--check", ""], Exit.NO_INPUT),
        (["components", "--check", "nowhere"], Exit.NO_INPUT),
        (["verify", "nofile.galli"], Exit.NO_INPUT),
        (["verify", "abcd"], Exit.NO_INPUT),
        (["verify", ""], Exit.NO_INPUT),
        (["verify", "a" * 5000], Exit.NO_INPUT),
        (["export", "a" * 5000], Exit.NO_INPUT),
        (["resume"], Exit.TERMINAL),
        (["list", "a\x1b]0;title\x07"], Exit.USAGE),
    ],
)
def test_wrong_arguments_end_in_one_sentence_and_an_exit_code(
    words: list[str], code: Exit, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(words) == code
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("galli-tui")
    assert "\x1b" not in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("words", "command"),
    [(["list", "foo"], " list"), (["components", "--swap"], " components"), (["--foo"], "")],
)
def test_an_unknown_argument_points_to_the_help_of_its_command(
    words: list[str], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(words) == Exit.USAGE
    assert capsys.readouterr().err == (
        f"galli-tui{command}: Unrecognized arguments: {words[-1]}.\nTry `galli-tui{command} --help`.\n"
    )


def test_a_misspelt_command_is_answered_with_a_similar_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["paly"]) == Exit.USAGE
    assert "'paly'; did you mean play?" in capsys.readouterr().err


def test_an_unknown_command_is_answered_with_the_commands_of_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["zzz"]) == Exit.USAGE
    offered = re.findall(r"[a-z]+", capsys.readouterr().err.partition("choose from")[2].partition(")")[0])
    assert {"play", "verify"} < set(offered)
    assert not {"page", "seat"} & set(offered)


@pytest.mark.parametrize("words", [["play", "--help"], ["host", "--help"], ["simulate", "--help"]])
def test_the_help_names_the_bots(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(words) == Exit.OK
    assert "novice, brother, prior or abbot" in " ".join(capsys.readouterr().out.split())
    assert bot_names() == tuple(BOTS) == ("novice", "brother", "prior", "abbot")


def test_endless_input_is_not_read_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("actions", "counts", "plan", "sections", "tasks"):
        (tmp_path / f"{name}.toml").write_text(f"{'a.' * 20_000}a = 1\n")
    assert ended(["components", "--check", str(tmp_path)]) == Exit.REFUSED
    assert "has a line longer than 2000 bytes" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--mode", "versus", "--seats", "2", "--games", "2", "--seed", "7", "--jobs", "1", "--json"]
    assert ended(words) == Exit.OK
    first = capsys.readouterr().out
    assert ended(words) == Exit.OK
    assert capsys.readouterr().out == first
    (table,) = json.loads(first)["tables"]
    assert [match["seed"] for match in table["matches"]] == [7, 8]
    assert all(len(match["scores"]) == 2 and match["winners"] for match in table["matches"])


@pytest.mark.parametrize("level", ["1", "2", "3"])
@pytest.mark.parametrize(("mode", "seats"), [("solo", "1"), ("coop", "3"), ("versus", "4")])
def test_every_level_and_mode_has_a_table(
    level: str, mode: str, seats: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--level", level, "--mode", mode, "--seats", seats, "--games", "3", "--jobs", "1"]
    assert ended(["simulate", *words]) == Exit.OK
    told = capsys.readouterr().out
    assert (
        f"Campus Galli {'I' * int(level)}, {'' if mode == 'solo' else f'{seats} seats, '}{mode_name(mode)}, 3" in told
    )
    assert "median" in told
    assert ("seat 4 " in told) == (mode == "versus")
    assert ("  iron gall  " in told) == (mode != "versus")


def test_perft_counts_each_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["perft", "--mode", "versus", "--seats", "2", "--depth", "2"]) == Exit.OK
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [["0", "1"], ["1", "2"], ["2", "4"]]


@pytest.mark.parametrize("level", ["2", "3"])
def test_perft_counts_the_three_cards_of_levels_ii_and_iii(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["perft", "--level", level, "--mode", "versus", "--seats", "2", "--depth", "2"]) == Exit.OK
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [["0", "1"], ["1", "3"], ["2", "9"]]


def test_a_clause_comes_with_those_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["rules", "cg-i-3a"]) == Exit.OK
    told = capsys.readouterr().out
    assert "CG-I-3a4" in told
    assert "CG-I-3b" not in told


@pytest.mark.parametrize(("clause", "words"), [("CG-II-2b", "face down"), ("CG-III-1m", "cordon")])
def test_clauses_of_all_levels_are_read(clause: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["rules", clause]) == Exit.OK
    told = capsys.readouterr().out
    assert clause in told
    assert words in told
    assert ended(["rules", words]) == Exit.OK
    assert clause in capsys.readouterr().out


def test_rules_are_found_by_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["rules", "tree"]) == Exit.OK
    assert "CG-I-3a4" in capsys.readouterr().out
    assert ended(["rules", "can", "I", "rotate", "a", "section?"]) == Exit.OK
    assert capsys.readouterr().out.split()[5:].index("CG-I-3a7") < 12


def test_found_clauses_stand_below_one_heading_for_each_section(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["rules", "lazy", "monk"]) == Exit.OK
    told = capsys.readouterr().out
    sections = {clause.section for clause in clauses(game_box("campus-galli").rulebook()).values()}
    headings = [line for line in told.splitlines() if line in sections]
    assert len(headings) > 1
    assert len(set(headings)) == len(headings)


def test_the_whole_rulebook_opens_with_its_preface_and_says_that_the_components_are_a_reconstruction(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ended(["rules"]) == Exit.OK
    told = " ".join(capsys.readouterr().out.split())
    assert "Its components are a reconstruction" in told.partition("CG-I-0a")[0]
    assert "CG-III-6f" in told


def test_the_standard_components_are_said_to_be_a_reconstruction_and_an_own_set_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(["components"]) == Exit.OK
    assert "These components are a reconstruction." in capsys.readouterr().out
    source = ROOT / "rules" / "campus_galli" / "components"
    own = tmp_path / "own"
    shutil.copytree(source, own)
    assert ended(["components", "--check", str(own)]) == Exit.OK
    assert "reconstruction." not in capsys.readouterr().out


def test_components_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["components", "campus-galli", "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    assert len(told["cards"]) == len(standard().cards)
    assert told["plan"]["buildings"][0]["letter"] == "A"


def test_components_are_listed_in_tables_that_name_every_piece(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["components", "campus-galli"]) == Exit.OK
    told = capsys.readouterr().out
    box = standard()
    assert max(map(len, told.splitlines())) <= 78
    assert f"Cards: {len(box.cards)}" in told
    assert f"Tasks: {len(box.tasks)}" in told
    for building in box.plan.buildings:
        assert f"  {building.letter:<12}{building.area.bit_count():>3}   spaces: {building.name}\n" in told
    for card in box.cards:
        assert re.search(rf"[ ,]{'/'.join(map(str, card.numbers))}(,|\n)", told)


def test_an_unknown_mode_is_answered_with_a_list_of_modes(capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(["simulate", "--mode", "duel"]) == Exit.USAGE
    said = capsys.readouterr().err
    assert said == "galli-tui: Unknown mode 'duel'. Available: solo, coop, versus.\n"


def test_the_list_shows_the_status_of_each_match(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved_match(6)
    saved_match(10_000, 2)
    assert ended(["list"]) == Exit.OK
    finished, playing = sorted(capsys.readouterr().out.splitlines(), key=lambda line: "in play" in line)
    assert re.search(r"; (Anna|Bruno) has won with \d+(\.5)? points$", finished)
    assert playing.endswith("; year 1, round 1")


def test_the_list_is_wrapped_in_a_terminal_without_breaking_a_word(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved_match(6)
    assert ended(["list"]) == Exit.OK
    (line,) = capsys.readouterr().out.splitlines()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    assert ended(["list"]) == Exit.OK
    first, *others = capsys.readouterr().out.splitlines()
    assert others
    assert max(map(len, (first, *others))) <= 50
    assert all(other.startswith(" " * 10) for other in others)
    assert f"{first} {' '.join(map(str.strip, others))}".split() == line.split()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bot", "brother"], "--bot takes SEAT=BOT, such as 2=brother"),
        (["--here", "Anna"], "--here takes SEAT=NAME, such as 2=Anna"),
    ],
)
def test_an_error_in_a_seats_option_shows_its_format(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(["host", "--seats", "2", *words]) == Exit.USAGE
    assert told in capsys.readouterr().err


def test_the_list_says_who_is_a_bot(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, folder = [Player("Anna", "red"), Player("Bruno", "blue", "abbot")], matches_folder()
    options, identity = Options(2, "versus", 1), load_identity(home)
    Match.create(folder, "campus-galli", options, players, COMMITTED, identity=identity, now=0).close()
    assert ended(["list"]) == Exit.OK
    assert "Anna, Bruno (abbot)" in capsys.readouterr().out
    (saved,) = LocalMatchStore().saved()
    assert saved.bots == ("", "abbot")


def test_the_list_shows_a_match_that_waits_for_its_guests(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, guests = [Player("Anna", "red"), Player("Bruno", "blue")], (Identity(bytes(32)).public,)
    folder, identity, options = matches_folder(), load_identity(home), Options(2, "versus", 1)
    Match.create(
        folder, "campus-galli", options, players, COMMITTED, identity=identity, now=0, guests=guests, holders=(0, 1)
    ).close()
    assert ended(["list"]) == Exit.OK
    assert capsys.readouterr().out.endswith("Anna, Bruno; has not begun\n")
    (saved,) = LocalMatchStore().saved()
    assert LocalMatchStore().about(saved.id) == "has not begun"
    with pytest.raises(NotNow, match="nothing to see yet"):
        LocalMatchStore().inspect(saved.id)


def test_a_component_folder_is_named_without_control_sequences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "\x1b[31mset"
    folder.mkdir()
    source = ROOT / "rules" / "campus_galli" / "components"
    for path in source.glob("*.toml"):
        (folder / path.name).write_bytes(path.read_bytes())
    assert ended(["components", "--check", str(folder)]) == Exit.OK
    told = capsys.readouterr().out
    assert "valid components" in told
    assert "\x1b" not in told


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_among_the_components_does_not_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "plan.toml")
    assert ended(["components", "--check", str(tmp_path)]) == Exit.REFUSED
    assert "not a regular file" in capsys.readouterr().err


def test_an_unfinished_match_is_listed_verified_and_exported_without_its_secrets(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = saved_match(moves=5)
    assert ended(["list"]) == Exit.OK
    line = capsys.readouterr().out
    assert match.match_id[:8] in line
    assert "in play" in line
    assert "Anna, Bruno" in line
    assert ended(["verify", match.match_id[:6]]) == Exit.OK
    assert "Valid." in capsys.readouterr().out
    assert ended(["export", match.match_id[:6]]) == Exit.OK
    assert "dealer draw 1 ?" in capsys.readouterr().out
    assert ended(["export", match.match_id[:6], "--seat", "1", "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    assert told["seen_by"] == "seat 1"
    texts = [event["event"] for event in told["events"]]
    assert not any(text.startswith("dealer draw 1 ?") for text in texts)
    assert any(text.startswith("dealer draw 2 ?") for text in texts)


def test_a_finished_match_is_exported_in_full_and_audited(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(moves=999)
    assert match.over
    assert ended(["export", match.match_id]) == Exit.OK
    told = capsys.readouterr().out
    assert "?" not in told
    assert "unredacted" in told.splitlines()[0]
    assert ended(["verify", match.match_id]) == Exit.OK
    assert "The dealer's secret is revealed" in capsys.readouterr().out


def test_only_what_a_match_has_is_said_to_be_correct(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = game_box("builders-duel")
    players = [Player("Anna", box.meta.roles[0].colour), Player("Bruno", box.meta.roles[1].colour)]
    options, identity = box.meta.options_with(2, "versus"), load_identity(home_folder())
    game = box.new(options)
    bot = bot_named("novice")
    moves = [event for event in play(game, [bot, bot], 1).events if isinstance(event, Move)]
    with Match.create(matches_folder(), box.meta.key, options, players, seeded(1), identity=identity, now=0) as match:
        for move in moves:
            match.submit(move)
    assert ended(["verify", match.match_id]) == Exit.OK
    assert re.search(r"revealed: \d+ deals are correct\.\n", capsys.readouterr().out)
    assert re.search(r", and \d+ deals against the dealer's", audit_text(match.path))


@pytest.mark.parametrize("level", [2, 3])
def test_matches_of_all_levels_are_verified_and_exported(
    level: int, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_match = saved_match(moves=30, level=level)
    assert ended(["verify", open_match.match_id]) == Exit.OK
    assert "Valid." in capsys.readouterr().out
    assert ended(["export", open_match.match_id, "--seat", "2", "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    texts = [event["event"] for event in told["events"]]
    assert any(text.startswith("dealer draw 1 ?") for text in texts), "nobody sees another's hand"
    assert not any(text.startswith("dealer draw 2 ?") for text in texts)
    whole = saved_match(moves=999, seed=2, level=level)
    assert whole.over
    assert ended(["export", whole.match_id, "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    game = game_box("campus-galli").new(Options(2, "versus", level))
    state = game.initial()
    for event in told["events"]:
        state = game.apply(state, game.parse(event["event"]))
    assert game.due(state).over, "what is exported is the whole match, in the notation that is read"
    assert ended(["verify", whole.match_id]) == Exit.OK
    assert "The dealer's secret is revealed" in capsys.readouterr().out


def test_a_damaged_match_does_not_verify(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(moves=5)
    data = bytearray(match.path.read_bytes())
    data[len(data) // 2] ^= 1
    match.path.write_bytes(data)
    assert ended(["verify", match.match_id[:8]]) == Exit.REFUSED
    said = capsys.readouterr()
    assert "Not valid." in said.out or "damaged" in said.err


def test_a_file_dated_in_the_far_future_is_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(moves=1)
    os.utime(match.path, (0, 2**33))
    assert ended(["list"]) == Exit.OK
    assert match.match_id[:8] in capsys.readouterr().out


def test_a_guests_replica_is_listed_as_such(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(moves=1)
    match.path.with_name("copy.galli").write_bytes(match.path.read_bytes())
    assert ended(["verify", match.match_id]) == Exit.SAVE
    assert "copy.galli" in capsys.readouterr().err


def test_a_prefix_of_an_id_must_be_long_enough(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ids = [saved_match(moves=0, seed=seed).match_id for seed in range(17)]
    shared = next(first for first in ids if sum(other[0] == first[0] for other in ids) > 1)[0]
    assert ended(["verify", shared]) == Exit.SAVE
    assert "type more of it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["host", "--here", "Anna"],
        ["host", "--here", "3=Anna"],
        ["host", "--here", "1=\u200b"],
        ["host", "--here", "1=Anna", "--here", "1=Bruno"],
        ["host", "--here", "1=Anna", "--here", "2=ANNA"],
        ["host", "--here", "1=Anna", "--bot", "1=novice"],
        ["host", "--bot", "2=abbess"],
        ["host", "--port", "0"],
        ["host", "--ssh", "70000"],
        ["host", "--level", "9"],
        ["host", "--resume", "4f3a", "--seats", "3"],
        ["host", "--resume", "4f3a", "--here", "1=Anna"],
        ["join", "not an address"],
        ["join", "192.168.1.300"],
        ["join", "host:70000"],
        ["join", "--code", "abbey"],
        ["join", "--code", "\x1b[31m"],
        ["join", "--name", "\u200b"],
    ],
)
def test_invalid_network_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(words) == Exit.USAGE
    said = capsys.readouterr()
    assert said.err.startswith("galli-tui")
    assert "\x1b" not in said.err


@pytest.mark.parametrize("words", [["host"], ["host", "--resume", "4f3a"], ["join"], ["join", "[::1]:7341"]])
def test_a_table_on_the_network_needs_a_terminal(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(words) == Exit.TERMINAL
    assert "needs a terminal" in capsys.readouterr().err


def test_the_arguments_of_host_assign_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    network = FakeNetwork()
    monkeypatch.setattr("galli_tui.cli.host_join.terminal_of", any_terminal)
    monkeypatch.setattr(GalliApp, "network", network)
    monkeypatch.setattr("galli_tui.app.run", drive_first)
    words = ["host", "--seats", "3", "--mode", "versus", "--here", "2=Anna", "--bot", "3=novice", "--port", "7400"]
    assert ended([*words, "--no-watch", "--chat"]) == Exit.OK
    seats = (
        SeatAssignment(SeatKind.OPEN),
        SeatAssignment(SeatKind.HERE, "Anna", "green"),
        SeatAssignment(SeatKind.BOT, "Ratpert", "blue", "novice"),
    )
    plan = HostPlan("campus-galli", Options(3, "versus", 1), seats)
    assert network.hosted == [(plan, HostOptions(7400, None, may_watch=False, may_chat=True))]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bot", "2=abbess"], "available: novice"),
        (["--bot", "3=novice"], "no seat 3"),
        (["--bot", "2=novice", "--bot", "2=brother"], "once per seat"),
        (["--bot", "1=novice", "--bot", "2=novice"], "Leave at least one seat"),
        (["--watch", "--plain"], "--watch goes with none of"),
        (["--watch", "--practice"], "--watch goes with none of"),
        (["--mode", "solo", "--bot", "1=novice"], "Leave at least one seat"),
    ],
)
def test_bots_that_cannot_be_seated_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    monkeypatch.setattr("galli_tui.cli.play.terminal_of", any_terminal)
    assert ended(["play", *words]) == Exit.USAGE
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play", "--name", "Anna", "--name", "anna"], "Seats 1 and 2 are both called anna"),
        (["host", "--here", "1=Anna", "--here", "2=Anna"], "Seats 1 and 2 are both called Anna"),
        (["play", "--colour", "red", "--colour", "red"], "Two seats are red"),
        (["play", "--name", "\N{GRINNING FACE}"], "at least one printable letter"),
    ],
)
def test_seats_that_are_alike_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    monkeypatch.setattr("galli_tui.cli.play.terminal_of", any_terminal)
    assert ended(words) == Exit.USAGE
    assert why in capsys.readouterr().err


def test_a_name_that_cannot_be_kept_as_given_is_shown_as_it_will_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert given_name("  Anna  Maria ") == "Anna Maria"
    assert not capsys.readouterr().err
    assert given_name("Anna \N{GRINNING FACE}") == "Anna"
    assert "Not every character can be shown: this one will be Anna." in capsys.readouterr().err
    assert given_name("Bartholomaeus of the Long Nave") == "Bartholomaeus of the Lo…"
    assert "at most 24 characters: this one will be Bartholomaeus of the Lo…" in capsys.readouterr().err


def test_the_arguments_of_play_seat_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Table] = []

    def shown(_: Terminal, table: Table, **__: object) -> Exit:
        tables.append(table)
        table.close()
        return Exit.OK

    monkeypatch.setattr("galli_tui.cli.play.terminal_of", any_terminal)
    monkeypatch.setattr("galli_tui.app.run", shown)
    assert ended(["play", "--seats", "3", "--bot", "3=novice", "--bot", "1=brother"]) == Exit.OK
    assert [player.bot for player in tables[0].players] == ["brother", "", "novice"]


def test_without_arguments_the_first_seat_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    network = FakeNetwork()
    monkeypatch.setattr("galli_tui.cli.host_join.terminal_of", any_terminal)
    monkeypatch.setattr(GalliApp, "network", network)
    monkeypatch.setattr("galli_tui.app.run", drive_first)
    assert ended(["host"]) == Exit.OK
    plan = network.hosted[0][0]
    assert isinstance(plan, HostPlan)
    assert plan.seats == (SeatAssignment(SeatKind.HERE, "Notker", "red"), SeatAssignment(SeatKind.OPEN))


def test_join_with_an_address_and_a_code_connects_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    network = FakeNetwork()
    monkeypatch.setattr("galli_tui.cli.host_join.terminal_of", any_terminal)
    monkeypatch.setattr(GalliApp, "network", network)
    monkeypatch.setattr("galli_tui.app.run", drive_first)
    words = ["join", "192.168.1.20", "--code", "Cellar Heron 417", "--name", "Bruno", "--watch"]
    assert ended(words) == Exit.OK
    assert network.calls == [JoinRequest(("192.168.1.20:7341",), "cellar-heron-417", PeerRole.SPECTATOR, "Bruno")]


def any_terminal(_: Namespace) -> Terminal:
    return Terminal()


def drive_first(terminal: Terminal, first: Callable[[GalliApp], None]) -> Exit:
    """Runs the app without a terminal for the length of its first deed."""

    async def script(app: Driver) -> None:
        await app.press("f12")

    drive(GalliApp(terminal, FakeMatchStore(), first=first), script)
    return Exit.OK


def test_show_prints_the_public_view_or_that_of_an_own_seat(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(0)
    assert ended(["show", match.match_id[:6]]) == Exit.OK
    public = capsys.readouterr().out
    assert "What everyone can see." in public
    assert "In hand:" not in public
    assert ended(["show", match.match_id, "--seat", "1"]) == Exit.OK
    own = capsys.readouterr().out
    assert "As Anna sees it." in own
    assert own.count("In hand:") == 2
    assert "choose " in own


def test_show_does_not_print_the_view_of_a_remote_seat(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(0)
    for file in home.rglob("identity*"):
        file.unlink()
    assert ended(["show", match.match_id, "--seat", "1"]) == Exit.REFUSED
    captured = capsys.readouterr()
    assert "not played at this computer" in captured.err
    assert "In hand:" not in captured.out
    assert ended(["show", match.match_id, "--seat", "9"]) == Exit.NO_INPUT
    assert ended(["show", "nothing"]) == Exit.NO_INPUT


def test_show_prints_any_seats_view_of_a_finished_match(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(999)
    assert ended(["show", match.match_id, "--seat", "2"]) == Exit.OK
    assert "The match is over" in capsys.readouterr().out
    assert ended(["show", match.match_id, "--seat", "3"]) == Exit.NO_INPUT
    assert capsys.readouterr().err == "galli-tui: This match has no seat 3.\n"


def test_show_says_that_a_file_is_damaged(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved_match(moves=5)
    match.path.write_bytes(match.path.read_bytes()[:-40])
    assert ended(["show", match.match_id]) == Exit.REFUSED
    captured = capsys.readouterr()
    assert "What everyone can see." in captured.out
    assert "is incomplete" in captured.err
