"""The face's sentences: why a move is refused, what has happened, what is next, what a row of the sheet counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from galli_tui.games.campus_galli.card_texts import card_number, card_short, task_short
from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    counted,
    listed,
    section_words,
    signed,
    space_words,
    tile_words,
)
from galli_tui.tables.table import Player
from rules.campus_galli.box import DIE_FACES, Box, Origin
from rules.campus_galli.events import (
    DealLeftovers,
    DealPiles,
    DrawCards,
    DrawSection,
    DrawTile,
    RevealCards,
    RevealTask,
    RollDice,
    TurnUpCard,
)
from rules.campus_galli.scoring import BUILDER, COOPERATION, LAZY
from rules.campus_galli.state import Effect, EffectKind, State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DeclareStep,
    EndTurnStep,
    FlipBuildingStep,
    LaySectionStep,
    LoseBookStep,
    LoseGuestStep,
    PayStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TakeSectionStep,
)
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat

Facts = Mapping[str, int]


def _at(box: Box, facts: Facts) -> str:
    return f" at {space_words(box.plan, facts['space'])}" if "space" in facts else ""


def _shape(box: Box, facts: Facts) -> str:
    return box.shapes[facts["shape"]].name if 0 <= facts.get("shape", -1) < len(box.shapes) else "section"


def _section(box: Box, facts: Facts) -> str:
    known = 0 <= facts.get("section", -1) < len(box.sections)
    return section_words(box, facts["section"]) if known else "section"


def _building(box: Box, facts: Facts) -> str:
    known = 0 <= facts.get("building", -1) < len(box.plan.buildings)
    return building_words(box.plan.buildings[facts["building"]]) if known else "It"


def _what(box: Box, facts: Facts) -> str:
    return _section(box, facts) if "section" in facts else _shape(box, facts)


REFUSALS: Final[Mapping[str, Callable[[Box, Facts], str]]] = {
    "match-over": lambda _box, _facts: "The match is over.",
    "not-your-turn": lambda _box, _facts: "It is somebody else's turn.",
    "not-now": lambda _box, _facts: "That is not what is to be done now.",
    "card-not-in-hand": lambda _box, _facts: "That card is not in the hand.",
    "not-face-down": lambda _box, _facts: "The card must lie face down.",
    "card-does-not-allow": lambda box, facts: f"The card does not allow the {_what(box, facts)}.",
    "not-in-hut": lambda box, facts: f"The {_section(box, facts)} does not lie in the hut.",
    "not-in-pouch": lambda box, facts: f"The pouch holds no {_shape(box, facts)} any more.",
    "no-place": lambda box, facts: f"The {_shape(box, facts)} fits nowhere on the plan.",
    "wrong-shape": lambda _box, _facts: "The section has another shape.",
    "no-such-place": lambda _box, _facts: "It must lie wholly on the plan.",
    "covers-tree": lambda box, facts: f"It would cover a tree{_at(box, facts)}.",
    "covers-section": lambda box, facts: f"It would cover another section{_at(box, facts)}.",
    "covers-parchment": lambda box, facts: f"It would cover a parchment building{_at(box, facts)}.",
    "covers-no-wood": lambda _box, _facts: "It must cover a free space of a wooden building.",
    "not-parchment": lambda box, facts: f"{_building(box, facts)} is not parchment any more.",
    "no-builder-there": lambda _box, _facts: "No monk of that seat stands there.",
    "cannot-pay": lambda _box, _facts: "There are not the tiles to pay for it, swaps counted in.",
    "could-not-pay": lambda _box, _facts: "After that swap the card could not be paid for any more.",
    "tiles-missing": lambda _box, _facts: "There are not the tiles to pay for it.",
    "wrong-payment": lambda _box, _facts: "That is not what it costs.",
    "wrong-swap": lambda _box, _facts: "A swap gives three tiles that one has for one.",
    "tile-run-out": lambda _box, facts: f"There is no {colour_word(facts.get('colour'))} tile left.",
    "wrong-tiles": lambda _box, _facts: "Those are not the tiles that may be received.",
    "wrong-cards": lambda _box, _facts: "Those cannot be scored again like that.",
    "task-not-fulfilled": lambda _box, _facts: "That task is not fulfilled now.",
    "covers-cordon": lambda box, facts: f"It would cover a building under the cordon{_at(box, facts)}.",
    "same-place": lambda _box, _facts: "It must lie elsewhere than before.",
    "no-such-book": lambda _box, _facts: "That book is not in the library.",
    "no-guest-there": lambda _box, _facts: "No guest monk of that seat stands there.",
    "no-monk-there": lambda _box, _facts: "No monk of that seat stands there.",
    "nothing-borrowed": lambda _box, _facts: "No card is turned up there.",
    "cannot-be-carried-out": lambda _box, _facts: "That card cannot be carried out now.",
    "not-for-rebuilding": lambda _box, _facts: "No reconstruction of that shape lies there.",
    "section-not-there": lambda _box, _facts: "That section does not lie on the plan.",
    "cannot-be-moved": lambda _box, _facts: "That section fits nowhere else.",
    "not-for-tiles": lambda _box, _facts: "No task lies there that is fulfilled by paying.",
    "bad-deal": lambda _box, _facts: "The piles were not dealt as the rules say.",
    "bad-draw": lambda _box, _facts: "What was drawn cannot have been drawn there.",
    "bad-reveal": lambda _box, _facts: "The cards turned up are not those that were chosen.",
}
"""A sentence for every code of the rules."""


def refusal_text(box: Box, refusal: Refusal) -> str:
    """One sentence that says why, without the clause's number."""
    facts = {name: value for name, value in refusal.facts if isinstance(value, int)}
    sentence = REFUSALS.get(refusal.code)
    return sentence(box, facts) if sentence else "The rules do not allow it."


def _origin(box: Box, section: int) -> str:
    return "from the hut" if box.sections[section].origin is Origin.HUT else "out of the pouch"


class Teller:
    """Tells news with the names of the players."""

    def __init__(self, box: Box, placements: Sequence[tuple[int, ...]], names: Sequence[str]) -> None:
        self._box = box
        self._placements = placements
        """The spaces of every placement."""
        self._names = names
        """By seat."""

    def name(self, seat: Seat | None) -> str:
        """The player's name; the table where it is no seat."""
        return "The table" if seat is None else self._names[seat]

    def first_space(self, placement: int) -> str:
        """The first space of a placement, which names it."""
        return space_words(self._box.plan, self._placements[placement][0])

    def sentences(self, news: Sequence[Effect]) -> list[str]:
        """A short sentence for each of the news that is worth one."""
        return [sentence for item in news if (sentence := self.sentence(item))]

    def sentence(self, news: Effect) -> str:
        """A short sentence; empty for what is not worth one."""
        box, who, items = self._box, self.name(news.seat), news.items
        buildings = box.plan.buildings
        match news.kind:
            case EffectKind.FINISHED:
                return "The match is over."
            case EffectKind.PILES_DEALT:
                return f"Everybody is dealt {counted(items[0], 'card')}."
            case EffectKind.TASK_REVEALED:
                return f"New task: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.TASK_SET_ASIDE:
                return f"Set aside, since nobody can fulfil it now: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.FLIPPED:
                turned = f"{building_words(buildings[items[0]])}, is wood now."
                return turned if news.seat is None else f"{who} turns {building_words(buildings[items[0]])}, to wood."
            case EffectKind.CARDS_DRAWN:
                return ""
            case EffectKind.YEAR_CHANGED:
                return f"{who} begins the second year with {counted(items[0], 'card')}."
            case EffectKind.CARD_REVEALED:
                card = box.cards[items[0]]
                return f"{who} plays {card_number(card)}, {card_short(box, card)}."
            case EffectKind.DECLARED:
                return f"{who} will feel in the pouch." if items[0] else f"{who} will take from the hut."
            case EffectKind.CARD_SPENT:
                return f"{who}'s card allows nothing and is spent."
            case EffectKind.SECTION_TAKEN:
                return f"{who} takes the {section_words(box, items[0])} {_origin(box, items[0])}."
            case EffectKind.SHAPE_FELT:
                return f"{who} feels for a {box.shapes[items[0]].name} in the pouch."
            case EffectKind.SECTION_LAID:
                return f"{who} lays the {section_words(box, items[0])} at {self.first_space(items[1])}."
            case EffectKind.BUILDER_PLACED:
                return f"{who}'s master builder stands on it: {signed(BUILDER)}."
            case EffectKind.BUILDER_BESIDE:
                return f"{who}'s master builder stands beside {buildings[items[0]].letter}: {signed(BUILDER)}."
            case EffectKind.BUILDER_HOME:
                where = space_words(box.plan, items[0])
                return f"{who} has no monk left for {where}; a builder goes home: {signed(LAZY)}."
            case EffectKind.TASK_FULFILLED:
                task = box.tasks[items[0]]
                return f"{who} fulfils {task_short(box, task)}: {signed(task.points)}."
            case EffectKind.COMPLETED:
                return f"{who} completes {building_words(buildings[items[0]])}."
            case EffectKind.LAZY_MONK:
                return f"{who}'s monk lies down in a gap at {space_words(box.plan, items[0])}: {signed(LAZY)}."
            case EffectKind.LAZY_MONK_HOME:
                return f"{who}'s lazy monk at {space_words(box.plan, items[0])} goes home: {signed(-LAZY)}."
            case EffectKind.ROUND_BEGUN:
                return f"Round {items[0]} begins."
            case _:
                return self._deed(news, who)

    def _deed(self, news: Effect, who: str) -> str:
        """What belongs to the levels where cards cost tiles."""
        box, items = self._box, news.items
        match news.kind:
            case EffectKind.TILES_RECEIVED:
                return f"{who} receives {tile_words(items)}."
            case EffectKind.TILES_PAID:
                return f"{who} pays {tile_words(items)}."
            case EffectKind.TILES_SWAPPED:
                return f"{who} swaps {tile_words(items[:4])} for a {colour_word(items[4])} one."
            case EffectKind.TILES_RETURNED:
                return f"{who} returns {tile_words(items)}."
            case EffectKind.PLAYS:
                return f"{who} will play {card_number(box.cards[items[0]])}."
            case EffectKind.BEGS:
                return f"{who} begs instead of playing {card_number(box.cards[items[0]])}."
            case EffectKind.BOOK_PRODUCED:
                return f"{who} produces the {box.cards[items[0]].name}."
            case EffectKind.GUEST_COME:
                return f"{who} welcomes {box.cards[items[0]].name}."
            case EffectKind.SCORED_AGAIN:
                return f"{who} scores {box.cards[items[0]].name} again."
            case EffectKind.MOVED_IN:
                where = building_words(box.plan.buildings[items[0]])
                return f"{counted(items[1], 'monk')} of {who} moves in beside {where}: {signed(items[1] * BUILDER)}."
            case EffectKind.PASSED:
                return f"{who} passes."
            case _:
                return self._danger(news, who)

    def _danger(self, news: Effect, who: str) -> str:
        """What belongs to the level of events."""
        box, items = self._box, news.items
        match news.kind:
            case EffectKind.LEFTOVERS_DEALT:
                return f"Unfinished tasks: {listed(map(str, items))} cards in the four piles."
            case EffectKind.TURNED_UP:
                return f"Unfinished task: {card_number(box.cards[items[0]])}, {card_short(box, box.cards[items[0]])}."
            case EffectKind.BORROWED:
                return f"{who} borrows {card_number(box.cards[items[0]])}, {card_short(box, box.cards[items[0]])}."
            case EffectKind.EVENT:
                return f"Event: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.EVENT_IGNORED:
                return f"Nothing to touch, ignored: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.DICE_ROLLED:
                faces = listed(DIE_FACES[face] for face in items[1:])
                return f"{'The dice' if news.seat is None else f'{who} rolls'}: {faces}."
            case EffectKind.WARDED_OFF:
                return f"{who} wards it off."
            case EffectKind.COOPERATION:
                cards = "a card" if items[1] == 1 else f"{items[1]} cards"
                return f"{who} takes {cards} “good cooperation”: {signed(items[1] * COOPERATION)}."
            case EffectKind.BOOK_LOST:
                return f"{who} loses the {box.cards[items[0]].name}."
            case EffectKind.GUEST_LOST:
                return f"{who}'s guest monk beside {box.plan.buildings[items[0]].letter} goes home: {signed(-BUILDER)}."
            case EffectKind.THREATENED:
                return f"The {section_words(box, items[0])} is about to fall."
            case EffectKind.FALLEN:
                return f"The {section_words(box, items[0])} at {self.first_space(items[1])} falls."
            case EffectKind.CORDON_LAID:
                return f"The cordon lies on {building_words(box.plan.buildings[items[0]])}."
            case EffectKind.CORDON_LIFTED:
                return f"The cordon is lifted from {building_words(box.plan.buildings[items[0]])}."
            case EffectKind.ARRIVED:
                return f"{who}'s new monk stands beside {box.plan.buildings[items[0]].letter}: {signed(BUILDER)}."
            case EffectKind.LIFTED:
                return f"{who} lifts the {section_words(box, items[0])} at {self.first_space(items[1])}."
            case _:
                raise ValueError(f"nothing is told of {news.kind.value}")


def next_step(state: State, box: Box, players: Sequence[Player]) -> str:
    """What is to be done next, as everybody may know it."""
    if not state.agenda:
        return "The match is over."
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            names = listed(players[seat].name for seat in step.pending)
            return f"{names} {'chooses' if len(step.pending) == 1 else 'choose'} a card for this round."
        case DeclareStep():
            return f"{players[step.seat].name} says how to play the card."
        case PayStep():
            return f"{players[step.seat].name} pays for the card."
        case ReceiveTilesStep():
            return f"{players[step.seat].name} receives tiles."
        case ScoreAgainStep():
            return f"{players[step.seat].name} may score books or guests again."
        case EndTurnStep():
            return f"{players[step.seat].name} ends the turn."
        case DangerStep():
            return f"{players[step.seat].name} pays what the dice ask, or does not."
        case LoseBookStep() | LoseGuestStep():
            return f"{players[step.seat].name} chooses what is lost."
        case ArrivalStep():
            return f"{players[step.seat].name} may pay for a new arrival."
        case BorrowStep():
            return f"{players[step.seat].name} borrows an unfinished task."
        case SpecialActionsStep():
            return f"{players[step.seats[0]].name} may take a special action."
        case TakeSectionStep():
            return f"{players[step.seat].name} takes a section."
        case LaySectionStep():
            return f"{players[step.seat].name} lays the {section_words(box, step.section)}."
        case FlipBuildingStep():
            return f"{players[step.seat].name} may turn a parchment building to wood."
        case SendBuilderHomeStep():
            return f"{players[step.seat].name} has no monk left and sends a master builder home."
        case _:
            return "The dealer is at work."


REVEALED: Final[Mapping[type[object], str]] = {
    DrawTile: "the tile draw has already been revealed",
    RevealTask: "a new task has already been revealed",
    DrawCards: "new cards have already been drawn",
    RevealCards: "the chosen cards have already been revealed",
    DrawSection: "the pouch draw has already been revealed",
    TurnUpCard: "a new card has already been turned up",
    RollDice: "the dice have already been rolled",
    DealLeftovers: "the piles have already been dealt",
    DealPiles: "the cards have already been dealt",
}
"""Why nothing before such an event can be undone."""
SCORE_LABELS: Final = {
    "builders": "Builders on sections",
    "beside": "Builders beside buildings",
    "lazy": "Lazy monks",
    "tasks": "Fulfilled tasks",
    "guests": "Guest monks",
    "books": "Books",
    "tiles": "Sets of tiles",
    "lost-half": "Half a point left over",
    "cooperation": "Good cooperation",
    "fallen": "Collapses not prevented",
    "monastery": "The complete monastery",
    "large-gaps": "Gaps of four and more",
    "parchment": "Buildings still parchment",
}
"""What each row of the score sheet counts."""

BAND_COLOURS: Final = {
    "iron-gall": "ink",
    "ochre": "yellow_text",
    "red-lead": "red_text",
    "azurite": "blue_text",
    "tyrian-purple": "refusal",
    "gold": "gold_text",
    "lapis-lazuli": "link",
}
"""The pigment that each band of the score table is written with."""

LEVEL_BLURBS: Final = {
    1: "Build in wood and stone, fulfil tasks, leave no gaps. Alone and together large gaps cost 3, parchment 6.",
    2: "Cards cost tiles. Write books, welcome guests, beg, and take special actions besides building.",
    3: "Fires, epidemics, collapses and halts threaten the monastery; unfinished tasks help.",
}
"""A sentence about each level for the form of a new match."""
