"""The board in lines: the round, the wheel and goods, the own land large, and the others, drawn or in a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

from galli_tui.games.kit.blocks import beside, block
from galli_tui.games.kit.game_board import BoardPage, GameBoard, Scene
from galli_tui.games.kit.lines import Line, Span, fitting, spread, trimmed
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.wheel import DIAL, wheel
from galli_tui.games.ora_et_labora.about import about, clause_of
from galli_tui.games.ora_et_labora.details import details
from galli_tui.games.ora_et_labora.display_lines import display_lines, legend_lines
from galli_tui.games.ora_et_labora.estate_lines import EstateLines
from galli_tui.games.ora_et_labora.items import items
from galli_tui.games.ora_et_labora.land_lines import LandPicture
from galli_tui.games.ora_et_labora.pages import Pages
from galli_tui.games.ora_et_labora.prompts import can_buy_land
from galli_tui.games.ora_et_labora.signs import ASCII, UNICODE
from galli_tui.games.ora_et_labora.texts import RANKS
from galli_tui.games.ora_et_labora.wheel_lines import goods_rows, tokens_across, wheel_of, wheel_rows
from galli_tui.games.ora_et_labora.words import building_name, owner_name, possessive
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import counted
from galli_tui.tables.seat_names import SHORT_NAME
from galli_tui.tables.table import TablePlayer
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.engine.steps import AskingStep
from rules.ora_et_labora.actions import EndOraTurn
from rules.ora_et_labora.box import STAGES
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.neutral import NeutralStep
from rules.ora_et_labora.settling import EndPhase, FoundSettlement, GrantedSettlementStep, SettlementStep
from rules.ora_et_labora.state import OraState
from rules.ora_et_labora.turns import ActionStep
from saves.text import ellipsize

_HEIGHTS: Final = ((4, 3), (4, 2), (3, 3), (3, 2), (3, 1), (2, 2), (2, 1), (1, 1))
"""Lines of a row of the own land and of another, where the others are drawn."""
_TWO_LANDS: Final = 70
"""Cells from which two lands stand side by side."""
_WITH_DIAL: Final = (96, 44)
"""The room in which the wheel is a dial."""
_GAP: Final = 2
_CARD_LINE: Final = 56
"""Cells of a line in which a building and its effect fit."""
_LOG_AND_MENU: Final = 29
"""Lines that the display leaves to the choices, the log and the legend."""


class OraBoard(GameBoard):
    """The board of Ora et Labora."""

    def __init__(self, game: OraEtLabora, names: Callable[[], Sequence[str]], *, ascii_only: bool) -> None:
        """Create it; `names` returns the names of the players."""
        self._game, self._names = game, names
        self._signs = ASCII if ascii_only else UNICODE

    def items(self, view: OraState, seat: Seat) -> list[MenuItem]:
        return items(self._game, view, seat, self._names())

    def about(self, view: OraState, target: str) -> str:
        return about(self._game, view, self._names(), target)

    def clause_of(self, view: OraState, target: str) -> str:
        return clause_of(self._game, view, target)

    def details(self, view: OraState, players: Sequence[TablePlayer]) -> tuple[Paragraph, ...]:
        return details(self._game, view, [player.name for player in players])

    def pages(self, scene: Scene) -> Sequence[BoardPage]:
        return Pages(self._game, self._signs, scene, self._names()).all()

    def lines(self, scene: Scene) -> list[Line]:
        own, after = self._own(scene), self._after(scene.view, scene.move)
        estates = EstateLines(self._game, scene.view, self._names(), scene.before, after)
        width, height = scene.width, scene.height
        top = [self._round(scene), *self._goods(scene, estates, own)]
        low = [estates.supply(own, width)]
        large = self._large(scene.view, own)
        others = [owner for owner in range(self._game.owners) if owner != large]
        room = height - len(top) - len(low)
        lands = self._lands(scene, estates, large, others, room) if width >= _TWO_LANDS else None
        if lands is None:
            listed = [owner for owner in others if owner != own]
            room -= len(listed)
            lands = self._picture(scene, large, after).lines(width, room)
            more = 2 if room - len(lands) >= len(listed) else 1
            briefs = [it for owner in listed for it in estates.brief(owner, width, lines=more)]
            low += briefs
            room -= len(briefs) - len(listed)
        return [*top, *lands, *[Line()] * (room - len(lands)), *low][:height]

    def _own(self, scene: Scene) -> int:
        """Return whose goods and land are shown: those of the seat that decides, of the reader, or of who is due."""
        if scene.seat is not None:
            return scene.seat
        if scene.reader is not None:
            return scene.reader
        seats = self._game.due(scene.view).seats
        return seats[0] if seats else 0

    def _large(self, view: OraState, own: int) -> int:
        """Return whose land is drawn large: the neutral player's while it is built on."""
        neutral = self._game.neutral
        placing = neutral is not None and bool(view.agenda) and isinstance(view.agenda[-1], NeutralStep)
        return own if neutral is None or not placing else neutral

    def _after(self, view: OraState, move: Move | None) -> OraState | None:
        """Return the state that the chosen move leads to; what the end of a turn sets off is not shown."""
        if move is None or isinstance(move, EndOraTurn | EndPhase):
            return None
        try:
            return self._game.apply(view, move)
        except Refused:
            return None

    # Above the land

    def _round(self, scene: Scene) -> Line:
        """Return what is being carried out or how many actions are left, and when the next settlement phase comes."""
        view: OraState = scene.view
        phase = self._next_phase(view)
        room = scene.width - len(phase) - 1
        left = trimmed(Line((Span(self._now(scene, room), "rubric", strong=True),)), room)
        return spread(left.spans, [Span(phase, "faint")], scene.width, target="round")

    def _now(self, scene: Scene, width: int) -> str:
        """Return the buildings that are being carried out in order, and what follows; or what the turn still allows."""
        view: OraState = scene.view
        step = view.agenda[-1] if view.agenda else None
        if isinstance(step, ActionStep):
            return fitting(self._actions(step, to_player=scene.seat == step.seat), width)
        if isinstance(step, SettlementStep):
            return fitting(self._settling(view, step), width)
        if isinstance(step, NeutralStep):
            return fitting(("the land of the neutral player", "the neutral land"), width)
        if not view.turn.carried:
            rounds = self._game.mode.rounds
            if not view.round:
                return "setup"
            numbered = f"round {view.round}{f' of {rounds}' if rounds else ''}"
            return "bonus round" if rounds and view.round > rounds else numbered
        names = [building_name(self._game, building) for building in view.turn.carried]
        coming = takewhile(lambda it: not isinstance(it, ActionStep), reversed(view.agenda[:-1]))
        later = [it.question for it in coming if isinstance(it, AskingStep)]
        words = f" {self._signs.then} ".join(names) + (f"; then {', '.join(later)}" if later else "")
        return fitting((f"in use: {words}", words), width)

    def _actions(self, step: ActionStep, *, to_player: bool) -> tuple[str, ...]:
        """Return how many actions a seat has left, to its own player or to the others, the longest form first."""
        left = f"{counted(step.actions, 'action')} left" if step.actions else ""
        if to_player:
            return (left or "your actions are taken",)
        whole = owner_name(self._game, self._names(), step.seat)
        names = whole, ellipsize(whole, SHORT_NAME)
        return tuple(f"{name}: {left}" if left else f"{possessive(name)} actions are taken" for name in names)

    def _settling(self, view: OraState, step: SettlementStep) -> tuple[str, ...]:
        """Return whose turn it is in a settlement phase and what it allows, the longest form first."""
        name = owner_name(self._game, self._names(), step.seat)
        land = can_buy_land(self._game, view, step.seat)
        if step.settled:
            return (f"{name} may buy land", f"{name}: land") if land else (f"{name} has settled",)
        if land:
            return (f"{name} may found a settlement and buy land", f"{name}: a settlement, land", f"{name}: settlement")
        return (f"{name} may found a settlement", f"{name}: a settlement")

    def _next_phase(self, view: OraState) -> str:
        """Return when the next settlement phase comes."""
        if not view.agenda:
            return "the match is over"
        for letter, at in zip(STAGES, self._game.mode.phases, strict=True):
            if at > view.round:
                away = at - view.round
                return f"phase {letter} {'next round' if away == 1 else f'in {away} rounds'}"
        return "last phase at the end" if self._game.mode.rounds else "no phase left"

    def _goods(self, scene: Scene, estates: EstateLines, own: int) -> list[Line]:
        """Return the wheel, then what the player has; side by side where the wheel is a dial."""
        game, view, after, width = self._game, scene.view, estates.after, scene.width
        if (width, scene.height) >= _WITH_DIAL and scene.height >= _WITH_DIAL[1]:
            dial = block(wheel(*wheel_of(game, view), width, DIAL[1], to=self._signs.into), DIAL[0] + 24)
            rest = width - dial[0].width - _GAP
            held = [*estates.two_heads(own, rest), *goods_rows(game, view, own, rest, after)]
            return beside(dial, block(held, rest), gap=_GAP)
        across = tokens_across(view, width)
        held = goods_rows(game, view, own, width, after, across)
        return [*wheel_rows(game, view, across, width, after), estates.head(own, width), *held]

    # Lands

    def _picture(self, scene: Scene, owner: int, after: OraState | None) -> LandPicture:
        before = None if owner == scene.reader else scene.before
        step = scene.view.agenda[-1] if scene.view.agenda else None
        settling = isinstance(step, SettlementStep | GrantedSettlementStep) or isinstance(scene.move, FoundSettlement)
        return LandPicture(
            self._game, self._signs, scene.view, owner, after, before, sums=settling and owner == scene.seat
        )

    def _lands(
        self, scene: Scene, estates: EstateLines, own: int, others: Sequence[int], room: int
    ) -> list[Line] | None:
        """Return the own land above those of the others, two side by side, or one alone; None without room for all."""
        mine = self._picture(scene, own, estates.after)
        pictures = [self._picture(scene, owner, estates.after) for owner in others]
        half = scene.width if len(pictures) == 1 else (scene.width - _GAP) // 2
        pairs = [pictures[first : first + 2] for first in range(0, len(pictures), 2)]
        for high, low in _HEIGHTS:
            heights = [max(picture.rows() for picture in pair) * low + 3 for pair in pairs]
            left = room - (mine.rows() * high + 1 + sum(heights))
            if left < 0:
                continue
            more = 2 if left >= len(pairs) else 1
            found = mine.lines(scene.width, mine.rows() * high + 1)
            for pair, tall in zip(pairs, heights, strict=True):
                briefs = [estates.brief(it.owner, half, full=True, lines=more) for it in pair]
                deep = max(map(len, briefs))
                blocks = [
                    block([Line(), *brief, *[Line()] * (deep - len(brief)), *it.lines(half, it.rows() * low + 1)], half)
                    for brief, it in zip(briefs, pair, strict=True)
                ]
                found += [*beside(*blocks, gap=_GAP)][: tall + deep - 1]
            return found
        return None

    # Beside the board

    def opening(self) -> str:
        mode, best = self._game.mode, self._game.table.ranks[-1]
        if self._game.neutral is not None:
            aim = f"{best.least} points make a {RANKS[best.key][0]}"
            return f"The match begins: {mode.rounds} rounds; {aim}. You use the neutral player's buildings by contract."
        if mode.rounds:
            return f"The match begins: {mode.rounds} rounds and a bonus round. The most points win."
        return "The match begins. It ends once few buildings are left after stage D; the most points win."

    def extras(self, scene: Scene) -> list[Line]:
        """Return a legend, and above it the display where there is much room."""
        width, height = scene.width, scene.height
        cards = display_lines(self._game, scene.view.display, width) if width >= _CARD_LINE else ()
        shown = cards if len(cards) <= height - _LOG_AND_MENU else ()
        return [*shown, *legend_lines(self._signs, width, height)]
