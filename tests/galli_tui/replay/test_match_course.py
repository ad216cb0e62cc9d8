"""What a match was won by, as its score sheets show it."""

from __future__ import annotations

import pytest

from galli_tui.replay.match_course import course_words
from galli_tui.replay.timeline import Timeline
from tests.support.replays import replayed


@pytest.mark.parametrize(
    ("name", "seed", "here", "told"),
    [
        (
            "duel",
            10,
            "2",
            [
                "Anna won with 3 sections (rounds 6, 9 and 11) to your 1 (round 11).",
                (
                    "Anna led in materials from round 7 to the end, and gained most on you in rounds 6 and 9 "
                    "(2 more in each)."
                ),
            ],
        ),
        (
            "duel",
            9,
            "1",
            [
                "You won with 3 sections (rounds 6, 8 and 9) to Bruno's 2 (rounds 6 and 7).",
                "You led in materials from round 9 to the end, and gained most on Bruno in round 9 (2 more).",
            ],
        ),
        (
            "ora",
            7,
            "123",
            [
                "Anna won with 186 points to Bruno's 166.",
                "Anna led in points from round 9 to the end, and gained most on Bruno in round 12 (18 more).",
            ],
        ),
        (
            "campus-3",
            7,
            "12",
            ["Bruno won with 34 points to Anna's 27.", "Bruno led in points from round 2 to the end."],
        ),
        ("duel", 7, "1", ["Anna has won with 24 gold to 8, all else equal."]),
        ("campus-1", 7, "1", []),
    ],
)
def test_it_says_by_what_the_match_was_won_since_when_and_in_which_rounds(
    name: str, seed: int, here: str, told: list[str]
) -> None:
    assert course_words(Timeline(replayed(name, seed=seed, here=here))) == told


def test_the_winner_is_compared_with_the_only_player_here() -> None:
    (result, _) = course_words(Timeline(replayed("ora", here="3")))
    assert result.startswith("Anna won with 186 points to your ")


@pytest.mark.parametrize("name", ["duel", "ora"])
def test_every_number_is_on_the_score_sheets(name: str) -> None:
    timeline = Timeline(replayed(name, seed=8, here="1"))
    sheet = timeline.sheet(timeline.last)
    words = " ".join(course_words(timeline))
    assert f"{max(sheet.seats)} " in words
    assert f"your {sheet.seats[0]}" in words
    (winner,) = sheet.winners
    leads = {
        moment.periods[-1].number: timeline.curve[moment.number][winner] - timeline.curve[moment.number][0]
        for moment in timeline.moments
    }
    gains = {number: lead - leads.get(number - 1, 0) for number, lead in leads.items()}
    widest = [str(number) for number, gain in gains.items() if gain == max(gains.values())]
    assert f" {' and '.join(widest)} ({max(gains.values())} more" in words


def test_nothing_is_said_before_the_end() -> None:
    assert course_words(Timeline(replayed("duel", part=0.5))) == []
