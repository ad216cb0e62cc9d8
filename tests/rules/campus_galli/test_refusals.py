"""Every reason for which Campus Galli refuses an event: its code, its clause and its facts."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import campus_galli
from rules.campus_galli.box import COLOURS
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import INSTEAD, INSTEAD_AGAIN, CampusGalli
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.leftovers import DealLeftovers
from rules.campus_galli.rounds import ChooseCard, RevealTask
from rules.campus_galli.rule_base import CampusEvent
from rules.campus_galli.takeable import CLAUSES
from rules.engine.rulebook import clauses
from rules.engine.secrecy import EVERYONE, NOBODY, Seat, Secret
from rules.registry import game_box
from tests.support.cg_codes import CODES
from tests.support.play import Play
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, filling, opening, position, start, table

HALLS_OF_THE_POUCH = (
    "2 pouch red hall c4 c5 c6 c7",
    "2 pouch green hall d5 e5 f5 g5",
    "2 pouch blue hall d6 e6 f6 g6",
    "2 pouch yellow hall h5 i5 j5 k5",
)


HUT_HALL = ("2 hut blue hall c4 c5 c6 c7",)


class RefusalCase(NamedTuple):
    """An event that is refused, and how."""

    code: str
    clause: str
    at: Callable[[], Play]
    event: str | CampusEvent
    facts: tuple[tuple[str, int | str], ...] = ()


def tiles(cost: str, have: str) -> tuple[tuple[str, int | str], ...]:
    """Return the facts of a payment by letters, e.g. "RR?" with "GB"; "?" is a tile of any colour."""
    wanted = zip((*COLOURS, "any"), "RGBY?", strict=True)
    owned = zip(COLOURS, "RGBY", strict=True)
    return (
        *((f"cost_{name}", cost.count(letter)) for name, letter in wanted),
        *((f"have_{name}", have.count(letter)) for name, letter in owned),
    )


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


def declaring_at_level_i() -> Play:
    """Seat 1 says pouch or hut."""
    hands = {1: "double-hall-1 pray-hall", 2: "master-1 seer-1"}
    chosen = opening(hands=hands).do("1 choose double-hall-1", "2 choose seer-1")
    return chosen.do("dealer reveal double-hall-1 seer-1")


LEVEL_II = table(level=2)


def choosing_late() -> Play:
    """Both seats choose a card, at level II."""
    hands = {1: "build-red-1 pray-hall book-abrogans", 2: "master-1 seer-1 guest-iso"}
    return opening(LEVEL_II, hands=hands)


def declaring(card: str, tiles: str) -> Callable[[], Play]:
    """Seat 1 declares its card at level II."""
    return lambda: position(LEVEL_II, turns=[f"1 {card} ?", "2 angel-2"], tiles={1: tiles})


def paying() -> Play:
    """Seat 1 pays a red tile and another one."""
    return position(LEVEL_II, turns=["1 master-1", "2 angel-2"], tiles={1: "RRGG"})


def begging() -> Play:
    """Seat 1 receives two tiles."""
    return position(LEVEL_II, turns=["1 build-red-1 beg", "2 angel-2"], tiles={1: "R"})


def ending() -> Play:
    """Seat 1 ends its turn; the supply has no blue tile."""
    at = position(LEVEL_II, laying="hut red hall", tiles={1: "RRRR", 2: "B" * 12}, board=["alms-1"])
    return at.do("1 lay d6 d7 d8 d9")


def again(kind: str) -> Callable[[], Play]:
    """Seat 1 may score a book or a guest again, in its turn or on its day."""
    names = {"books": {1: "book-troper"}} if kind in ("study", "book") else {"guests": {1: "guest-iso"}}
    books, guests = names.get("books", {}), names.get("guests", {})
    if kind in ("study", "feast"):
        return lambda: filling(LEVEL_II, books=books, guests=guests).do(f"dealer task {kind}-day-1")
    turn = "1 book-abrogans" if kind == "book" else "1 guest-findan"
    return lambda: position(LEVEL_II, turns=[turn, "2 angel-2"], tiles={1: "GY"}, books=books, guests=guests)


def special() -> Play:
    """Seat 1 may take a special action; one hall lies on the church."""
    return position(
        LEVEL_II, special="1 2", wood="AB", tiles={1: "RRRGGBYY", 2: "0"}, laid=HUT_HALL, board=["church-bell"]
    )


def special_in_need() -> Play:
    """Seat 1 may take a special action; only b11 is left, which no tower reaches."""
    laid = (
        *CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
        "2 pouch blue hall e6 e7 e8 e9",
        "2 hut green transept c8 d7 d8 d9",
        "2 hut blue tower b9 b10 c9 c10",
    )
    return position(LEVEL_II, special="1 2", tiles={1: "RRRGGBYY", 2: "0"}, laid=laid)


def halls_gone() -> Play:
    """Seat 1 may take a special action; the pouch has no hall."""
    laid = (*HALLS_OF_THE_POUCH, "2 pouch joker hall h6 i6 j6 k6")
    return position(LEVEL_II, special="1 2", wood="AB", tiles={1: "RRRGGBYY", 2: "0"}, laid=laid)


def sending_home_late() -> Play:
    """Seat 1 owes a lazy monk and has only a guest monk."""
    game = table(level=2, monks=1)
    at = position(game, laying="hut blue tower", beside=["1 A guest"])
    return at.do("1 lay b9 c9 b10 c10")


def finished_late() -> Play:
    """The match of level II is over."""
    at = position(LEVEL_II, special="1 2", wood="AB", tiles={1: "RRG", 2: "0"}, year=2, piles=0)
    return at.do("1 pass")


LEVEL_III = table(level=3)


def leftovers_due() -> Play:
    """The piles of leftovers are to be dealt."""
    return start(LEVEL_III).dealt(until="dealer leftovers")


def turning_up() -> Play:
    """The card on the green pile is to be turned up."""
    return start(LEVEL_III).dealt(until="dealer leftover 1")


def borrowing() -> Play:
    """Seat 1 borrows a card; the pouch has no hall, and no guest is left over."""
    laid = (*HALLS_OF_THE_POUCH, "2 pouch joker hall h6 i6 j6 k6")
    turns = ["1 unfinished-1 ?", "2 angel-2"]
    there = {1: "book-abrogans ...", 2: "pray-hall ...", 3: "double-tower-2", 4: ""}
    at = position(LEVEL_III, turns=turns, tiles={1: "R"}, wood="AB", laid=laid, leftovers=there)
    return at.do("1 play")


def burning(*lines: str) -> Callable[[], Play]:
    """Seat 1, with two books, faces a fire."""
    books, tiles = {1: "book-troper book-hortulus"}, {1: "RG", 2: "0"}
    return lambda: filling(LEVEL_III, books=books, tiles=tiles).do("dealer task fire-1", *lines)


def sick() -> Play:
    """Seat 1 loses one of two guest monks in the north; another stands in the south."""
    beside = ["1 I guest", "1 J guest", "1 E guest"]
    at = filling(LEVEL_III, wood="AEIJ", beside=beside, tiles={1: "RG", 2: "0"})
    return at.do("dealer task epidemic-north", "dealer dice red green", "1 decline")


def arriving() -> Play:
    """Seat 1 may pay for a new arrival in the north, beside I."""
    at = filling(LEVEL_III, wood="AEI", beside=["1 I", "1 E"], tiles={1: "YY"})
    return at.do("dealer task arrivals-north")


def halted() -> Play:
    """Seat 1 holds a hall; the cordon lies on the church."""
    return position(LEVEL_III, laying="hut red hall", board=["halt-church"])


def held_up() -> Play:
    """Seat 1 has not the tiles with which the cordon on the church would be lifted."""
    board = ["halt-church", "rebuild-hall"]
    return position(LEVEL_III, special="1 2", wood="AB", tiles={1: "RR"}, laid=HUT_HALL, board=board)


def rebuilding(*lines: str) -> Callable[[], Play]:
    """Seat 1 may rebuild the only hall that lies on the plan."""
    board, tiles = ["rebuild-hall", "church-bell"], {1: "RG", 2: "0"}
    return lambda: position(LEVEL_III, special="1 2", wood="AB", tiles=tiles, laid=HUT_HALL, board=board).do(*lines)


def hemmed_in() -> Play:
    """Seat 1 may rebuild a transept, for which there is no other place than where it lies."""
    laid = (
        *CHURCH_AND_CLOISTER_BUT_E6_TO_E9,
        "2 pouch blue hall e6 e7 e8 e9",
        "2 pouch yellow hall b11 c11 d11 e11",
        "2 hut green transept c8 d7 d8 d9",
        "2 hut blue tower b9 b10 c9 c10",
    )
    return position(LEVEL_III, special="1 2", tiles={1: "RRRRGG", 2: "0"}, laid=laid, board=["rebuild-transept"])


CASES = (
    RefusalCase("match-over", "CG-I-5", finished, "1 flip D"),
    RefusalCase("not-your-turn", "CG-I-3y", taking("angel-1"), "2 take hut red hall"),
    RefusalCase("not-now", "CG-I-3y", taking("angel-1"), "1 flip D"),
    RefusalCase("card-not-in-hand", "CG-I-2b", choosing, "1 choose master-1"),
    RefusalCase("not-face-down", "CG-I-2b", choosing, ChooseCard(Seat(0), Secret(EVERYONE, 0))),
    RefusalCase("card-does-not-allow", "CG-I-3a8", taking("build-blue-1"), "1 take hut red hall", (("section", 0),)),
    RefusalCase("card-does-not-allow", "CG-I-3a8", taking("master-1"), "1 take pouch tower", (("shape", 1),)),
    RefusalCase("card-does-not-allow", "CG-I-3a9", taking("pray-hall"), "1 take pouch tower", (("shape", 1),)),
    RefusalCase("card-does-not-allow", "CG-I-3a9", taking("seer-1"), "1 take hut red hall", (("section", 0),)),
    RefusalCase("card-does-not-allow", "CG-I-3a10", taking("double-hall-1 hut"), "1 take pouch hall", (("shape", 0),)),
    RefusalCase("not-in-hut", "CG-I-3a", lambda: position(laid=HUT_HALL), "1 take hut blue hall", (("section", 2),)),
    RefusalCase("not-in-pouch", "CG-I-3a", taking_late, "1 take pouch hall", (("shape", 0),)),
    RefusalCase("no-place", "CG-I-3a13", cramped, "1 take pouch tower", (("shape", 1),)),
    RefusalCase("no-place", "CG-I-3a13", cramped, "1 take hut yellow tower", (("shape", 1),)),
    RefusalCase("wrong-shape", "CG-I-3a6", holding, "1 lay e5 f5 e6 f6", (("shape", 1),)),
    RefusalCase("no-such-place", "CG-I-3a6", holding, LaySection(Seat(0), -1)),
    RefusalCase("covers-tree", "CG-I-3a4", holding, "1 lay k5 k6 k7 k8", (("space", 7 * 15 + 10),)),
    RefusalCase("covers-section", "CG-I-3a5", holding, "1 lay c5 d5 e5 f5", (("space", 4 * 15 + 2),)),
    RefusalCase("covers-parchment", "CG-I-3a3", holding, "1 lay l5 m5 n5 o5", (("space", 4 * 15 + 13),)),
    RefusalCase("covers-no-wood", "CG-I-3a1", holding, "1 lay i1 i2 i3 i4"),
    RefusalCase("not-parchment", "CG-I-3d", completing, "1 flip A", (("building", 0),)),
    RefusalCase("no-builder-there", "CG-I-3e6", sending_home, "1 home beside D"),
    RefusalCase("bad-deal", "CG-I-0d", start, DealPiles(())),
    RefusalCase("bad-draw", "CG-I-1a", lambda: start().dealt(until="dealer tasks"), RevealTask(36), (("task", 36),)),
    RefusalCase("bad-draw", "CG-I-2a", drawing, "dealer draw 2 ?"),
    RefusalCase("bad-draw", "CG-I-3a12", feeling, "dealer felt red wing", (("section", 28),)),
    RefusalCase("bad-reveal", "CG-I-3", revealing, "dealer reveal seer-1 pray-hall"),
    RefusalCase("not-now", "CG-I-3x", declaring_at_level_i, "1 play"),
    RefusalCase("match-over", "CG-II-5", finished_late, "1 pass"),
    RefusalCase("card-not-in-hand", "CG-II-2b", choosing_late, "1 choose master-1"),
    RefusalCase("not-face-down", "CG-II-2b", choosing_late, ChooseCard(Seat(0), Secret(EVERYONE, 0))),
    RefusalCase("not-now", "CG-II-3x1", declaring("double-hall-1", "RB"), "1 play"),
    RefusalCase("cannot-pay", "CG-II-3x2", declaring("double-hall-1", "R"), "1 declare pouch", tiles("B", "R")),
    RefusalCase("could-not-pay", "CG-II-3x3", paying, "1 swap RRG Y"),
    RefusalCase("tiles-missing", "CG-II-3p6", paying, "1 pay RB", tiles("RB", "RRGG")),
    RefusalCase("wrong-payment", "CG-II-3p6", paying, "1 pay GG"),
    RefusalCase("wrong-swap", "CG-II-3s", ending, "1 swap RR G"),
    RefusalCase("tile-run-out", "CG-II-3s3", ending, "1 swap RRR B", (("colour", 2),)),
    RefusalCase("wrong-tiles", "CG-II-3s4", begging, "1 receive R"),
    RefusalCase("wrong-cards", "CG-II-1e", again("study"), "1 again book-troper R"),
    RefusalCase("wrong-cards", "CG-II-1d", again("feast"), "1 again guest-iso R"),
    RefusalCase("wrong-cards", "CG-II-3a1", again("book"), "1 again book-abrogans G"),
    RefusalCase("wrong-cards", "CG-II-3e3", again("guest"), "1 again guest-findan B"),
    RefusalCase("task-not-fulfilled", "CG-II-3g", ending, "1 claim 1", (("place", 0),)),
    RefusalCase("not-for-tiles", "CG-II-4b", special, "1 pay-task 2", (("place", 1),)),
    RefusalCase("tiles-missing", "CG-II-4b", special, "1 pay-task 1", tiles("BBB", "RRRGGBYY")),
    RefusalCase("not-parchment", "CG-II-4c", special, "1 expand A", (("building", 0),)),
    RefusalCase("tiles-missing", "CG-II-4c", special, "1 expand G", tiles("GBB", "RRRGGBYY")),
    RefusalCase("wrong-payment", "CG-II-4b1", special, "1 expand C RRY"),
    RefusalCase("not-in-hut", "CG-II-4d", special, "1 buy hut blue hall RRRGG", (("section", 2),)),
    RefusalCase("tiles-missing", "CG-II-4d", special, "1 buy hut red hall RRRBB", tiles("RRRBB", "RRRGGBYY")),
    RefusalCase("wrong-payment", "CG-II-4d", special, "1 buy hut red hall RRRG"),
    RefusalCase("not-in-pouch", "CG-II-4e", halls_gone, "1 buy pouch hall RRGBY", (("shape", 0),)),
    RefusalCase("tiles-missing", "CG-II-4e", special, "1 buy pouch wing RGBBY", tiles("RGBBY", "RRRGGBYY")),
    RefusalCase("wrong-payment", "CG-II-4e", special, "1 buy pouch wing RGBY"),
    RefusalCase("no-place", "CG-II-4e1", special_in_need, "1 buy pouch tower RRGBY", (("shape", 1),)),
    RefusalCase("no-builder-there", "CG-II-3d1", sending_home_late, "1 home beside A"),
    RefusalCase("bad-deal", "CG-II-0f", lambda: start(LEVEL_II).dealt(until="dealer deal"), DealPiles(())),
    RefusalCase("bad-draw", "CG-II-0d", lambda: start(LEVEL_II), "dealer tile 2 R", (("colour", 0),)),
    RefusalCase("bad-draw", "CG-II-1a", lambda: filling(LEVEL_II), RevealTask(68), (("task", 68),)),
    RefusalCase("bad-draw", "CG-II-2a", lambda: start(LEVEL_II).dealt(until="dealer pile 1"), "dealer draw 2 ?"),
    RefusalCase(
        "bad-reveal",
        "CG-II-3",
        lambda: choosing_late().do("1 choose pray-hall", "2 choose seer-1"),
        "dealer reveal seer-1 pray-hall",
    ),
    RefusalCase("bad-deal", "CG-III-0b", lambda: start(LEVEL_III).dealt(until="dealer deal"), DealPiles(())),
    RefusalCase("bad-deal", "CG-III-0c", leftovers_due, DealLeftovers((0,) * 4, (Secret(NOBODY, ()),) * 4)),
    RefusalCase("bad-draw", "CG-III-0c", turning_up, "dealer turn-up 1 angel-1", (("card", 40),)),
    RefusalCase("bad-draw", "CG-III-0h", burning(), "dealer dice red red"),
    RefusalCase("bad-draw", "CG-III-1a", lambda: filling(LEVEL_III), RevealTask(100), (("task", 100),)),
    RefusalCase("tiles-missing", "CG-III-1h2", burning("dealer dice red"), "1 pay B", tiles("B", "RG")),
    RefusalCase("wrong-payment", "CG-III-1h1", burning("dealer dice red"), "1 pay G"),
    RefusalCase(
        "no-such-book",
        "CG-III-1i1",
        burning("dealer dice red", "1 decline"),
        "1 lose-book book-abrogans",
        (("card", 45),),
    ),
    RefusalCase("no-guest-there", "CG-III-1j1", sick, "1 lose-guest E", (("building", 4),)),
    RefusalCase("tiles-missing", "CG-III-1m1", held_up, "1 pay-task 1", tiles("GB", "RR")),
    RefusalCase("covers-cordon", "CG-III-1m", halted, "1 lay d5 e5 f5 g5", (("space", 4 * 15 + 3),)),
    RefusalCase("tiles-missing", "CG-III-1n", arriving, "1 settle I BB", tiles("BB", "YY")),
    RefusalCase("no-monk-there", "CG-III-1n1", arriving, "1 settle E", (("building", 4),)),
    RefusalCase("nothing-borrowed", "CG-III-3a", borrowing, "1 borrow 4", (("pile", 3),)),
    RefusalCase("not-now", "CG-III-3a2", borrowing, "1 borrow 3"),
    RefusalCase("cannot-be-carried-out", "CG-III-3a3", borrowing, "1 borrow 2", (("pile", 1), ("left", 0))),
    RefusalCase("not-for-rebuilding", "CG-III-4a", rebuilding(), "1 lift 2 hut blue hall", (("place", 1),)),
    RefusalCase("section-not-there", "CG-III-4a1", rebuilding(), "1 lift 1 hut red hall", (("section", 0),)),
    RefusalCase("cannot-be-moved", "CG-III-4a2", hemmed_in, "1 lift 1 hut green transept", (("section", 13),)),
    RefusalCase("same-place", "CG-III-4a2", rebuilding("1 lift 1 hut blue hall"), "1 lay c4 c5 c6 c7"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code} {case.clause}")
def test_an_event_is_refused_with_its_code_its_clause_and_its_facts(case: RefusalCase) -> None:
    play = case.at()
    assert play.why_not(case.event) == (case.code, case.clause)
    event = play.event(case.event) if isinstance(case.event, str) else case.event
    refusal = play.game.refusal(play.state, event)
    assert refusal is not None
    assert refusal.facts == case.facts


def test_every_code_is_met() -> None:
    assert {case.code for case in CASES} == set(CODES)


def clauses_in(node: ast.AST) -> set[str]:
    """The clauses that a piece of code names."""
    texts = {it.value for it in ast.walk(node) if isinstance(it, ast.Constant) and isinstance(it.value, str)}
    return {text for text in texts if text.startswith("CG-")}


def written_in(*paths: str) -> set[tuple[str, str]]:
    """Every code with every clause that modules give it: in a refusal, in a row of a table, or by an argument."""
    trees = [ast.parse(Path(path).read_text(encoding="utf-8")) for path in paths]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    written = {(code, clause) for node in nodes for code, given in _rows(node) for clause in clauses_in(given)}
    told: defaultdict[str, set[str]] = defaultdict(set)
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            told[node.func.id] |= clauses_in(node)
    for function in (node for node in nodes if isinstance(node, ast.FunctionDef)):
        rows = [row for node in ast.walk(function) for row in _rows(node)]
        by_argument = {code for code, given in rows if isinstance(given, ast.Name) and given.id == "clause"}
        written |= {(code, clause) for code in by_argument for clause in told[function.name]}
    return written


def _rows(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """The code that a refusal or a row of a table names, and what it gives as the clause."""
    row: list[ast.expr] = []
    if isinstance(node, ast.Tuple):
        row = node.elts
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
        row = node.args
    code = row[0].value if row and isinstance(row[0], ast.Constant) else None
    return [(str(code), row[1])] if code in CODES and len(row) > 1 else []


def test_every_clause_that_the_code_gives_to_a_refusal_is_met() -> None:
    written = written_in(*map(str, Path(campus_galli.__file__).parent.glob("*.py")))
    written |= {("not-now", CampusGalli.turn_clause), ("not-your-turn", CampusGalli.turn_clause)}
    written.add(("match-over", CampusGalli.end_clause))
    for instead in (INSTEAD_AGAIN, INSTEAD):
        written |= {(code, instead[clause]) for code, clause in written if clause in instead}
    written |= {("card-does-not-allow", clause) for clause in CLAUSES.values()} - {("card-does-not-allow", "CG-I-3a11")}
    assert len(written) > len(CODES)
    assert {(case.code, case.clause) for case in CASES} == written


@pytest.mark.rule("CG-II-0")
def test_at_level_ii_nothing_is_refused_by_a_clause_that_does_not_hold_there() -> None:
    text = clauses(game_box("campus-galli").rulebook())["CG-II-0"].text
    late = [case for case in CASES if case.at().setting.tiles]
    assert len(late) > len(INSTEAD)
    assert not [case for case in late if case.clause in re.findall(r"CG-I-\w+", text)]


@pytest.mark.rule("CG-III-0")
def test_at_level_iii_nothing_is_refused_by_a_clause_that_does_not_hold_there() -> None:
    box = clauses(game_box("campus-galli").rulebook())
    gone = re.findall(r"CG-I-\w+", box["CG-II-0"].text) + re.findall(r"CG-II-\w+", box["CG-III-0"].text)
    late = [case for case in CASES if case.at().setting.dangers]
    assert len(late) > len(INSTEAD_AGAIN)
    assert not [case for case in late if case.clause in gone]


def test_the_angel_is_refused_nothing_that_is_there_and_fits() -> None:
    assert len(position().legal(1)) == 20 + 5
