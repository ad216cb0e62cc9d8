"""Every reason for which Campus Galli refuses an event: its code, its clause and its facts."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rules.campus_galli import refusals
from rules.campus_galli.events import CampusEvent, ChooseCard, DealPiles, LaySection, RevealTask
from rules.campus_galli.options import CLAUSES
from rules.engine.secrecy import EVERYONE, Seat, Secret
from tests.play import Play
from tests.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, opening, position, start, table

HALLS_OF_THE_POUCH = (
    "2 pouch red hall c4 c5 c6 c7",
    "2 pouch green hall d5 e5 f5 g5",
    "2 pouch blue hall d6 e6 f6 g6",
    "2 pouch yellow hall h5 i5 j5 k5",
)


HUT_HALL = ("2 hut blue hall c4 c5 c6 c7",)


class Case(NamedTuple):
    """An event that is refused, and how."""

    code: str
    clause: str
    at: Callable[[], Play]
    event: str | CampusEvent
    facts: tuple[tuple[str, int | str], ...] = ()


def choosing() -> Play:
    """Both seats choose a card."""
    return opening(hands={1: "build-red-1 pray-hall", 2: "master-1 seer-1"})


def revealing() -> Play:
    """Both seats have chosen."""
    return choosing().do("1 choose pray-hall", "2 choose seer-1")


def drawing() -> Play:
    """Seat 1 is to draw its cards."""
    return start().dealt(until="dealer pile 1")


def taking(card: str) -> Callable[[], Play]:
    """Seat 1 plays the card."""
    return lambda: position(turns=[f"1 {card}", "2 angel-2"])


def taking_late() -> Play:
    """The pouch has no hall any more."""
    return position(laid=HALLS_OF_THE_POUCH)


def cramped() -> Play:
    """The angel's turn, with b11 the only space left, which no tower reaches."""
    laid = (
        *CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
        "2 pouch blue hall e6 e7 e8 e9",
        "2 hut green transept c8 d7 d8 d9",
        "2 hut blue tower b9 b10 c9 c10",
    )
    return position(laid=laid)


def holding() -> Play:
    """Seat 1 holds a hall; another lies on the church."""
    return position(laying="hut red hall", laid=HUT_HALL)


def feeling() -> Play:
    """Seat 1 feels for a hall."""
    return taking("pray-hall")().do("1 take pouch hall")


def completing() -> Play:
    """Seat 1 has completed the bakery."""
    laid = ("1 hut blue tower b9 b10 c9 c10", "2 hut green transept c8 d7 d8 d9")
    return position(laying="hut red hall", laid=laid).do("1 lay b11 c11 d11 e11")


def sending_home() -> Play:
    """Seat 1 owes a lazy monk and has only a master builder."""
    laid = ("1 hut green hall h5 i5 j5 k5 builder",)
    return position(table(monks=1), laying="hut blue tower", laid=laid).do("1 lay b9 c9 b10 c10")


def finished() -> Play:
    """The match is over."""
    last = position(turns=["2 build-red-1"], laying="hut red tower", year=2, piles=0)
    return last.do("2 lay e5 f5 e6 f6")


CASES = (
    Case("match-over", "CG-I-5", finished, "1 flip D"),
    Case("not-your-turn", "CG-I-3y", taking("angel-1"), "2 take hut red hall"),
    Case("not-now", "CG-I-3y", taking("angel-1"), "1 flip D"),
    Case("card-not-in-hand", "CG-I-2b", choosing, "1 choose master-1"),
    Case("not-face-down", "CG-I-2b", choosing, ChooseCard(Seat(0), Secret(EVERYONE, 0))),
    Case("card-does-not-allow", "CG-I-3a8", taking("build-blue-1"), "1 take hut red hall", (("section", 0),)),
    Case("card-does-not-allow", "CG-I-3a8", taking("master-1"), "1 take pouch tower", (("shape", 1),)),
    Case("card-does-not-allow", "CG-I-3a9", taking("pray-hall"), "1 take pouch tower", (("shape", 1),)),
    Case("card-does-not-allow", "CG-I-3a9", taking("seer-1"), "1 take hut red hall", (("section", 0),)),
    Case("card-does-not-allow", "CG-I-3a10", taking("double-hall-1 hut"), "1 take pouch hall", (("shape", 0),)),
    Case("not-in-hut", "CG-I-3a", lambda: position(laid=HUT_HALL), "1 take hut blue hall", (("section", 2),)),
    Case("not-in-pouch", "CG-I-3a", taking_late, "1 take pouch hall", (("shape", 0),)),
    Case("no-place", "CG-I-3a13", cramped, "1 take pouch tower", (("shape", 1),)),
    Case("no-place", "CG-I-3a13", cramped, "1 take hut yellow tower", (("shape", 1),)),
    Case("wrong-shape", "CG-I-3a6", holding, "1 lay e5 f5 e6 f6", (("shape", 1),)),
    Case("no-such-place", "CG-I-3a6", holding, LaySection(Seat(0), -1)),
    Case("covers-tree", "CG-I-3a4", holding, "1 lay k5 k6 k7 k8", (("space", 7 * 15 + 10),)),
    Case("covers-section", "CG-I-3a5", holding, "1 lay c5 d5 e5 f5", (("space", 4 * 15 + 2),)),
    Case("covers-parchment", "CG-I-3a3", holding, "1 lay l5 m5 n5 o5", (("space", 4 * 15 + 13),)),
    Case("covers-no-wood", "CG-I-3a1", holding, "1 lay i1 i2 i3 i4"),
    Case("not-parchment", "CG-I-3d", completing, "1 flip A", (("building", 0),)),
    Case("no-builder-there", "CG-I-3e6", sending_home, "1 home beside D"),
    Case("bad-deal", "CG-I-0d", start, DealPiles(())),
    Case("bad-draw", "CG-I-1a", lambda: start().dealt(until="dealer tasks"), RevealTask(36), (("task", 36),)),
    Case("bad-draw", "CG-I-2a", drawing, "dealer draw 2 ?"),
    Case("bad-draw", "CG-I-3a12", feeling, "dealer felt red wing", (("section", 28),)),
    Case("bad-reveal", "CG-I-3", revealing, "dealer reveal seer-1 pray-hall"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code} {case.clause}")
def test_an_event_is_refused_with_its_code_its_clause_and_its_facts(case: Case) -> None:
    play = case.at()
    assert play.why_not(case.event) == (case.code, case.clause)
    event = play.event(case.event) if isinstance(case.event, str) else case.event
    refusal = play.game.refusal(play.state, event)
    assert refusal is not None
    assert refusal.facts == case.facts


def test_every_code_is_met() -> None:
    assert {case.code for case in CASES} == set(refusals.CODES)


def test_every_clause_that_the_code_gives_to_a_refusal_is_met() -> None:
    tree = ast.parse(Path(refusals.__file__).read_text(encoding="utf-8"))
    rows = [node.args for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal"]
    rows += [node.elts for node in ast.walk(tree) if isinstance(node, ast.Tuple)]
    written: set[tuple[object, ...]] = set()
    for row in rows:
        texts = tuple(node.value for node in row[:2] if isinstance(node, ast.Constant))
        if len(texts) == 2 and texts[0] in refusals.CODES and str(texts[1]).startswith("CG-"):
            written.add(texts)
    written |= {("card-does-not-allow", clause) for clause in CLAUSES.values()} - {("card-does-not-allow", "CG-I-3a11")}
    assert len(written) > len(refusals.CODES)
    assert {(case.code, case.clause) for case in CASES} == written


def test_the_angel_is_refused_nothing_that_is_there_and_fits() -> None:
    assert len(position().legal(1)) == 20 + 5
