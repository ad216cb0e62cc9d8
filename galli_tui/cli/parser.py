"""The command line: its words, its help, and where each command lives. A command's code is imported when it runs."""

from __future__ import annotations

from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    BooleanOptionalAction,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import NoReturn, Protocol

from galli_tui import __version__
from galli_tui.startup.command_error import CommandError, to_sentence
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import print_error, sanitize
from rules.registry import games

DESCRIPTION = """\
Board games of the monastery plan of St. Gall, in the terminal. Without a command the
menu opens: new match, saved matches, rules, help. Everything works by keyboard."""

EPILOG = """\
examples
  galli-tui                                   the menu
  galli-tui play --seats 2 --name Anna --name Bruno
  galli-tui play --mode solo --seed 7         alone, a deal that can be played again
  galli-tui host --seats 3                    a table for several terminals
  galli-tui join                              tables found on this network
  galli-tui list                              saved matches and how they stand
  galli-tui resume                            the match played last
  galli-tui rules CG-I-3a4                    one clause of the rulebook
  galli-tui COMMAND --help                    what a command takes

exit codes
  0 done   1 a check did not pass, as of a damaged or foreign file; or a seat may not be
  shown yet   2 wrong words   66 no such match, file or clause   69 this terminal cannot
  show the game   70 a fault of the program   74 the system did not let a file be read or
  written, or the match cannot be opened   75 the network said no   78 a
  package is missing, or another program's is in its place   130 interrupted   141 the
  reader of the output has gone

environment
  GALLI_TUI_HOME   folder for matches and identity, instead of your system's own
  GALLI_TUI_CODE   the table code for `join`
  GALLI_TUI_STILL  if set, nothing moves by itself: dice lie at once
  NO_COLOR         no colours;  GALLI_TUI_DEBUG=1  tracebacks for a report
If a lost connection leaves the terminal in disorder, the command `reset` restores it."""

_BOTS = "novice, brother, prior or abbot, the strongest last"
_A_BOT = f"a seat that a bot plays: {_BOTS}"

MOST_DIGITS = 18
"""No number on the command line is longer."""
MOST_SEATS = 32
"""No game has more."""


class Subparsers(Protocol):
    """Where commands are added."""

    def add_parser(
        self,
        name: str,
        *,
        help: str = ...,
        description: str = ...,
        formatter_class: type[RawDescriptionHelpFormatter] = ...,
    ) -> ArgumentParser: ...


_MOST_OF_AN_ERROR = 1000


class _Parser(ArgumentParser):
    """An argument parser whose errors point to the help."""

    def error(self, message: str) -> NoReturn:
        message = sanitize(message.replace(", 'seat'", ""), _MOST_OF_AN_ERROR)  # Nobody types that one.
        print_error(f"{to_sentence(message)}\nTry `{self.prog} --help`.", self.prog)
        self.exit(Exit.USAGE)


def main(argv: Sequence[str]) -> int:
    """Runs the command that the words ask for and returns its exit code."""
    args, unknown = parser().parse_known_args(argv)
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    module, name = args.run.split(":")
    run: Callable[[Namespace], int] = getattr(import_module(module), name)
    try:
        return run(args)
    except CommandError as trouble:
        print_error(str(trouble))
        return trouble.code


def parser() -> ArgumentParser:
    """The whole command line."""
    root = _Parser(
        prog="galli-tui", description=DESCRIPTION, epilog=EPILOG, formatter_class=RawDescriptionHelpFormatter
    )
    root.add_argument("--version", action="version", version=f"galli-tui {__version__}")
    _look(root)
    root.set_defaults(ascii=False, no_mouse=False, theme=None)
    root.set_defaults(run="galli_tui.cli.play:menu", parser=root)
    commands: Subparsers = root.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=_Parser, prog="galli-tui"
    )
    _play(commands)
    _network(commands)
    _matches(commands)
    _lab(commands)
    _books(commands)
    # What `host --ssh` starts for its guests. Nobody types it, so the help does not list it.
    commands.add_parser("seat").set_defaults(run="galli_tui.cli.ssh_seat:run")
    return root


def _command(commands: Subparsers, name: str, run: str, summary: str, more: str = "") -> ArgumentParser:
    command = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.\n{more}".rstrip(),
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=f"galli_tui.cli.{run}", parser=command)
    return command


def _look(command: ArgumentParser) -> None:
    look = command.add_argument_group("how it looks")
    # Given before a command they hold as well: no default of the command takes them back.
    look.add_argument("--ascii", action="store_true", default=SUPPRESS, help="letters and signs of ASCII only")
    look.add_argument("--no-mouse", action="store_true", default=SUPPRESS, help="leave the mouse to the terminal")
    look.add_argument(
        "--theme", choices=("day", "night"), default=SUPPRESS, help="parchment by day or lamp black by night"
    )


def _match_options(command: ArgumentParser) -> None:
    _game_options(command)
    command.add_argument("--seats", type=_positive, help="how many play: 1 to 4 (default: 1 alone, else 2)")


def _game_options(command: ArgumentParser) -> None:
    command.add_argument("--game", default=games()[0], help="which game (default: %(default)s)")
    command.add_argument("--level", type=_positive, default=1, help="its level (default: %(default)s)")
    command.add_argument(
        "--mode", help="solo, coop (together) or versus (against each other); default: solo for one seat, else coop"
    )
    command.add_argument("--components", metavar="DIR", help="play with a set of components of your own")


def _play(commands: Subparsers) -> None:
    more = """
People and bots play at this terminal; a screen between turns hides each hand from the others.
The match is saved after every move: quit whenever you like and `resume` it.

  galli-tui play                                   two seats, together
  galli-tui play --bot 2=brother                   the second one is a bot's
  galli-tui play --mode versus --seats 3 --name Anna --name Bruno --name Cara
  galli-tui play --mode solo --seed 7"""
    play = _command(commands, "play", "play:play", "start a match, straight to the table", more)
    _match_options(play)
    play.add_argument("--name", action="append", default=[], metavar="NAME", help="a seat's name; once for each seat")
    play.add_argument("--colour", action="append", default=[], metavar="COLOUR", help="a seat's colour, likewise")
    play.add_argument("--bot", action="append", default=[], metavar="SEAT=BOT", help=_A_BOT)
    play.add_argument("--seed", type=_natural, help="deal from this number, so that the deal can be played again")
    play.add_argument("--open-hands", action="store_true", help="house variant: all hands lie open")
    _look(play)


def _network(commands: Subparsers) -> None:
    more = """
Opens a table to the network and shows its lobby with the table code. Friends find it with
`galli-tui join`, by its address, or over SSH; seats that nobody is named for wait for them.

  galli-tui host --seats 3 --here 1=Anna --bot 3=novice
  galli-tui host --resume 4f3a --ssh 2222"""
    host = _command(commands, "host", "network:host", "open a table to the network", more)
    _match_options(host)
    host.add_argument("--open-hands", action="store_true", help="house variant: all hands lie open")
    host.add_argument("--here", action="append", default=[], metavar="SEAT=NAME", help="who plays at this terminal")
    host.add_argument("--bot", action="append", default=[], metavar="SEAT=BOT", help=_A_BOT)
    host.add_argument("--resume", metavar="ID", help="a saved match instead of a new one")
    host.add_argument("--port", type=_port, metavar="N", help="listen there (default: 7341, or the next free one)")
    host.add_argument(
        "--bind",
        default="",
        metavar="ADDRESS",
        help="listen on this address alone, such as 192.168.1.20 or fe80::7%%eth0 (default: all)",
    )
    host.add_argument(
        "--advertise", action=BooleanOptionalAction, default=True, help="whether the table is found on the network"
    )
    host.add_argument("--ssh", type=_port, metavar="PORT", help="let friends in by `ssh -p PORT` as well")
    host.add_argument("--watch", action=BooleanOptionalAction, default=True, help="whether others may watch")
    host.add_argument("--chat", action="store_true", help="let opponents talk; partners always may")
    _look(host)
    more = """
Without an address the tables on this network are listed, and your own unfinished matches at
other people's tables; those need no code again.

The table code is asked for on the screen. It can also come from the environment variable
GALLI_TUI_CODE or, with --code -, from standard input. Avoid --code CODE on a computer that
others use: they can read it in the list of processes.

  galli-tui join 192.168.1.20"""
    join = _command(commands, "join", "network:join", "join somebody's table", more)
    join.add_argument("address", nargs="?", metavar="HOST:PORT", help="where the table is, as its host's screen shows")
    join.add_argument("--code", default="", help="the table code, or - to read it from standard input")
    join.add_argument("--name", default="", help="the name to sit down with; a saved match keeps its own")
    join.add_argument("--watch", action="store_true", help="come to watch, not to play")
    _look(join)


def _matches(commands: Subparsers) -> None:
    _command(commands, "list", "list_matches:list_all", "list saved matches and how they stand")
    resume = _command(
        commands, "resume", "play:resume", "go on with a saved match", "\nWithout an ID, with the one played last."
    )
    resume.add_argument("id", nargs="?", metavar="ID", help="the match's id, or enough of its beginning")
    _look(resume)
    more = """
Once the match is over everything is shown. Until then you get what everybody has seen or, with --seat,
what a seat knows that is played by people at this computer."""
    export = _command(commands, "export", "matches:export", "write a match out: header, every event, final score", more)
    export.add_argument("match", metavar="MATCH", help="an id, or a file")
    export.add_argument("--json", action="store_true", help="as JSON (default: a line for each event)")
    export.add_argument("--seat", type=_positive, help="as this seat knows it, counted from 1")
    more = """
Checks every signature, hash, rule and, once the match is over, every deal and sealed choice, from the
file alone. Exits with 1 and one sentence for each thing that is wrong."""
    verify = _command(commands, "verify", "matches:verify", "check a match from its file alone", more)
    verify.add_argument("match", metavar="MATCH", help="an id, or a file")


def _lab(commands: Subparsers) -> None:
    more = """
The same seed always gives the same match, on any machine and with any number of processes; match
number n, from 0, uses seed + n. Interrupted with --results, the same command goes on where it was.

  galli-tui simulate --bots brother --seats 1-4 --games 300 --results run.jsonl
  galli-tui simulate --mode versus --bots brother,novice --swap --games 200 --json report.json
  galli-tui simulate --bots brother --level 3 --games 3 --export matches/
  galli-tui simulate --bots brother --games 5000 --cluster tcp://192.168.1.20:8786"""
    simulate = _command(commands, "simulate", "simulate:simulate", "play matches by bots and tell how they ended", more)
    _game_options(simulate)
    seats = "how many play, or several tables: 2, 1-4, 1,3 (default: 1 alone, else 2)"
    simulate.add_argument("--seats", type=_seat_counts, metavar="N", help=seats)
    simulate.add_argument("--games", type=_positive, default=10, help="how many seeds a table (default: %(default)s)")
    simulate.add_argument("--seed", type=_natural, default=1, help="the first one (default: %(default)s)")
    simulate.add_argument(
        "--bots", default="novice", help=f"{_BOTS}: one for all seats, or a,b for each (default: %(default)s)"
    )
    simulate.add_argument("--swap", action="store_true", help="play each seed again with two bots in exchanged seats")
    simulate.add_argument("--jobs", type=_positive, metavar="N", help="number of processes (default: all processors)")
    simulate.add_argument("--cluster", metavar="ADDRESS", help="let a Dask cluster play, whose scheduler is there")
    simulate.add_argument("--export", metavar="DIR", help="write each match there as a file that the app can open")
    simulate.add_argument("--results", metavar="FILE", help="keep each match there as it ends, and go on from there")
    simulate.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="every match and figure as JSON: printed, or into a file"
    )
    more = "\nA fingerprint of the rules: the numbers change only when the rules do."
    perft = _command(commands, "perft", "simulate:count", "count move sequences from the first decision", more)
    _match_options(perft)
    perft.add_argument("--seed", type=_natural, default=1, help="fixes the deal (default: %(default)s)")
    perft.add_argument("--depth", type=_natural, default=4, help="how many moves (default: %(default)s)")


def _books(commands: Subparsers) -> None:
    more = """
  galli-tui components campus-galli --json      everything in the box
  galli-tui components --check my-set/          is my own set of components right?
  galli-tui components --balance --level 3 --seats 1-4    what becomes of each card, task, shape, building

The report on balance comes from matches by bots: how they end, how complete the plan gets, and how often each
thing is taken where it could be, beside the median of its like. It marks what is taken less than a third or
more than three times as often; with a question mark where more --games are needed to be sure."""
    components = _command(commands, "components", "components:components", "show or check what lies in the box", more)
    components.add_argument("game", nargs="?", default=games()[0], help="which game (default: %(default)s)")
    components.add_argument("--json", nargs="?", const="-", metavar="FILE", help="as JSON: printed, or into a file")
    components.add_argument("--check", metavar="DIR", help="check the component files of this folder")
    played = components.add_argument_group("how balanced it is")
    played.add_argument("--balance", action="store_true", help="play matches by bots and report")
    played.add_argument("--components", metavar="DIR", help="with a set of components of your own")
    played.add_argument("--level", type=_positive, help="which level (default: 1)")
    played.add_argument("--mode", help="how the seats play (default: one alone, several together)")
    played.add_argument("--seats", type=_seat_counts, metavar="N", help="2, or several tables: 1-4 (default: 2)")
    played.add_argument("--bots", help=f"{_BOTS}: one for all seats, or a,b for each (default: brother)")
    played.add_argument("--games", type=_positive, help="how many matches a table (default: 20)")
    played.add_argument("--seed", type=_natural, help="of the first match (default: 1)")
    played.add_argument("--jobs", type=_positive, metavar="N", help="number of processes (default: all processors)")
    more = """
  galli-tui rules                  the whole rulebook
  galli-tui rules CG-I-3a          a clause and those below it
  galli-tui rules lazy monk        every clause that speaks of them"""
    rules = _command(commands, "rules", "components:rules", "read the rulebook", more)
    rules.add_argument("clause", nargs="*", metavar="CLAUSE", help="a clause's number, or words to look for")
    rules.add_argument("--game", default=games()[0], help="which game (default: %(default)s)")
    more = "\nEach line is a package that galli-tui needs, with its version and the licence it states."
    _command(commands, "licences", "licences:licences", "list the licences of what is installed", more)


def _natural(word: str) -> int:
    return _at_least(0, word)


def _positive(word: str) -> int:
    return _at_least(1, word)


def _seat_counts(word: str) -> tuple[int, ...]:
    """Rising numbers: "2", "1-4", "1,3"."""
    least, dash, most = word.partition("-")
    counts = range(_positive(least), _positive(most) + 1) if dash else [_positive(part) for part in word.split(",")]
    if not 0 < len(counts) <= MOST_SEATS or any(one >= next_one for one, next_one in pairwise(counts)):
        raise ArgumentTypeError(f"numbers of seats rise, such as 1-4 or 1,3; {sanitize(word, 40)!r} does not")
    return tuple(counts)


def _port(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 5 and 0 < int(word) < 65536):
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {sanitize(word, 40)!r}")
    return int(word)


def _at_least(least: int, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS and int(word) >= least):
        expected = f"a number from {least} up, of at most {MOST_DIGITS} digits, is expected"
        raise ArgumentTypeError(f"{expected}, not {sanitize(word, 40)!r}")
    return int(word)
