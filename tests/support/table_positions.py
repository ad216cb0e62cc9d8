"""Tables of Campus Galli at some moment, with contexts and move entries, for tests of the table."""

from __future__ import annotations

from functools import cache

from galli_tui.app import GalliApp
from galli_tui.games.campus_galli.board import CampusBoard
from galli_tui.games.campus_galli.glyphs import UNICODE, Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry
from galli_tui.games.campus_galli.move_entry.factory import move_entry_for
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.preview import preview
from galli_tui.games.kit.lines import Line
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import TablePlayer
from galli_tui.terminal.capabilities import Terminal
from rules.campus_galli.box import COLOURS
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.layout import Placement
from rules.campus_galli.loader import standard
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.grid import Mask, mask_of, space_named
from rules.engine.secrecy import Seat
from tests.support.fake_match_store import FakeMatchStore
from tests.support.play import Play

NAMES = ("Anna", "Bruno", "Clara", "Dora")
LONG_NAMES = (
    "Anna-Katharina von Berg 1",
    "Bartholomäus der Jüngere",
    "修道院の設計図を描く人",
    "Wolfgang Amadeus Ottokar",
)
"""As long as names get, one of them in letters that take two cells."""


def players(*names: str) -> tuple[TablePlayer, ...]:
    """Return local players in the colours of their seats."""
    return tuple(TablePlayer(name, COLOURS[number], here=True) for number, name in enumerate(names))


class PositionTable(InMemoryTable):
    """A match that begins at some position, without a history."""

    def __init__(self, play: Play, *names: str, seed: int = 1, here: str = "1234") -> None:
        seats = len(play.state.seats)
        all_players = players(*(names or NAMES)[:seats])
        present = tuple(it._replace(here=str(number) in here) for number, it in enumerate(all_players, 1))
        super().__init__(play.game, present, seed)
        self._events = []
        self._states = [play.state]


class ScriptedTable(PositionTable):
    """A match that begins at some position, whose dealer deals these lines first and then at random.

    Of the lines the first `past` have happened before anyone looks.
    """

    def __init__(self, play: Play, *lines: str, past: int = 0, names: tuple[str, ...] = (), here: str = "1234") -> None:
        self._lines: list[str] = []
        super().__init__(play, *names, here=here)
        self._lines = [*lines]
        for _ in range(past):
            self._append(play.game.parse(self._lines.pop(0)))

    def happen(self, *lines: str) -> None:
        """Apply these events, and notify subscribers once."""
        for line in lines:
            self._append(self.game.parse(line))
        self._notify()

    def _let_dealer_act(self) -> None:
        while self._lines and self.due.dealer:
            self._append(self.game.parse(self._lines.pop(0)))
        super()._let_dealer_act()


def at_table(table: InMemoryTable, terminal: Terminal | None = None) -> GalliApp:
    """Return the app with this table on the screen."""
    return GalliApp(terminal or Terminal(), FakeMatchStore(), table)


def played(
    until: type[CampusStep], skip: int = 0, *, mode: str = "versus", seats: int = 2, seed: int = 1, level: int = 1
) -> InMemoryTable:
    """Return a match with open hands, played fairly well until this question comes up after `skip` earlier ones."""
    table = InMemoryTable(_open_game(mode, seats, level), players(*NAMES[:seats]), seed)
    for move in _moves_until(until, skip, mode, seats, seed, level):
        table.submit(move)
    return table


def _open_game(mode: str, seats: int, level: int) -> CampusGalli:
    return CampusGalli(Options(seats, mode, level, ("open-hands",)), standard())


@cache
def _moves_until(until: type[CampusStep], skip: int, mode: str, seats: int, seed: int, level: int) -> tuple[Move, ...]:
    """Return the moves before it, cached since rating moves takes far longer than repeating them."""
    game = _open_game(mode, seats, level)
    table, chance = InMemoryTable(game, players(*NAMES[:seats]), seed), RandomStream(derive_entropy("played", seed))
    moves: list[Move] = []
    while not table.due.over:
        seat = table.due.seats[0]
        view: State = table.view(seat)
        if isinstance(view.agenda[-1], until):
            if not skip:
                return tuple(moves)
            skip -= 1
        moves.append(_good_move(game, view, seat, chance))
        table.submit(moves[-1])
    raise AssertionError(f"nobody was asked for a {until.__name__} so often")


def _good_move(game: CampusGalli, view: State, seat: Seat, chance: RandomStream) -> Move:
    """Return the best placement, or else a random move."""
    moves = game.legal(view, seat)
    places = [game.setting.layout.placements[move.placement] for move in moves if isinstance(move, LaySection)]
    if not places:
        return chance.choice(moves)
    return LaySection(seat, max(places, key=lambda place: preview(game, view, seat, place).worth).index)


def table_screen(app: GalliApp) -> TableScreen:
    """Return the table's screen, which must be in front."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen


def campus_board(app: GalliApp) -> CampusBoard:
    """Return the board of the table's screen, which must be in front."""
    board = table_screen(app).board
    assert isinstance(board, CampusBoard)
    return board


def context(play: Play, *names: str, glyphs: Glyphs = UNICODE) -> MatchContext:
    """Return the context of a match."""
    return MatchContext(play.game, players(*(names or NAMES)[: len(play.state.seats)]), glyphs)


def entering(play: Play, *names: str) -> MoveEntry:
    """Return the move entry of the seat that is due."""
    seat = play.game.due(play.state).seats[0]
    return move_entry_for(context(play, *names), play.game.view(play.state, seat), seat)


def spaces(play: Play | CampusGalli, names: str) -> Mask:
    """Return the spaces with these names, e.g. "d5 e5"."""
    plan = play.setting.box.plan
    return mask_of(space_named(name, plan.width, plan.height) for name in names.split())


def place(play: Play, names: str) -> Placement:
    """Return the placement on these spaces."""
    return play.setting.layout.by_mask[spaces(play, names)]


def own_view(play: Play, seat: int = 1) -> State:
    """Return the view of a seat, counted from 1."""
    return play.game.view(play.state, Seat(seat - 1))


PICTURED = str.maketrans("", "", "▀▄█")
"""Takes out of a text the shapes of cards, beside which it runs."""


def words(lines: list[Line]) -> str:
    """Return the lines of a panel as one text."""
    return "\n".join(line.text for line in lines)


def tab_to(way: LaySectionEntry, mask: int) -> None:
    """Jump between places until the section is over these spaces. Fails if that is no legal place."""
    for _ in way.context.game.legal(way.own_view, way.seat):
        way.jump(1)
        if way.place.mask == mask:
            return
    raise AssertionError("no legal place covers these spaces")
