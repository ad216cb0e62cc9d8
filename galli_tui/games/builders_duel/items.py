"""The choices of a decision as items of a menu: what each does, what it costs, and why something can't be done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from galli_tui.games.builders_duel.bonus_words import finishing_words
from galli_tui.games.builders_duel.good_by_good import shorten_ways
from galli_tui.games.builders_duel.left_gold import too_little_words
from galli_tui.games.builders_duel.odds import chance_to_win
from galli_tui.games.builders_duel.signs import DuelSigns
from galli_tui.games.builders_duel.words import (
    PERSONAL_BRIEF,
    PERSONAL_SEAL,
    card_clause,
    effect_sentence,
    goods_words,
    seal_name,
    worked_name,
)
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.style.wording import listed
from rules.builders_duel.box import FACES, GOODS, PERSONAL, SECTIONS, Ability, Card, DuelCardKind
from rules.builders_duel.buildable import helps_to_build
from rules.builders_duel.building import CARDS_FIRST, Build, FinishTurn, TurnStep, WorkBonus, price
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work, ability_for, changes_nothing
from rules.builders_duel.claims import Claim, ClaimStep
from rules.builders_duel.conflict import (
    GiveUp,
    KeepSeal,
    LetLie,
    SwearOath,
    Throw,
    ThrowAgain,
    chance,
    gives_up,
    lead_needed,
    oath_number,
    thrown_personal,
)
from rules.builders_duel.evaluation import wanted
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.one_use import UseCartload, UseSabotage, UseScaffold, UseTwoSites
from rules.builders_duel.rounds import returning_cards
from rules.builders_duel.state import (
    CELLS_OF,
    LAST_ROUND,
    LINE_NAMES,
    LINES,
    DuelState,
    crossing,
    other,
    sum_of,
    with_side,
)
from rules.engine.events import Move
from rules.engine.secrecy import Seat

WILL_FIGHT = "The other player will fight for one of them."
"""What the note of every line says to the player who claims first."""
_INSTALL = ": install "
_PLENTY = 99
"""More gold than any card costs."""


def items(game: BuildersDuel, signs: DuelSigns, view: DuelState, seat: Seat) -> list[MenuItem]:
    """Return the choices of a seat, several of one card or section on a page of their own."""
    if view.agenda and isinstance(view.agenda[-1], ClaimStep):
        return [_claim(game, signs, view, Claim(seat, line)) for line in range(len(LINES))]
    found: list[MenuItem] = []
    for _, group in groupby(game.legal(view, seat), key=_page_of):
        moves = list(group)
        choices = [item(game, view, move) for move in moves]
        found += [_page(game, view, moves[0], choices)] if _paged(moves) else choices
    if all(it.deferred for it in found):  # Then ending the turn is selected first.
        found = [it._replace(deferred=not isinstance(it.answer, FinishTurn)) for it in found]
    found.sort(key=lambda it: it.targets[0] if it.targets and it.targets[0].startswith("cell") else "later")
    return [*found, *_not_yet(game, view, seat)]


def _page_of(move: Move) -> tuple[type, object]:
    return type(move), move.section if isinstance(move, Build) else getattr(move, "cell", None)


def _paged(moves: Sequence[Move]) -> bool:
    return len(moves) > 1 and isinstance(moves[0], Work | Trade | BuySeals | Build)


def _page(game: BuildersDuel, view: DuelState, first: Move, choices: list[MenuItem]) -> MenuItem:
    """Return an item that opens a page with all ways to use a card or to build in a section."""
    if isinstance(first, Build):
        best = tuple(it._replace(words=it.brief) for it in reversed(choices))
        return MenuItem(f"build section {SECTIONS[first.section]}", items=best, targets=_all_targets(best))
    if not isinstance(first, Work | Trade | BuySeals):
        raise TypeError(f"{first} has no page")
    it = _card(game, view, first.cell)
    needs = wanted(game, view.sides[first.seat], first.seat)
    ordered = sorted(choices, key=lambda choice: _usefulness(view, choice, needs), reverse=True)
    sentence = effect_sentence(game, it)
    words, clause, there = f"use {_card_words(game, view, first.cell)}", card_clause(it), (f"cell {first.cell + 1}",)
    return MenuItem(words, items=shorten_ways(ordered), note=sentence, brief=words, targets=there, clause=clause)


def _all_targets(choices: Sequence[MenuItem]) -> tuple[str, ...]:
    """Return the targets of a page: those of all its choices, each once."""
    return tuple(dict.fromkeys(target for choice in choices for target in choice.targets))


def skips(game: BuildersDuel, view: DuelState, move: Move) -> bool:
    """Return whether a move uses its card for nothing."""
    match move:
        case UseCard():
            it = _card(game, view, move.cell)
            return it.side is not None and ability_for(it, move.seat) is Ability.NONE
        case UseScaffold() | UseTwoSites():
            return not helps_to_build(game, view, move)
        case _:
            return isinstance(move, Work | Trade | BuySeals) and changes_nothing(move)


def _spends(game: BuildersDuel, view: DuelState, move: Move) -> bool:
    """Return whether a move spends a 1x card that could be kept, unless nothing else can win the fight."""
    match move:
        case UseScaffold() | UseTwoSites() | UseCartload() | UseSabotage():
            return True
        case SwearOath():
            wins = lead_needed(view, move.seat) <= oath_number(game, view, move.seat)
            return not (wins and thrown_personal(view, move.seat))
        case _:
            return False


def _why_idle(game: BuildersDuel, view: DuelState, move: UseCard | Work | Trade | BuySeals) -> str:
    """Return why a card that a move skips is of no use now; empty if it is of use."""
    if isinstance(move, UseCard):
        whose = _card(game, view, move.cell).side
        return "" if whose is None else f"{game.board.sides[whose].name} only"
    side = view.sides[move.seat]
    rich = with_side(view, move.seat, side._replace(gold=_PLENTY))
    if _has_use(game, view, move):
        return ""
    if _has_use(game, rich, move):
        return "too dear" if side.gold else "no gold"
    return "no goods" if isinstance(move, Work) else "none left"


def _has_use(game: BuildersDuel, view: DuelState, move: Work | Trade | BuySeals) -> bool:
    found = (it for it in type(move).options(game, view, move.seat) if it.cell == move.cell)
    return not all(map(changes_nothing, found))


def _usefulness(view: DuelState, choice: MenuItem, needs: Sequence[int]) -> tuple[bool, int, int]:
    """Return whether a choice does anything, how many of its goods the building takes, and how few it does not."""
    move = choice.answer
    if isinstance(move, BuySeals):
        return move.number > 0, move.number, 0
    if not isinstance(move, Work | Trade):
        return False, 0, 0
    side = view.sides[move.seat]
    there = [
        worked + (raw if isinstance(move, Trade) else 0) for worked, raw in zip(side.worked, side.raw, strict=True)
    ]
    kinds = [(move.goods.count(good), max(0, needs[good] - there[good])) for good in range(len(GOODS))]
    useful = sum(min(number, lack) for number, lack in kinds)
    return not changes_nothing(move), useful, useful - len(move.goods) - getattr(move, "sold", 0)


def item(game: BuildersDuel, view: DuelState, move: Move) -> MenuItem:
    """Return the menu item of a legal move."""
    cell = move.cell if isinstance(move, UseCard | Work | Trade | BuySeals) else None
    clause = "" if cell is None else card_clause(_card(game, view, cell))
    words, end, more = move_words(game, view, move), _end(right(game, view, move)), note(game, view, move)
    brief = words.replace(_INSTALL, ": ").replace(PERSONAL_SEAL, PERSONAL_BRIEF)
    if isinstance(move, Throw) and move.seal == PERSONAL:
        words, brief = f"{words} (your last throw)", f"throw {PERSONAL_BRIEF} last"
    deferred = isinstance(move, FinishTurn) or skips(game, view, move) or _spends(game, view, move)
    return MenuItem(words, end, move, note=more, brief=brief, targets=targets(move), clause=clause, deferred=deferred)


def _kept_note(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    """Return what becomes of a seat's 1x cards once its turn ends; empty without any."""
    back = returning_cards(game, view, seat)
    stay = len(view.sides[seat].kept) - len(back)
    names = listed(game.cards[card].name for card in back)
    parts = [f"{names} {'goes' if len(back) == 1 else 'go'} back to the deck after this round."] if back else []
    parts += [f"You keep your {'other ' if back else ''}1x cards."] if stay and view.round < LAST_ROUND else []
    return " ".join(parts)


def _end(text: str) -> tuple[Span, ...]:
    return (Span(text, "gold"),) if text else ()


def _claim(game: BuildersDuel, signs: DuelSigns, view: DuelState, move: Claim) -> MenuItem:
    """Return the item of a line, also of one that does not cross the first."""
    rival = view.claims[other(move.seat)]
    words = f"{signs.lines(move.line)} {LINE_NAMES[move.line]}"
    refusal = move.refusal(game, view)
    if refusal is not None:
        why = "claimed" if move.line == rival else "parallel"
        return MenuItem(words, _end(why), refusal)
    both = "" if rival is None else f"fight {min(crossing(rival, move.line)) + 1}"
    return MenuItem(words, _end(both), move, note=note(game, view, move), targets=targets(move))


def targets(move: Move) -> tuple[str, ...]:
    """Return the targets on the board that choose a move."""
    match move:
        case Claim():
            return tuple(f"cell {cell + 1}" for cell in CELLS_OF[move.line])
        case UseCard() | Work() | Trade() | BuySeals():
            return (f"cell {move.cell + 1}",)
        case Build():
            section = f"section {move.seat} {move.section}"
            return (section, f"{section} {move.goods[0]}") if len(move.goods) == 1 else (section,)
        case _:
            return ()


def _not_yet(game: BuildersDuel, view: DuelState, seat: Seat) -> list[MenuItem]:
    """Return the sections that worked goods would fit but that can't be built in now, and why.

    Before the cards are used this is one item for all; in a fight there is none.
    """
    if not view.agenda or not isinstance(view.agenda[-1], TurnStep):
        return []
    found: list[MenuItem] = []
    side = view.sides[seat]
    for section, goods in enumerate(game.board.sides[seat].sections):
        there = side.sections[section]
        ready = tuple(good for good, done in zip(goods, there, strict=True) if not done and side.worked[good])
        refusals = [Build(seat, section, (good,)).refusal(game, view) for good in ready]
        refusal = refusals[0] if refusals else None
        if refusal is None or None in refusals:
            continue
        if refusal.code == CARDS_FIRST.code:
            return [MenuItem("build", (Span("after the cards", "refusal"),), refusal)]
        found.append(MenuItem(f"build section {SECTIONS[section]}", _end(f"{price(game, view, 1)} gold"), refusal))
    return found


def _card(game: BuildersDuel, view: DuelState, cell: int) -> Card:
    return game.cards[view.display[cell] or 0]


def _card_words(game: BuildersDuel, view: DuelState, cell: int) -> str:
    """Return the card of a cell, with the number of the cell: "Quarry (5)"."""
    return f"{_card(game, view, cell).name} ({cell + 1})"


def move_words(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return a move in a few words that begin with a verb."""
    match move:
        case UseCard() | Work() | Trade() | BuySeals() if skips(game, view, move):
            return f"skip {_card_words(game, view, move.cell)}"
        case Claim():
            return f"claim the {LINE_NAMES[move.line]}"
        case Throw():
            high = f" at {max(FACES[move.seal])}" if move.high else f" at {min(FACES[move.seal])}" if game.calm else ""
            return f"throw {seal_name(move.seal)}{high}"
        case SwearOath():
            return "swear the Oath"
        case GiveUp():
            return "give up"
        case ThrowAgain():
            return "throw it again"
        case LetLie():
            return "let it lie"
        case KeepSeal():
            return "keep none" if move.seal is None else f"keep {seal_name(move.seal)}"
        case UseCard():
            return f"{_verb(game, view, move)} {_card_words(game, view, move.cell)}"
        case Work() | WorkBonus():
            return f"work {goods_words(move.goods)}"
        case Trade():
            sold = f"sell {move.sold} wool" if move.sold else ""
            bought = f"buy {goods_words(move.goods)}" if move.goods else ""
            return ", ".join(part for part in (sold, bought) if part)
        case BuySeals():
            return f"buy {move.number} seal{'' if move.number == 1 else 's'}"
        case Build():
            materials = ", ".join(worked_name(game, good, move.seat) for good in move.goods)
            return f"{SECTIONS[move.section]}{_INSTALL}{materials}"
        case UseCartload():
            return f"use the Cartload: take {GOODS[move.good]}"
        case UseSabotage():
            return f"use the Sabotage: spoil {worked_name(game, move.good, other(move.seat))}"
        case UseScaffold():
            return "use the Scaffold"
        case UseTwoSites():
            return "use Two Sites"
        case FinishTurn():
            return "end your turn"
        case _:
            return " ".join(game.format(move).split()[1:])


def _verb(game: BuildersDuel, view: DuelState, move: UseCard) -> str:
    kind = _card(game, view, move.cell).kind
    if kind in (DuelCardKind.POWER, DuelCardKind.INCOME):
        return "take"
    return "keep" if kind is DuelCardKind.ONE_USE else "use"


def right(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return the text at the end of a move's line: its price, the chance to get ahead, why a card is of no use."""
    match move:
        case UseCard() | Work() | Trade() | BuySeals() if skips(game, view, move):
            return _why_idle(game, view, move)
        case UseScaffold() | UseTwoSites() if skips(game, view, move):
            return "no use now"
        case Throw(high=True):
            return f"{game.board.seal_price} gold"
        case Throw() if gives_up(game, view, move):
            return "falls short"
        case Throw() if game.calm:
            return ""
        case Throw() if view.conflict.thrown:
            return f"{chance(view, move)} %"
        case UseCard():
            it = _card(game, view, move.cell)
            return f"+{it.gold} gold" if it.gold else ""
        case Build():
            return _cost(price(game, view, len(move.goods)))
        case Work():
            return _cost(len(move.goods) * _card(game, view, move.cell).price)
        case Trade():
            it = _card(game, view, move.cell)
            return _cost(len(move.goods) * it.price - move.sold * it.wool_price)
        case BuySeals():
            return _cost(move.number * game.board.seal_price)
        case _:
            return ""


def _cost(gold: int) -> str:
    return f"{gold} gold" if gold > 0 else f"+{-gold} gold" if gold < 0 else "free"


def note(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return more words about a move, shown while it is chosen."""
    match move:
        case Claim():
            cards = [view.display[cell] for cell in CELLS_OF[move.line]]
            named = ", ".join(game.cards[card].name for card in cards if card is not None)
            rival = view.claims[other(move.seat)]
            if rival is not None:
                (cell,) = crossing(rival, move.line)
                return f"{named}. You fight for {_card(game, view, cell).name}.{_odds(game, view, move.seat)}"
            return f"{named}. {WILL_FIGHT}"
        case Throw():
            return _throw_note(game, view, move)
        case GiveUp():
            return "The other player wins the card. You may keep one of the seals that you threw."
        case SwearOath():
            added = oath_number(game, view, move.seat)
            return f"Adds {added}: {sum_of(view, move.seat) + added} against {sum_of(view, other(move.seat))}."
        case UseCard():
            return effect_sentence(game, _card(game, view, move.cell))
        case Work() | Trade() | BuySeals():
            effect = effect_sentence(game, _card(game, view, move.cell))
            return f"{too_little_words(game, view, move)} {effect}".lstrip()
        case UseScaffold() | UseTwoSites() | UseCartload() | UseSabotage():
            return "A 1x card: it is gone once you have used it."
        case Build() if sum(view.sides[move.seat].sections[move.section]) + len(move.goods) == len(SECTIONS):
            return f"Finishes {finishing_words(game, view, move)}."
        case FinishTurn():
            return _kept_note(game, view, move.seat)
        case _:
            return ""


def _odds(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    return (
        ""
        if game.calm
        else f" If neither of you gives up, you win {chance_to_win(game, view, seat)} of 100 such fights."
    )


def _throw_note(game: BuildersDuel, view: DuelState, move: Throw) -> str:
    """Return what each face would lead to."""
    if gives_up(game, view, move):
        return "It can't get you ahead and is your last throw: this gives up the fight. The seal comes back afterwards."
    if game.calm:
        return ""
    own, rival = sum_of(view, move.seat), sum_of(view, other(move.seat))
    if any(it.seat != move.seat for it in view.conflict.thrown):
        low, high = (f"{face} makes {own + face}: {_lead(view, move.seat, face)}" for face in FACES[move.seal])
        result = f"{low}; {high}. Against {rival}."
    else:
        result = f"It lands on {FACES[move.seal][0]} or {FACES[move.seal][1]}."
    last = " It is your last throw here, and comes back afterwards." if move.seal == PERSONAL else ""
    return result + last


def _lead(view: DuelState, seat: Seat, face: int) -> str:
    """Return where a face would put a side."""
    if face >= lead_needed(view, seat):
        return "ahead"
    return "level, not ahead" if sum_of(view, seat) + face == sum_of(view, other(seat)) else "behind"
