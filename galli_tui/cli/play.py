"""`play` and `resume`: the commands that open the table of a match."""

from __future__ import annotations

from argparse import Namespace
from datetime import date
from typing import TYPE_CHECKING

from galli_tui.cli.choosing import box_of, game_named, is_bare, key_named
from galli_tui.cli.game_options import bots_of, components_of, given_name, options_of
from galli_tui.cli.match_argument import error_with_command, nothing_readable
from galli_tui.cli.opening import terminal_of
from galli_tui.game_api.daily import daily_setup, today
from galli_tui.game_api.last_game import remember_game
from galli_tui.game_api.last_setup import OPPONENT, remember_setup
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.typed_names import same_name_text
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import own_command
from galli_tui.style.wording import counted
from galli_tui.tables.match_store import BOT_NAMES, NAMES, Condition, MatchStore, Setup, last_unfinished
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from rules.engine.game import ComponentError, Meta, OptionError
from saves.errors import HostedElsewhere, NotFound, SaveError
from saves.format.header_fields import Player

if TYPE_CHECKING:
    from galli_tui.app import GalliApp
    from galli_tui.plain.dialogue import Dialogue
    from galli_tui.terminal.capabilities import Terminal


def play(args: Namespace) -> int:
    """Start a match as given and open its table."""
    if args.watch and (args.plain or args.practice or args.daily is not None):
        raise CommandError("--watch goes with none of --plain, --practice and --daily", Exit.USAGE)
    if args.plain and is_bare(args):
        return _ask_and_play(args)
    terminal = None if args.plain else terminal_of(args)
    box = box_of(game_named(args))
    if args.daily is not None:
        return _play_daily(args, box.meta, terminal)
    options = options_of(box.meta, args, args.seats).with_practice(on=args.practice)
    setup = Setup(
        box.meta.key, options, _seats(args, box.meta, options.seats), args.seed, components_of(box, args.components)
    )
    match_store = _match_store(plain=args.plain)
    return _open(terminal, _begun(match_store, setup), match_store)


def _begun(match_store: MatchStore, setup: Setup) -> Table:
    """Return the table of a new match. Raises `CommandError`."""
    try:
        table = match_store.begin(setup)
    except (OptionError, ComponentError) as error:
        raise CommandError(str(error), Exit.USAGE) from None
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    remember_setup(setup)
    return table


def _ask_and_play(args: Namespace) -> int:
    """Ask for the setup of a match in words, and play it; teach a lesson instead if that is wanted."""
    from galli_tui.plain.dialogue import WantsLesson
    from galli_tui.plain.learn_talk import learn_plainly
    from galli_tui.plain.program import run_plain
    from galli_tui.plain.setup_questions import ask_setup

    key = key_named(args)

    async def conversation(dialogue: Dialogue) -> None:
        async def play_seeded(setup: Setup) -> None:
            await play_plainly(dialogue, setup._replace(seed=args.seed))

        while True:
            try:
                setup = await ask_setup(dialogue, key)
            except WantsLesson as wish:
                if await learn_plainly(dialogue, wish.game, None, play_seeded):
                    continue  # After a lesson that was left, the questions come back.
                return
            await play_seeded(setup)
            return

    return run_plain(conversation)


async def play_plainly(dialogue: Dialogue, setup: Setup) -> None:
    """Begin a match in a conversation in plain mode, and play it. Raises `CommandError`."""
    from galli_tui.plain.program import play_table

    match_store = _match_store(plain=True)
    await play_table(dialogue, _begun(match_store, setup), match_store)


def _play_daily(args: Namespace, meta: Meta, terminal: Terminal | None) -> int:
    """Start the daily deal of a game. Its setup is fixed, but for the player's name."""
    if args.seed is not None or args.bot or args.colour or args.mode or args.seats or args.components or args.practice:
        raise CommandError("the daily deal is the same for everybody; give --daily only a --name", Exit.USAGE)
    try:
        day = date.fromisoformat(args.daily) if args.daily else today()
    except ValueError:
        raise CommandError(
            f"--daily takes a date such as 2026-11-25, not {sanitize(args.daily, 40)!r}", Exit.USAGE
        ) from None
    name = given_name(args.name[0]) if args.name else own_name()
    match_store = _match_store(plain=args.plain)
    try:
        table = match_store.begin(daily_setup(meta.key, day, name))
    except SaveError as error:
        raise CommandError(str(error), Exit.SAVE) from None
    remember_game(meta.key)
    return _open(terminal, table, match_store)


def resume(args: Namespace) -> int:
    """Open the table of a saved match: the one given, or the one played last; a guest returns to the host's table."""
    terminal, match_store = None if args.plain else terminal_of(args), _match_store(plain=args.plain)
    match_id = ""
    try:
        match_id = _last(match_store, plain=args.plain) if args.id is None else args.id
        table = match_store.resume(match_id)
    except HostedElsewhere:
        return _rejoin(terminal, match_id)
    except SaveError as error:
        code = Exit.NO_INPUT if isinstance(error, NotFound) else Exit.SAVE
        raise CommandError(error_with_command(error, match_id, plain=args.plain), code) from None
    return _open(terminal, table, match_store)


def _last(match_store: MatchStore, *, plain: bool) -> str:
    """Return the id of the unfinished match played last, of a what-if only if there is no other.

    Raises `CommandError` if there is none.
    """
    saved = match_store.saved()
    if (last := last_unfinished(saved)) is not None:
        return last.id
    if saved and all(one.condition is Condition.FOREIGN for one in saved):
        raise nothing_readable(plain=plain)
    if unusable := sum(one.condition in (Condition.DAMAGED, Condition.FOREIGN) for one in saved):
        raise CommandError(
            f"no unfinished match; {counted(unusable, 'file')} can't be read in full or at all, and "
            f"`{own_command('list', plain=plain)}` says why",
            Exit.NO_INPUT,
        )
    raise CommandError(f"no unfinished match; `{own_command('play', plain=plain)}` starts one", Exit.NO_INPUT)


def _rejoin(terminal: Terminal | None, match_id: str) -> int:
    """Return to the table of a match at another host, on the screen or without a terminal in plain lines."""
    if terminal is None:
        from galli_tui.plain.network_program import rejoin_plainly
        from galli_tui.plain.program import run_plain

        return run_plain(lambda dialogue: rejoin_plainly(dialogue, match_id))

    def first(app: GalliApp) -> None:
        from galli_tui.screens.network.guest_lobby import go_back

        go_back(app, match_id)

    from galli_tui.app import run

    return run(terminal, first=first)


def _match_store(*, plain: bool) -> MatchStore:
    from galli_tui.matches.local import LocalMatchStore

    # Lines of text need no pauses between the moves of bots: each is read in full anyway.
    return LocalMatchStore(pace=0 if plain else None)


def _open(terminal: Terminal | None, table: Table, match_store: MatchStore) -> int:
    """Open a table on the screen, or without a terminal in plain lines."""
    if terminal is not None:
        return _show(terminal, table, match_store)
    from galli_tui.plain.program import play_table, run_plain

    return run_plain(lambda dialogue: play_table(dialogue, table, match_store))


def _show(terminal: Terminal, table: Table | None = None, match_store: MatchStore | None = None) -> int:
    from galli_tui.app import run

    return run(terminal, table, match_store=match_store)


def _seats(args: Namespace, meta: Meta, count: int) -> tuple[Player, ...]:
    """Return the seats with names and colours as given, the rest filled up; each colour once."""
    bots = bots_of(args.bot, count)
    if args.watch:
        bots = {seat: bots.get(seat, OPPONENT) for seat in range(1, count + 1)}
    own = "" if args.name or 1 in bots else own_name()
    names = [own] if own else [given_name(name) for name in args.name]
    colours = list(args.colour)
    if len(names) > count or len(colours) > count:
        raise CommandError(
            f"too many names or colours: there {'is 1 seat' if count == 1 else f'are {count} seats'}", Exit.USAGE
        )
    if colours and meta.roles:
        raise CommandError(f"the sides of {meta.title} have their colours; leave out --colour", Exit.USAGE)
    if unknown := [colour for colour in colours if colour not in meta.colours]:
        known = ", ".join(meta.colours)
        raise CommandError(f"{sanitize(unknown[0], 40)!r} is not a seat colour; choose from {known}", Exit.USAGE)
    if clash := same_name_text(dict(enumerate(names, 1))):
        raise CommandError(f"{clash}; change one", Exit.USAGE)
    if twice := next((colour for colour in colours if colours.count(colour) > 1), None):
        raise CommandError(f"two seats are {twice}; change one", Exit.USAGE)
    for seat in range(len(names) + 1, count + 1):
        taken = {name.casefold() for name in names}
        wanted = BOT_NAMES if seat in bots else NAMES
        names.append(next(name for name in wanted if name.casefold() not in taken))
    colours += [role.colour for role in meta.roles]
    colours += [colour for colour in meta.colours if colour not in colours]
    if count > len(colours):
        raise CommandError(f"{meta.title} seats at most {len(colours)}", Exit.USAGE)
    if len(bots) == count and not args.watch:
        raise CommandError("leave at least one seat without --bot, for you, or add --watch", Exit.USAGE)
    return tuple(Player(names[i], colours[i], bots.get(i + 1)) for i in range(count))
