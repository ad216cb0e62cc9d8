"""`host` and `join`: the commands that lead to a table on the network."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from galli_tui.cli.choosing import box_of, choices_given, game_named, is_bare, key_named
from galli_tui.cli.game_options import bots_of, by_seat, components_of, given_name, options_of
from galli_tui.cli.match_argument import error_with_command
from galli_tui.cli.opening import terminal_of
from galli_tui.game_api.last_game import remember_game
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.typed_names import same_name_text
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.match_store import BOT_NAMES, NAMES
from galli_tui.tables.network import HostOptions, HostPlan, HostSession, JoinRequest, Network, TableOpener
from galli_tui.terminal.error_stream import print_error
from net.discovery.address import BadAddress, parse_address, parse_bind_address
from net.host.lobby import SeatAssignment
from net.wire.messages import PeerRole, SeatKind
from net.wire.table_code import BadCode, normalize_code
from rules.engine.game import ComponentError, GameBox, OptionError, Options
from saves.errors import Locked, NotFound, NotYours

if TYPE_CHECKING:
    from galli_tui.app import GalliApp

CODE_VARIABLE = "GALLI_TUI_CODE"
"""The environment variable that holds the table code."""
MAX_CODE_LINE = 200


def host(args: Namespace) -> int:
    """Open a new or saved table to the network and show its lobby."""
    if args.ssh is not None and args.ssh == args.port:
        words = f"the table and SSH cannot share port {args.port}: use different ports for --port and --ssh"
        raise CommandError(words, Exit.USAGE)
    options = HostOptions(args.port, args.ssh, args.watch, args.chat, args.advertise, _bound(args.bind))
    if args.plain and args.resume is None and is_bare(args):
        return _ask_and_host(args, options)
    opened = _saved(args, options) if args.resume is not None else _new(args, options)
    if args.plain:
        from galli_tui.plain.network_program import host_plainly
        from galli_tui.plain.program import run_plain

        return run_plain(lambda dialogue: host_plainly(dialogue, opened, options))
    terminal = terminal_of(args)

    def first(app: GalliApp) -> None:
        from galli_tui.screens.network.open_table import open_first

        open_first(app, opened)

    from galli_tui.app import run

    return run(terminal, first=first)


def _ask_and_host(args: Namespace, options: HostOptions) -> int:
    """Ask in words what is to be played and by whom, and host it."""
    from galli_tui.plain.dialogue import Dialogue
    from galli_tui.plain.network_program import host_plainly
    from galli_tui.plain.program import run_plain
    from galli_tui.plain.setup_questions import ask_plan

    key = key_named(args)

    async def conversation(dialogue: Dialogue) -> None:
        plan = await ask_plan(dialogue, key)
        remember_game(plan.game)
        await host_plainly(dialogue, lambda network: network.host(plan, options), options)

    return run_plain(conversation)


def join(args: Namespace) -> int:
    """Show the tables found, or connect to the one given."""
    wish = PeerRole.SPECTATOR if args.watch else PeerRole.PLAYER
    # In plain mode the first line of the input answers the question for the code anyway.
    code = code_for("" if args.plain and args.code == "-" else args.code)
    call = JoinRequest(_addresses(args.address), _code(code), wish, _name(args.name))
    if args.plain:
        from galli_tui.plain.network_program import join_plainly
        from galli_tui.plain.program import run_plain

        return run_plain(lambda dialogue: join_plainly(dialogue, call))
    terminal = terminal_of(args)

    def first(app: GalliApp) -> None:
        from galli_tui.screens.network.find_table import FindTableScreen
        from galli_tui.screens.network.join_form import JoinFormScreen

        app.push_screen(FindTableScreen(call) if not call.addresses else JoinFormScreen(call, at_once=bool(call.code)))

    from galli_tui.app import run

    return run(terminal, first=first)


def _saved(args: Namespace, options: HostOptions) -> TableOpener:
    _require_bare(args)
    match_id: str = args.resume

    async def opened(network: Network) -> HostSession:
        try:
            return await network.reopen(match_id, options)
        except (Locked, NotFound, NotYours) as error:
            raise type(error)(error_with_command(error, match_id, plain=args.plain)) from None

    return opened


def _new(args: Namespace, options: HostOptions) -> TableOpener:
    plan = _plan(args)
    remember_game(plan.game)
    return lambda network: network.host(plan, options)


def _plan(args: Namespace) -> HostPlan:
    """Return the seats as given, all others open. Unless a seat is named, seat 1 is played here."""
    box = box_of(game_named(args))
    options = options_of(box.meta, args, args.seats)
    components = components_of(box, args.components)
    try:
        box.new(options, components)
    except (OptionError, ComponentError) as error:
        raise CommandError(str(error), Exit.USAGE) from None
    return HostPlan(box.meta.key, options, _seats(args, box, options), components)


def _seats(args: Namespace, box: GameBox, options: Options) -> tuple[SeatAssignment, ...]:
    here = dict(by_seat("--here", word, options.seats) for word in args.here)
    bots = bots_of(args.bot, options.seats)
    if len(here) < len(args.here) or here.keys() & bots.keys():
        raise CommandError("assign each seat once, with --here or --bot", Exit.USAGE)
    names = {seat: given_name(name) for seat, name in here.items()}
    if not names and 1 not in bots:
        names[1] = own_name() or NAMES[0]
    if clash := same_name_text(names):
        raise CommandError(f"{clash}; change one", Exit.USAGE)
    taken = {name.casefold() for name in names.values()}
    monks = iter(name for name in BOT_NAMES if name.casefold() not in taken)
    plans: list[SeatAssignment] = []
    for seat, colour in zip(range(1, options.seats + 1), box.meta.colours, strict=False):
        if seat in names:
            plans.append(SeatAssignment(SeatKind.HERE, names[seat], colour))
        elif seat in bots:
            plans.append(SeatAssignment(SeatKind.BOT, next(monks), colour, bots[seat]))
        else:
            plans.append(SeatAssignment(SeatKind.OPEN))
    return tuple(plans)


def _require_bare(args: Namespace) -> None:
    """Raise `CommandError` for options that a saved match already has: its game and seats."""
    settled = args.mode, args.seats, args.components, args.here, args.bot, args.game, args.named_game
    if any(settled) or choices_given(args):
        words = (
            "a saved match already has its game and seats; --resume goes only with --port, --bind, --no-advertise, "
            "--ssh, --watch and --chat"
        )
        raise CommandError(words, Exit.USAGE)


def _addresses(typed: str | None) -> tuple[str, ...]:
    if typed is None:
        return ()
    try:
        return (str(parse_address(typed)),)
    except BadAddress as error:
        raise CommandError(str(error), Exit.USAGE) from None


def code_for(given: str) -> str:
    """Return the table code from the command line, standard input or the environment; empty to ask on the screen."""
    from_environment = os.environ.pop(CODE_VARIABLE, "")  # Programs started from here need not know it.
    if given == "-":
        return _read_code()
    if given:
        print_error(
            "Other users of this computer can see the code in the process list: leave out --code to be asked for it, "
            f"or use {CODE_VARIABLE} or `--code -`."
        )
    return given or from_environment


def _read_code() -> str:
    """Return a line of standard input, which is the terminal again afterwards. Raises `CommandError`."""
    if sys.stdin is None:
        raise CommandError("--code - reads the code from standard input, but that is closed", Exit.USAGE)
    if os.isatty(0):
        print("Table code: ", end="", file=sys.stderr, flush=True)
    found = sys.stdin.buffer.readline(MAX_CODE_LINE).decode(errors="replace").strip()
    if os.isatty(0):
        return found
    # The keys come from the terminal that the screen goes to.
    terminal = next((number for number in (1, 2) if os.isatty(number)), None)
    if terminal is None:
        raise CommandError("the code came from standard input, but there is no terminal to play in", Exit.TERMINAL)
    os.dup2(os.open(os.ttyname(terminal), os.O_RDWR), 0)
    return found


def _bound(typed: str) -> str:
    try:
        return parse_bind_address(typed) if typed else ""
    except BadAddress as error:
        raise CommandError(str(error), Exit.USAGE) from None


def _code(typed: str) -> str:
    try:
        return normalize_code(typed) if typed else ""
    except BadCode as error:
        raise CommandError(str(error), Exit.USAGE) from None


def _name(typed: str) -> str:
    return given_name(typed) if typed else own_name()
