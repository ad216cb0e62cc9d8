"""The conflict over the cell that both sides have claimed (BD-3, BD-6b to BD-6d)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from rules.builders_duel.box import FACES, PERSONAL, Ability
from rules.builders_duel.one_use import discard_kept, kept_with
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import Conflict, DuelState, Seal, Thrown, contested, other, pay, sum_of, with_side
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, Chance, DecisionStep, GameMove, GameOutcome, finish, push
from rules.engine.tellings import Telling, Told

THROWS = Telling("throws", "{seat} throws {seal:seal}.")
FALLS = Telling("falls", "It lands on {face}: {seat} has {sum}, {other} {rival}.")
COUNTS = Telling("counts", "{seat} plays {seal:seal} as {face}: {sum}, {other} {rival}.")
AGAIN = Telling("throws-again", "{seat} uses the Second Throw.")
SWEARS = Telling("swears", "{seat} swears the Oath: {sum}, {other} {rival}.")
MISSES_OATH = Telling("misses-oath", "{seat} can't swear the Oath: it must follow the personal seal at once.")
OUT_OF_THROWS = Telling("out-of-throws", "{seat} could not throw on after the personal seal.")
GIVES_UP = Telling("gives-up", "{seat} gives up.")
CANT_WIN = Telling("cant-win", "{seat} gives up: throwing on could not win.")
WINS_CELL = Telling("wins-cell", "{seat} wins card {cell:cell} with {sum} to {rival}{sum:if-level}.")
KEEPS = Telling("keeps-seal", "{seat} keeps {seal:seal}.")
NO_SEAL = RefusalReason("seal-not-there", "BD-3d", "You do not have that seal, or have thrown it already.")
DONE_THROWING = RefusalReason(
    "personal-thrown", "BD-3g", "You have thrown your personal seal: no more throws in this conflict."
)
CANNOT_PAY_FACE = RefusalReason("face-too-dear", "BD-3m", "The higher face costs {gold} gold, and you have {has}.")
NO_CHOICE_OF_FACE = RefusalReason("face-by-chance", "BD-3a", "The face falls by chance; it can't be chosen.")
NO_OATH = RefusalReason("no-oath", "BD-6c", "You have no Oath to swear.")
OATH_TOO_LATE = RefusalReason(
    "oath-too-late", "BD-6d", "Your personal seal was thrown in an earlier go: the Oath comes too late."
)
NOT_THROWN = RefusalReason(
    "seal-not-thrown", "BD-3k", "Only a neutral seal that you threw in this conflict can be kept."
)


def if_level(sums: tuple[int, ...]) -> str:
    """Return why the winner's sum was enough, if the rival's is as high (BD-3e)."""
    return ", as the holder of the Power" if sums[0] == sums[1] else ""


def seal_kind(game: DuelSetting, seal: int | None) -> int:
    """Return the kind of a seal; None is the personal one."""
    return PERSONAL if seal is None else game.seal_kinds[seal]


def oath_number(game: DuelSetting, state: DuelState, seat: Seat) -> int:
    """Return what the seat's Oath adds to its sum (BD-6c); 0 if it has none."""
    card = kept_with(game, state, seat, Ability.OATH)
    return 0 if card is None else game.cards[card].number


def thrown_personal(state: DuelState, seat: Seat) -> bool:
    """Return whether the seat has thrown its personal seal."""
    return any(it.seat == seat and it.seal is None for it in state.conflict.thrown)


@dataclass(frozen=True, slots=True)
class Throw(GameMove[DuelSetting, DuelState]):
    """Throw a seal (BD-3b, BD-3d); with calm seals at its higher face for gold (BD-3m)."""

    clause: ClassVar = "BD-3d"
    reasons: ClassVar = (NO_SEAL, DONE_THROWING, CANNOT_PAY_FACE, NO_CHOICE_OF_FACE)
    tellings: ClassVar = (THROWS, COUNTS)
    seal: Seal
    high: bool = False

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[Throw]:
        return (
            cls(seat, seal, high) for seal in range(len(FACES)) for high in ((False, True) if game.calm else (False,))
        )

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if thrown_personal(state, self.seat):
            return DONE_THROWING.refusal()
        if self.seal != PERSONAL and self._piece(game, state) is None:
            return NO_SEAL.refusal()
        if self.high and not game.calm:
            return NO_CHOICE_OF_FACE.refusal()
        price = game.board.seal_price if self.high else 0
        has = state.sides[self.seat].gold
        return CANNOT_PAY_FACE.refusal(gold=price, has=has) if has < price else None

    def _piece(self, game: DuelSetting, state: DuelState) -> int | None:
        """Return the seal of this kind that is thrown, or None if there is none, as for the personal seal."""
        return next((it for it in state.sides[self.seat].seals if game.seal_kinds[it] == self.seal), None)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        piece, side, before = self._piece(game, state), state.sides[self.seat], state.conflict
        state = with_side(state, self.seat, side._replace(seals=tuple(it for it in side.seals if it != piece)))
        face = FACES[self.seal][self.high] if game.calm else None
        sworn = self.seal == PERSONAL or (before.mover == self.seat and before.sworn)
        thrown = (*before.thrown, Thrown(self.seat, piece, face))
        state = state._replace(conflict=before._replace(thrown=thrown, mover=self.seat, sworn=sworn))
        if face is None:
            told.append(THROWS(self.seat, seal=self.seal))
            return finish(state, SealFallStep())
        state = pay(state, self.seat, game.board.seal_price) if self.high else state
        own, rival = sum_of(state, self.seat), sum_of(state, other(self.seat))
        told.append(COUNTS(self.seat, seal=self.seal, face=face, sum=own, rival=rival))
        return finish(state, ThrowAgainStep(self.seat))


def lead_needed(view: DuelState, seat: Seat) -> int:
    """Return how much more a side needs to be ahead; 0 or less if it is."""
    return sum_of(view, other(seat)) - sum_of(view, seat) + (seat != view.holder)


def chance(view: DuelState, move: Throw) -> int:
    """Return the chance in percent that a throw puts its side ahead."""
    return 50 * sum(face >= lead_needed(view, move.seat) for face in FACES[move.seal])


def gives_up(game: DuelSetting, view: DuelState, move: Throw) -> bool:
    """Return whether a throw is certain to lose the fight: the personal seal, always the last, can't get ahead."""
    if move.seal != PERSONAL:
        return False
    low, high = FACES[PERSONAL]
    again = kept_with(game, view, move.seat, Ability.SECOND_THROW) is not None
    face = low if game.calm and not (move.high or again) else high
    return face + _oath_total(game, view, move.seat) < lead_needed(view, move.seat)


def _oath_total(game: DuelSetting, view: DuelState, seat: Seat) -> int:
    """Return what all Oaths of a seat would add to its sum."""
    cards = (game.cards[card] for card in view.sides[seat].kept)
    return sum(card.number for card in cards if card.effect is Ability.OATH)


def _cant_win(game: DuelSetting, view: DuelState, seat: Seat) -> bool:
    """Return whether a side that may go on stays behind even if all its seals fall on their higher faces."""
    kinds = [PERSONAL, *(game.seal_kinds[seal] for seal in view.sides[seat].seals)]
    most = 0 if thrown_personal(view, seat) else sum(max(FACES[kind]) for kind in kinds)
    return most + _oath_total(game, view, seat) < lead_needed(view, seat)


@dataclass(frozen=True, slots=True)
class Fall(GameOutcome[DuelSetting, DuelState]):
    """The face that falls (BD-3a)."""

    clause: ClassVar = "BD-3a"
    tellings: ClassVar = (FALLS,)
    face: Annotated[int, Range(0, 5)]

    @classmethod
    def drawn(cls, game: DuelSetting, state: DuelState, stream: RandomStream) -> Fall:
        return cls(stream.choice(FACES[seal_kind(game, state.conflict.thrown[-1].seal)]))

    def possible(self, game: DuelSetting, state: DuelState) -> bool:
        return self.face in FACES[seal_kind(game, state.conflict.thrown[-1].seal)]

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        state = with_face(state, self.face)
        seat = state.conflict.thrown[-1].seat
        told.append(FALLS(seat, face=self.face, sum=sum_of(state, seat), rival=sum_of(state, other(seat))))
        return finish(state, ThrowAgainStep(seat))


def with_face(state: DuelState, face: int | None) -> DuelState:
    """Return the state with the face of the last seal thrown."""
    thrown = state.conflict.thrown
    return state._replace(conflict=state.conflict._replace(thrown=(*thrown[:-1], thrown[-1]._replace(face=face))))


@dataclass(frozen=True, slots=True)
class SealFallStep(Chance[DuelSetting, DuelState]):
    """The seal just thrown falls."""

    clause: ClassVar = "BD-3a"
    tag: ClassVar = "fall"
    outcome: ClassVar = Fall


@dataclass(frozen=True, slots=True)
class ThrowAgain(GameMove[DuelSetting, DuelState]):
    """Use the Second Throw on the seal that has just fallen (BD-6b)."""

    clause: ClassVar = "BD-6b"
    tellings: ClassVar = (AGAIN,)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[ThrowAgain]:
        return iter((cls(seat),))

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(AGAIN(self.seat))
        state = discard_kept(game, state, self.seat, Ability.SECOND_THROW)
        if not game.calm:
            return finish(with_face(state, None), SealFallStep())
        return finish(with_face(state, max(FACES[seal_kind(game, state.conflict.thrown[-1].seal)])))


@dataclass(frozen=True, slots=True)
class LetLie(GameMove[DuelSetting, DuelState]):
    """Keep the face that has fallen (BD-6b)."""

    clause: ClassVar = "BD-6b"

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[LetLie]:
        return iter((cls(seat),))

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        return finish(state)


@dataclass(frozen=True, slots=True)
class ThrowAgainStep(DecisionStep[DuelSetting, DuelState]):
    """A side with a Second Throw may throw its last seal again. Skipped without one, or where it cannot help."""

    clause: ClassVar = "BD-6b"
    question: ClassVar = "throw that seal again?"
    moves: ClassVar = (LetLie, ThrowAgain)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState | None:
        last = state.conflict.thrown[-1]
        best = last.face == max(FACES[seal_kind(game, last.seal)])
        has = kept_with(game, state, self.seat, Ability.SECOND_THROW) is not None
        return None if has and not (best and game.calm) else finish(state)


@dataclass(frozen=True, slots=True)
class FirstThrowStep(DecisionStep[DuelSetting, DuelState]):
    """A side throws its first seal (BD-3b, BD-3c)."""

    clause: ClassVar = "BD-3b"
    question: ClassVar = "throw a seal"
    moves: ClassVar = (Throw,)


@dataclass(frozen=True, slots=True)
class SwearOath(GameMove[DuelSetting, DuelState]):
    """Use the Oath (BD-6c, BD-6d)."""

    clause: ClassVar = "BD-6c"
    reasons: ClassVar = (NO_OATH, OATH_TOO_LATE)
    tellings: ClassVar = (SWEARS,)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[SwearOath]:
        return iter((cls(seat),))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if kept_with(game, state, self.seat, Ability.OATH) is None:
            return NO_OATH.refusal()
        late = thrown_personal(state, self.seat) and not state.conflict.sworn
        return OATH_TOO_LATE.refusal() if late else None

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        oath = list(state.conflict.oath)
        oath[self.seat] += oath_number(game, state, self.seat)
        state = state._replace(conflict=state.conflict._replace(oath=(oath[0], oath[1])))
        told.append(SWEARS(self.seat, sum=sum_of(state, self.seat), rival=sum_of(state, other(self.seat))))
        return finish(discard_kept(game, state, self.seat, Ability.OATH))


@dataclass(frozen=True, slots=True)
class GiveUp(GameMove[DuelSetting, DuelState]):
    """Stop throwing and lose the contested cell (BD-3d)."""

    clause: ClassVar = "BD-3d"
    tellings: ClassVar = (GIVES_UP, CANT_WIN)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[GiveUp]:
        return iter((cls(seat),))

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append((CANT_WIN if _cant_win(game, state, self.seat) else GIVES_UP)(self.seat))
        return lose(state, self.seat, told)


@dataclass(frozen=True, slots=True)
class GoStep(DecisionStep[DuelSetting, DuelState]):
    """The side that is behind throws, swears or gives up."""

    clause: ClassVar = "BD-3d"
    question: ClassVar = "throw a seal, or give up"
    moves: ClassVar = (Throw, SwearOath, GiveUp)


@dataclass(frozen=True, slots=True)
class CompareStep(Automatic[DuelSetting, DuelState]):
    """The sums are compared: the side behind goes on, or has lost (BD-3d to BD-3h, BD-6d)."""

    clause: ClassVar = "BD-3h"
    tellings: ClassVar = (MISSES_OATH, WINS_CELL, OUT_OF_THROWS)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        behind = side_behind(state)
        before = state.conflict
        if before.mover != behind:
            state = state._replace(conflict=before._replace(mover=behind, sworn=False))
        can_throw = not thrown_personal(state, behind)
        oath_refusal = SwearOath(behind).refusal(game, state)
        if can_throw or oath_refusal is None:
            return push(state, GoStep(behind))
        if oath_refusal.code == OATH_TOO_LATE.code:
            told.append(MISSES_OATH(behind))
            return lose(state, behind, told)
        state = lose(state, behind, told)
        told.append(OUT_OF_THROWS(behind))
        return state


def side_behind(state: DuelState) -> Seat:
    """Return the side that is behind: with equal sums the holder is ahead (BD-3e)."""
    challenger = other(state.holder)
    return state.holder if sum_of(state, challenger) > sum_of(state, state.holder) else challenger


def lose(state: DuelState, loser: Seat, told: list[Told]) -> DuelState:
    """End the conflict: the winner owns the cell, and the loser may keep a seal (BD-3i to BD-3k)."""
    winner = other(loser)
    cell = contested(state)
    told.append(WINS_CELL(winner, cell=cell, sum=sum_of(state, winner), rival=sum_of(state, loser)))
    owners = tuple(winner if it == cell else owner for it, owner in enumerate(state.owners))
    agenda = state.agenda
    while not isinstance(agenda[-1], CompareStep):
        agenda = agenda[:-1]
    return finish(state._replace(owners=owners, agenda=agenda), KeepSealStep(loser))


@dataclass(frozen=True, slots=True)
class KeepSeal(GameMove[DuelSetting, DuelState]):
    """Keep one of the neutral seals that the loser threw, or none (BD-3k)."""

    clause: ClassVar = "BD-3k"
    reasons: ClassVar = (NOT_THROWN,)
    tellings: ClassVar = (KEEPS,)
    seal: Seal | None

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[KeepSeal]:
        return (cls(seat, seal) for seal in (*range(PERSONAL), None))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        return NOT_THROWN.refusal() if self.seal is not None and self._piece(game, state) is None else None

    def _piece(self, game: DuelSetting, state: DuelState) -> int | None:
        mine = (it.seal for it in state.conflict.thrown if it.seat == self.seat and it.seal is not None)
        return next((it for it in mine if game.seal_kinds[it] == self.seal), None)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        piece = self._piece(game, state)
        if piece is not None:
            told.append(KEEPS(self.seat, seal=game.seal_kinds[piece]))
        return return_seals(state, self.seat, piece)


@dataclass(frozen=True, slots=True)
class KeepSealStep(DecisionStep[DuelSetting, DuelState]):
    """The loser may keep a neutral seal. Skipped if it threw none."""

    clause: ClassVar = "BD-3k"
    question: ClassVar = "keep one of your seals"
    moves: ClassVar = (KeepSeal,)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState | None:
        threw = any(it.seat == self.seat and it.seal is not None for it in state.conflict.thrown)
        return None if threw else return_seals(state, self.seat, None)


def return_seals(state: DuelState, loser: Seat, kept: int | None) -> DuelState:
    """Put the seals thrown under the stack, the winner's first (BD-3j, BD-3k), but for the one kept."""
    neutral = [it for it in state.conflict.thrown if it.seal is not None and it.seal != kept]
    ordered = sorted(neutral, key=lambda it: it.seat == loser)
    under = tuple(it.seal for it in ordered if it.seal is not None)
    side = state.sides[loser]
    seals = tuple(sorted((*side.seals, *(() if kept is None else (kept,)))))
    state = with_side(state, loser, side._replace(seals=seals))
    return finish(state._replace(stack=state.stack.with_bottom(under), conflict=Conflict()))


STEPS: tuple[type[Any], ...] = (FirstThrowStep, SealFallStep, ThrowAgainStep, CompareStep, GoStep, KeepSealStep)
