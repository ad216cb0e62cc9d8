"""What a seat is asked, in a sentence with what matters for the answer, and how far the match is."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.ora_et_labora.effect_lines import TARGETS as SHORT_TARGETS
from galli_tui.games.ora_et_labora.effect_lines import EffectLines
from galli_tui.games.ora_et_labora.effect_parts import parts_of
from galli_tui.games.ora_et_labora.effect_words import TARGETS, EffectWords, names_of
from galli_tui.games.ora_et_labora.words import amount_of, building_name, good_name, owner_name, the_building
from galli_tui.style.wording import counted, listed
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import GrantedClearStep, HostStep, OraTurnStep
from rules.ora_et_labora.box import STAGES
from rules.ora_et_labora.building import FollowStep, GrantedBuildStep
from rules.ora_et_labora.effect_text import TradePart
from rules.ora_et_labora.effects import CarryOutStep, EffectStep
from rules.ora_et_labora.gains import ChooseStep, ProduceStep, RewardStep
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import BASIC
from rules.ora_et_labora.landscape import LANDSCAPES, GrantedDistrictStep, GrantedPlotStep
from rules.ora_et_labora.neutral import NeutralStep, NeutralWorkStep
from rules.ora_et_labora.rounds import BonusStep, CloseRoundStep
from rules.ora_et_labora.settling import FoundSettlement, GrantedSettlementStep, SettlementStep
from rules.ora_et_labora.state import OraState
from rules.ora_et_labora.trades import TradeStep

ACTIONS = "use a building, contract, fell, cut or build"


def next_forms(game: OraEtLabora, view: OraState, players: Sequence[str]) -> tuple[str, ...]:
    """Return what is asked, without the name of the seat or a full stop, the longest form first."""
    match view.agenda[-1]:
        case OraTurnStep(seat, actions):
            return _turn(game, view, seat, actions)
        case BonusStep(seat, actions):
            return ("build, or send your prior to any building",) if actions else _ending(game, view, seat)
        case HostStep(_, building, owner):
            return _host(game, view, players, building, owner)
        case FollowStep(_, building):
            where = the_building(game, building)
            return (
                f"send your prior into {where} at once, or leave him at home",
                f"send your prior into {where}, or not",
                "send your prior after, or not",
            )
        case TradeStep() as step:
            return _trade(game, step)
        case ProduceStep(_, goods, joker_only):
            names = listed((good_name(game, good, 2) for good in goods), "or")
            return (f"take as much {names} as the joker yields" if joker_only else f"take {names} from the wheel",)
        case ChooseStep(_, choices, then):
            return _choose(game, [(offer.good, offer.number) for offer in choices], then)
        case RewardStep(_, points):
            return (f"choose goods for a reward of up to {counted(points, 'point')}",)
        case CarryOutStep(_, building, target):
            name = building_name(game, building)
            return (f"{name}: carry out the effect of {TARGETS[target]}", f"carry out {SHORT_TARGETS[target]}")
        case _ as step:
            return _granted(game, view, step)


def _turn(game: OraEtLabora, view: OraState, seat: Seat, actions: int) -> tuple[str, ...]:
    if not actions:
        return _ending(game, view, seat)
    if game.players > 2:
        return (f"take an action: {ACTIONS}", "take an action")
    which = "the first of two actions" if actions == 2 else "your last action"
    return (f"take {which}: {ACTIONS}", f"take {which}")


def _ending(game: OraEtLabora, view: OraState, seat: Seat) -> tuple[str, ...]:
    """Return what is asked where only a landscape can still be bought."""
    return ("buy land, or end your turn",) if can_buy_land(game, view, seat) else ("end your turn",)


def can_buy_land(game: OraEtLabora, view: OraState, seat: Seat) -> bool:
    """Return whether a seat that is due may buy a landscape now, and can pay for it."""
    return any(move.refusal(game, view) is None for kind in LANDSCAPES for move in kind.options(game, view, seat))


def _host(game: OraEtLabora, view: OraState, players: Sequence[str], building: int, owner: int) -> tuple[str, ...]:
    name = building_name(game, building)
    if owner == game.neutral:
        return (f"choose which neutral clergyman works in {the_building(game, building)}", "send a neutral clergyman")
    guest = next((step.seat for step in reversed(view.agenda) if isinstance(step, EffectStep)), None)
    if guest is None:
        return (f"choose who works in your {name}",)
    user, send = owner_name(game, players, guest), "send a lay brother or your prior"
    return (f"{user} uses your {name}; {send}", f"{user} has a contract; {send}", send)


def _trade(game: OraEtLabora, step: TradeStep) -> tuple[str, ...]:
    name = building_name(game, step.building)
    names, pieces = names_of(game), parts_of(game.cards[step.building].text)[step.part]
    left = [_with_limit(piece, step.left) for piece in pieces] if len(pieces) == 1 else list(pieces)
    long, short = EffectWords(names), EffectLines(names)
    return (
        f"{name}: {'; also '.join(map(long.part, left))}",
        f"{name}: {'; '.join(map(short.part, left))}",
        f"trade in {name}",
    )


def _with_limit(part: object, limit: int) -> TradePart:
    """Return a trade that can be made at most `limit` times."""
    if not isinstance(part, TradePart):
        raise TypeError(f"{part} is no trade")
    return part._replace(limit=limit)


def _choose(game: OraEtLabora, choices: list[tuple[int, int]], then: int) -> tuple[str, ...]:
    numbers = {number for _, number in choices}
    if {good for good, _ in choices} <= set(BASIC) and len(numbers) == 1 and len(choices) > 2:
        (number,) = numbers
        other = f", then {then} of another" if then else "" if len(choices) == len(BASIC) else " more"
        return (f"choose {number} of one basic good{other}",)
    return (f"choose {listed((amount_of(game, good, number) for good, number in choices), 'or')}",)


def _granted(game: OraEtLabora, view: OraState, step: object) -> tuple[str, ...]:
    """Return what is asked by the steps that need no numbers."""
    match step:
        case GrantedClearStep(_, fell, cut):
            return (
                "fell a forest, cut a moor, or both" if fell and cut else "fell a forest" if fell else "cut a moor",
            )
        case GrantedBuildStep():
            return ("build a building of the display",)
        case GrantedDistrictStep():
            return ("lay the next district for nothing",)
        case GrantedPlotStep():
            return ("lay the next plot for nothing",)
        case GrantedSettlementStep():
            return ("found a settlement and pay for it",)
        case SettlementStep(seat, settled):
            if settled or next(FoundSettlement.options(game, view, seat), None) is None:
                forms = _ending(game, view, seat)
                return forms if settled else (f"you can't found a settlement now; {forms[0]}", *forms)
            return ("found a settlement, or end your turn",)
        case NeutralStep():
            number = len(view.display)
            left = "last building" if number == 1 else f"{number} buildings"
            end = "" if number == 1 else ", one by one"
            return (f"place the {left} left on display on the neutral land{end}", "place a neutral building")
        case NeutralWorkStep():
            return ("use one of the new neutral buildings with the neutral prior, or none", "use a neutral building")
        case _:
            return (game.question(view),)


# How far the match is


def progress_words(game: OraEtLabora, state: OraState) -> str:
    """Return how far the match is: "round 7 of 24", "round 7 of 24, settlement phase A", "bonus round"."""
    if not state.round:
        return "before round 1"
    rounds, phase = game.mode.rounds, phase_of(game, state)
    if phase is not None and phase == len(STAGES):
        return "last settlement phase"
    if rounds and state.round > rounds:
        return "bonus round"
    words = f"round {state.round} of {rounds}" if rounds else f"round {state.round}"
    if state.ending:
        words += ", the last"
    return words if phase is None else f"{words}, settlement phase {STAGES[phase]}"


def phase_of(game: OraEtLabora, state: OraState) -> int | None:
    """Return the settlement phase that is going on, 0 for A and 4 for the one at the end, or None."""
    if not any(isinstance(step, SettlementStep | NeutralStep | NeutralWorkStep) for step in state.agenda):
        return None
    if not any(isinstance(step, CloseRoundStep) for step in state.agenda):
        return len(STAGES)
    return game.mode.phases.index(state.round) if state.round in game.mode.phases else None


def rounds_to_settle(game: OraEtLabora, state: OraState) -> int | None:
    """Return in how many rounds the next settlement phase comes, or None if none will."""
    later = [number for number in game.mode.phases if number > state.round]
    if later:
        return later[0] - state.round
    last = game.mode.rounds and game.mode.rounds + (not game.solo)
    return last - state.round if last and last >= state.round and phase_of(game, state) is None else None


def settle_words(game: OraEtLabora, state: OraState) -> str:
    """Return when settlements can be founded next, as a sentence; empty if never again."""
    if phase_of(game, state) is not None:
        return "A settlement phase is going on."
    number = rounds_to_settle(game, state)
    if number is None:
        return ""
    left = counted(number, "round")
    stage = next((it for it, first in enumerate(game.mode.phases) if first > state.round), None)
    if stage is not None:
        return f"Settlement phase {STAGES[stage]} comes in {left}, at the start of round {state.round + number}."
    when = "after this round" if not number else f"in {left}"
    return f"The last settlement phase comes at the end of the match, {when}."
