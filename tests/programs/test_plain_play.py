"""Whole matches in plain mode, through a pipe."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from galli_tui.lessons.reader import lesson_names, load_lesson
from galli_tui.startup.exit_codes import Exit
from rules.registry import game_meta, games
from tests.support.plain_program import Talker, say_all

_GREEDY = b"\nmoves\n1\n" * 400
"""Goes on where it pauses, lists the moves, and makes the first: enough for a whole match of every game."""


@pytest.mark.parametrize(
    "words",
    [
        ("campus-galli", "--mode", "solo"),
        ("campus-galli", "--mode", "versus", "--bot", "2=novice", "--level", "3"),
        ("builders-duel", "--bot", "2=novice"),
        ("ora-et-labora", "--mode", "solo"),
    ],
    ids=lambda words: " ".join(words),
)
def test_a_whole_match_is_played_through_a_pipe(words: tuple[str, ...]) -> None:
    done = say_all(_GREEDY + b"scores\nlog all\nboard\nquit\n", "play", "--plain", *words, "--seed", "7")
    assert done.code == Exit.OK
    assert "The match is over:" in done.lines
    assert not any("The input has ended" in line for line in done.lines)
    assert done.lines[-1].startswith("Saved as ")


def test_the_sample_game_is_played_through_a_pipe() -> None:
    done = say_all(
        _GREEDY[:2000] + b"\nscores\nboard\nlook\nquit\n",
        *("play", "--plain", "--seats", "2", "--bot", "2=novice", "--seed", "7"),
        program=("-m", "tests.support.plain_sample"),
    )
    assert done.code == Exit.OK
    assert "The match is over:" in done.lines
    assert done.lines[-1].startswith("Saved as ")


def test_the_setup_is_asked_one_question_at_a_time() -> None:
    lines = b"versus\n3\nAnna\nbrother\na person\nAnna\nCara\n7\n1\nopen\nquit\n"
    done = say_all(lines, "play", "--plain", "campus-galli", "--seed", "7")
    assert done.code == Exit.OK
    said = "\n".join(done.lines)
    assert "How do you want to play?" in said
    assert "Every player needs a name of their own" in said
    assert "7 is not one of the answers. Type a number from 1 to 3, or a word." in said
    assert "Campus Galli I, 3 seats, versus, open hands." in said
    assert "At the table: Anna, Ratpert, played by the bot brother and Cara." in said


def test_a_hidden_hand_is_read_only_after_a_handover() -> None:
    words = ("play", "--plain", "campus-galli", "--mode", "coop", "--name", "Anna", "--name", "Bruno", "--seed", "7")
    done = say_all(b"hand\n\nhand\nmoves\n1\nhand\nquit\n", *words)
    said = done.lines
    first = said.index("Bruno, look away. Anna, it is your turn.")
    assert "Nobody's hand can be told now. Type players for what everyone may know." in said[first:]
    own = next(number for number, line in enumerate(said) if line.startswith("In hand:"))
    second = said.index("Anna, look away. Bruno, it is your turn.")
    assert first < own < second
    assert not any(line.startswith("In hand:") for line in said[second:])


def test_plain_mode_never_imports_textual() -> None:
    program = (
        "import sys; from galli_tui.__main__ import main; main(sys.argv[1:]);"
        " print(sorted(name for name in sys.modules if name.split('.')[0] == 'textual'))"
    )
    words = ("play", "--plain", "builders-duel", "--seats", "2")
    done = say_all(b"board\nmoves\nscores\nquit\n", *words, program=("-c", program))
    assert done.lines[-1] == "[]"


def test_the_end_of_the_input_saves_the_match_and_resume_goes_on() -> None:
    first = say_all(b"moves\n1\n", "play", "--plain", "campus-galli", "--mode", "solo", "--seed", "7")
    assert first.code == Exit.OK
    assert first.lines[-1] == "The input has ended."
    again = say_all(b"undo\nquit\n", "resume", "--plain")
    assert again.code == Exit.OK
    assert again.lines[-1].endswith(" --plain")
    assert any(line.startswith("Undone: your last move, which was to choose ") for line in again.lines)


def test_an_interrupt_saves_the_match_and_names_the_way_back() -> None:
    # A shell has its background programs ignore Ctrl+C, and this test may be one of them.
    hears = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        " from galli_tui.__main__ import main; raise SystemExit(main())"
    )
    words = ("play", "--plain", "campus-galli", "--mode", "solo", "--seed", "7")
    with Talker(*words, program=("-c", hears)) as program:
        program.until("Your move:")
        program.interrupt()
        assert program.end() == Exit.INTERRUPTED
        assert program.said[-1].startswith("Saved as ")


def test_hostile_lines_are_answered_in_words() -> None:
    long = b"a" * 300_000
    lines = b"\xff\xfe\x00\x01\n\x1b[31mred\x1b[0m\n" + long + b"\n99999999999999999999\n\x00\nchoose \xf0\n0\n"
    done = say_all(lines, "play", "--plain", "campus-galli", "--mode", "solo", "--seed", "7")
    assert done.code == Exit.OK
    said = "\n".join(done.lines)
    assert "That line has no readable characters." in said
    assert "That line is too long." in said
    assert "red is neither a command nor a move that you can make now." in said
    assert "There is no move 999999999." in said
    assert "There is no move 0." in said


_SOLO = ("play", "--plain", "campus-galli", "--mode", "solo", "--seed", "7")


def test_help_and_quit_answer_every_question_of_the_setup() -> None:
    done = say_all(b"help\nduel\nquit\n", "play", "--plain")
    assert done.code == Exit.OK
    said = "\n".join(done.lines)
    assert "Answer with a number or words, or press Enter for what is proposed." in said
    assert "How many seats?" not in said
    assert "What is your name?" in said
    assert done.lines[-1] == "Goodbye."


@pytest.mark.parametrize("word", ["learn", "Lesson", "Learn!", "duel\nback\nlearn"])
def test_a_question_of_the_setup_can_be_answered_with_learn(word: str) -> None:
    said = say_all(f"{word}\n1\nquit\n".encode(), "--plain")
    assert said.code == Exit.OK
    assert "If you are new to these games, type learn to have one taught first." in said.lines
    assert "Which game do you want to learn?" in said.lines
    assert any(line.startswith("Lesson: ") for line in said.lines)


def test_back_at_the_choice_of_a_lesson_leads_back_to_the_questions() -> None:
    asked = say_all(b"learn\nback\nquit\n", "--plain").lines
    assert "Which game?" in asked[asked.index("Which game do you want to learn?") :]
    alone = say_all(b"back\n", "learn", "--plain").lines
    assert alone[-1].startswith("To come back, type: ")


def test_learn_after_the_choice_of_a_game_teaches_that_game() -> None:
    said = say_all(b"duel\nlearn\nquit\n", "--plain").lines
    assert "Which game do you want to learn?" not in said
    assert "Lesson: The first round." in said


def test_a_lesson_that_is_left_leads_back_to_the_questions_or_says_how_to_come_back() -> None:
    asked = say_all(b"learn\n1\n\nquit\n2\nquit\n", "--plain").lines
    left = asked.index("You have left the lesson. It goes on from this step when you come back.")
    assert "Which game?" in asked[left:]
    assert any(line.startswith("What is your name?") for line in asked[left:])
    taught = say_all(b"\nquit\n", "learn", "duel", "--plain").lines
    assert taught[-1].startswith("To come back, type: ")
    assert taught[-1].endswith(" learn builders-duel --plain")


def test_questions_of_a_newcomer_are_answered() -> None:
    done = say_all(b"where am I?\nwhat now\nscore?\nplace\nquit\n", *_SOLO)
    said = done.lines
    assert sum("Choose a card. You have 2 legal moves. Type moves to hear them." in line for line in said) == 2
    assert any(line.startswith("The score now is minus ") for line in said)
    answer = next(line for line in said if line.startswith("place is neither"))
    assert "Choose a card. Type moves to hear your moves." in answer


def test_before_the_next_round_the_way_on_is_told() -> None:
    with Talker(*_SOLO) as program:
        while "Press Enter" not in program.until("Your move:", "Press Enter to go on")[-1]:
            program.type("moves")
            program.until("Your move:")
            program.type("1")
        for line in ("moves", "1", "hint", "more"):
            program.type(line)
            program.until("Press Enter to go on, or type undo")
        assert program.said.count("You can't move yet: the round is over. Press Enter to go on.") == 2
        assert "There is no hint now. You can't move yet: the round is over. Press Enter to go on." in program.said
        assert "There is no more." in program.said


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_the_guide_is_told_in_sentences(level: str) -> None:
    done = say_all(b"guide\nquit\n", *_SOLO, "--level", level)
    assert done.code == Exit.OK
    assert "How a round goes." in done.lines
    assert any(line.startswith("1: The task board is filled.") for line in done.lines)
    assert not any(line.startswith(":") for line in done.lines)
    # Signs that are drawn in a colour are named by it.
    assert (level == "1") != any(line.startswith("red: build, blue: pray,") for line in done.lines)


@pytest.mark.parametrize(("game", "lesson"), [(key, name) for key in games() for name in lesson_names(key)])
def test_every_lesson_can_be_taken_in_words(game: str, lesson: str) -> None:
    with Talker("learn", game, lesson, "--plain") as program:
        program.until("Lesson:")  # Its title, then the first step.
        shown, heard = "", program.until("Lesson:")
        while not any("The lesson is over." in line for line in heard):
            asked = [it for it in heard if it.startswith(("To make it, type ", "Now type: "))]
            step = next(line for line in heard if line.startswith("Step "))
            assert step != shown
            assert len(asked) <= 1
            shown = step
            program.type(asked[0].rpartition(" type")[2].strip(" :.") if asked else "")
            heard = program.until("Lesson:", "What next?")
        (first,) = (line for line in program.until(": leave") if line.startswith("1: "))
        assert first.startswith(f"1: play now. {game_meta(game).title}")
        program.type("leave")
        assert program.end() == Exit.OK
        start, _, words = program.said[-1].partition(f" play {game}")
        assert start in ("To play, type: galli-tui", f"To play, type: {shlex.quote(sys.executable)} -m galli_tui")
        assert words == " --plain"


@pytest.mark.parametrize(("game", "lesson"), [(key, name) for key in games() for name in lesson_names(key)])
def test_enter_after_a_lesson_starts_the_match_that_is_offered(game: str, lesson: str) -> None:
    done = say_all(b"skip\n" * len(load_lesson(game, lesson).steps) + b"\nquit\n", "learn", game, lesson, "--plain")
    assert done.code == Exit.OK
    after = done.lines[done.lines.index("What next?") + 1 :]
    offered = after[0].removeprefix("1: play now. ").partition(",")[0]
    assert any(line.startswith(offered) and " The match is saved as " in line for line in after[1:])
    assert not any(line.startswith("Lesson: ") for line in after)
    assert done.lines[-1].startswith("Saved as ")


def test_learn_asks_for_the_game_and_goes_on_with_the_next_lesson() -> None:
    done = say_all(b"duel\nboard\ndisplay\nrules power\nhelp\nquit\n", "learn", "--plain")
    assert done.code == Exit.OK
    assert "Which game do you want to learn?" in done.lines
    assert "Lesson: The first round." in done.lines
    for begin in ("On the table: ", "Display", "BD-", "look NAME: "):
        assert any(line.startswith(begin) for line in done.lines), begin
    skipped = say_all(b"skip\n" * 80 + b"quit\n", "learn", "campus-galli", "level-2", "--plain")
    after = skipped.lines[skipped.lines.index("What next?") + 1 :]
    assert after[0] == "1: play now. Campus Galli II, solo."
    assert after[1].startswith("2: play now. Campus Galli II, with the brother. The brother is a bot that is greedy")
    assert after[2].startswith("3: the next lesson. Level III")
    assert after[3] == "4: leave."
    assert skipped.lines[-1] == "Goodbye."
    following = say_all(b"skip\n" * 20 + b"3\nquit\n", "learn", "campus-galli", "level-2", "--plain")
    assert any(line.startswith("Lesson: Level III") for line in following.lines)


@pytest.mark.parametrize("words", [("learn",), ("play", "campus-galli"), ("resume",), ()])
def test_without_a_terminal_plain_mode_is_proposed(words: tuple[str, ...]) -> None:
    done = say_all(b"", *words)
    assert done.code == Exit.TERMINAL
    assert "--plain" in done.errors


def test_a_closed_output_ends_the_program_without_a_report() -> None:
    words = [sys.executable, "-m", "galli_tui", *_SOLO]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *words], input=b"moves\n", capture_output=True, check=False, timeout=60
    )
    assert done.returncode == Exit.PIPE
    assert done.stderr == b""


def test_a_wrong_move_in_a_lesson_is_answered_and_the_lesson_can_be_left() -> None:
    done = say_all(b"lesson\nlesson 1\n\n\n\n\nback\nskip\nmoves\n1\nboard\nquit\nnow\nquit\n", *_SOLO)
    assert done.code == Exit.OK
    said = done.lines
    assert any(line.startswith("1: ") and line.endswith(" minutes.") for line in said)
    assert "You have left the lesson. It goes on from this step when you come back." in said
    assert said.index("You are back at your match.") < len(said) - 1
    assert sum(line.startswith("Step 4 of ") for line in said) == 2


def test_open_hands_need_no_handover() -> None:
    words = ("play", "--plain", "campus-galli", "--mode", "coop", "--name", "Anna", "--name", "Bruno", "--open-hands")
    done = say_all(b"players\nmoves\n1\nplayers\nquit\n", *words, "--seed", "7")
    assert done.code == Exit.OK
    said = done.lines
    assert not any("look away" in line for line in said)
    assert not any(line.startswith("Hand: ") for line in said)
    assert sum(line.startswith("In hand:") for line in said) >= 4
