"""The command line: options, help, and the module of each command, which is imported only when it runs."""

from __future__ import annotations

from argparse import (
    SUPPRESS,
    ArgumentParser,
    BooleanOptionalAction,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Sequence
from importlib import import_module

from galli_tui import __version__
from galli_tui.cli.argument_types import natural, port_number, positive, seat_counts, table_size
from galli_tui.cli.command_parser import CommandParser, Subparsers
from galli_tui.cli.main_help import DESCRIPTION, EPILOG
from galli_tui.settings.theme_names import OLDER_NAMES, THEMES
from galli_tui.startup.command_error import CommandError
from galli_tui.terminal.error_stream import print_error
from rules.registry import games

_MENU = "galli_tui.cli.opening:menu"
_BOTS = "novice, brother, prior or abbot (strongest)"
_OR_LAST = "a match id, or a file (default: the match played last)"
_A_BOT = f"let a bot play this seat: {_BOTS}"


def main(argv: Sequence[str]) -> int:
    """Run the command given and return its exit code."""
    args, unknown = parser().parse_known_args(argv)
    # Commands without --plain print lines anyway: there it changes nothing, and an alias may always have it.
    if [*unknown] == ["--plain"] and not args.only_drawn:
        unknown = []
    if unknown:
        args.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if args.plain_first:
        if args.run == _MENU:
            return main((*argv, "play"))
        if args.only_drawn:
            args.parser.error("unrecognized arguments: --plain")
        # The root has an argument of its own, since the default of a command's --plain would overwrite a common one.
        args.plain = True
    module, name = args.run.split(":")
    run: Callable[[Namespace], int] = getattr(import_module(module), name)
    try:
        return run(args)
    except CommandError as error:
        print_error(str(error))
        return error.code


def parser() -> ArgumentParser:
    """Return the parser of the whole command line."""
    root = CommandParser(
        prog="galli-tui", description=DESCRIPTION, epilog=EPILOG, formatter_class=RawDescriptionHelpFormatter
    )
    root.add_argument("--version", action="version", version=f"galli-tui {__version__}")
    _look(root)
    root.set_defaults(ascii=False, no_mouse=False, theme=None)
    root.add_argument("--plain", dest="plain_first", action="store_true", help="the same as play --plain")
    root.set_defaults(run=_MENU, parser=root, only_drawn=False)
    commands: Subparsers = root.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=CommandParser, prog="galli-tui"
    )
    _learn(commands)
    _play(commands)
    _network(commands)
    _serve(commands)
    _matches(commands)
    _settings(commands)
    _lab(commands)
    _books(commands)
    _program(commands)
    # Only the program itself calls these two, so neither the help nor an error lists them.
    root.internal = ("seat", "page")
    # What `host --ssh` starts for its guests.
    commands.add_parser("seat").set_defaults(run="galli_tui.cli.ssh_seat:run")
    # What `serve` starts for each page.
    page = commands.add_parser("page")
    page.set_defaults(run="galli_tui.cli.page:run", parser=page)
    _look(page)
    return root


def _command(commands: Subparsers, name: str, run: str, summary: str, more: str = "") -> CommandParser:
    command = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.\n{more}".rstrip(),
        formatter_class=RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=f"galli_tui.cli.{run}", parser=command)
    return command


def _look(command: ArgumentParser) -> None:
    look = command.add_argument_group("appearance")
    # They may also be given before a command, whose defaults must not override them.
    look.add_argument("--ascii", action="store_true", default=SUPPRESS, help="use ASCII characters only")
    look.add_argument("--no-mouse", action="store_true", default=SUPPRESS, help="do not use the mouse")
    names = ", ".join(THEMES)
    look.add_argument(
        "--theme", choices=(*THEMES, *OLDER_NAMES), metavar="THEME", default=SUPPRESS, help=f"theme: {names}"
    )


def _plain(command: ArgumentParser, verb: str = "play") -> None:
    command.add_argument("--plain", action="store_true", help=f"{verb} in lines of text and typed commands")


def _plain_lines(command: ArgumentParser, heading: str) -> None:
    command.add_argument("--plain", action="store_true", help=f"name the {heading} in each line, for a screen reader")


def _match_options(command: CommandParser) -> None:
    _game_options(command)
    command.add_argument("--seats", type=positive, help="number of seats (default: 2, or as many as the mode needs)")


def _game_options(command: CommandParser) -> None:
    """Add the game and its options; those that games declare are added when the command is parsed."""
    _game_name(command)
    command.add_argument("--mode", help="mode, where the game has several (default: the first that fits the seats)")
    command.add_argument("--components", metavar="DIR", help="play with your own component files")
    command.choices = command.add_argument_group("options of the games")


def _game_name(command: ArgumentParser, default: str = "you are asked") -> None:
    command.add_argument("named_game", nargs="?", metavar="GAME", help=f"{_a_game()} (default: {default})")
    command.add_argument("--game", help=SUPPRESS)


def _a_game() -> str:
    return f"{', '.join(games())}, or a word of its name"


def _play(commands: Subparsers) -> None:
    more = """
Players and bots share this terminal; a screen between turns hides each hand from the others.
Every move is saved immediately: quit whenever you like and `resume` later.

  galli-tui play                                   asks which game; two seats
  galli-tui play GAME --bot 2=brother              a bot plays the second seat
  galli-tui play GAME --mode versus --seats 3 --name Anna --name Bruno --name Cara
  galli-tui play GAME --mode solo --seed 7
  galli-tui play GAME --watch                      watch bots play each other
  galli-tui play GAME --bot 2=prior --practice     undo anything, as often as you like"""
    play = _command(commands, "play", "play:play", "start a match", more)
    _match_options(play)
    play.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="name of a player; repeat for each seat"
    )
    play.add_argument(
        "--colour", action="append", default=[], metavar="COLOUR", help="colour of a seat; repeat for each seat"
    )
    play.add_argument("--bot", action="append", default=[], metavar="SEAT=BOT", help=_A_BOT)
    play.add_argument("--watch", action="store_true", help="bots play every seat, and you watch at your own speed")
    play.add_argument("--seed", type=natural, help="the same seed gives the same deal")
    _plain(play)
    practice = "undo anything, dice and drawn cards included; for one player, does not count in statistics"
    play.add_argument("--practice", action="store_true", help=practice)
    play.add_argument(
        "--daily",
        nargs="?",
        const="",
        metavar="DATE",
        help="play the daily deal, the same for everybody: today's, or that of a date such as 2026-11-25",
    )
    _look(play)


def _learn(commands: Subparsers) -> None:
    more = """
  galli-tui learn                  the list of lessons
  galli-tui learn GAME             the next lesson of a game
  galli-tui learn GAME LESSON      a lesson by its name"""
    learn = _command(commands, "learn", "learn:learn", "learn a game in played lessons", more)
    learn.add_argument("game", nargs="?", metavar="GAME", help=_a_game())
    learn.add_argument("lesson", nargs="?", metavar="LESSON", help="a lesson, e.g. level-1")
    _plain(learn, "learn")
    _look(learn)


def _network(commands: Subparsers) -> None:
    more = """
Hosts a table on the network and shows its lobby with the table code. Friends join with
`galli-tui join`, by its address, or over SSH. Seats that you don't assign are open to them.

  galli-tui host GAME --seats 3 --here 1=Anna --bot 3=novice
  galli-tui host --resume 4f3a --ssh 2222"""
    host = _command(commands, "host", "host_join:host", "host a table on the network", more)
    _match_options(host)
    host.add_argument("--here", action="append", default=[], metavar="SEAT=NAME", help="player at this terminal")
    host.add_argument("--bot", action="append", default=[], metavar="SEAT=BOT", help=_A_BOT)
    host.add_argument("--resume", metavar="ID", help="host a saved match")
    host.add_argument(
        "--port", type=port_number, metavar="N", help="port to listen on (default: 7341, or the next free one)"
    )
    host.add_argument(
        "--bind",
        default="",
        metavar="ADDRESS",
        help="listen on this address only, such as 192.168.1.20 or fe80::7%%eth0 (default: all)",
    )
    host.add_argument(
        "--advertise", action=BooleanOptionalAction, default=True, help="advertise the table on the local network"
    )
    host.add_argument("--ssh", type=port_number, metavar="PORT", help="also let friends join with `ssh -p PORT`")
    host.add_argument("--watch", action=BooleanOptionalAction, default=True, help="allow spectators")
    host.add_argument("--chat", action="store_true", help="allow chat in versus (co-op always has chat)")
    _plain(host)
    _look(host)
    more = """
Without an address, lists the tables on this network and your unfinished matches at other
tables; those need no code again.

You are asked for the table code on the screen. You can also set GALLI_TUI_CODE, or pass the
code on standard input with --code -. Avoid --code CODE on a shared computer: other users
can see it in the process list.

  galli-tui join 192.168.1.20"""
    join = _command(commands, "join", "host_join:join", "join a table", more)
    join.add_argument(
        "address", nargs="?", metavar="HOST:PORT", help="the table's address, as shown on the host's screen"
    )
    join.add_argument("--code", default="", help="table code, or - to read it from standard input")
    join.add_argument("--name", default="", help="your name; a saved match keeps the old one")
    join.add_argument("--watch", action="store_true", help="join as a spectator")
    _plain(join)
    _look(join)


def _serve(commands: Subparsers) -> None:
    more = """
The same program in a browser, with your matches and settings; each page is a program of its own. By
default only this computer reaches it. There is no password and no encryption: at another address
anyone who opens the page plays as you.

  galli-tui serve
  galli-tui serve --port 8080 --theme parchment"""
    serve = _command(commands, "serve", "serve:serve", "play in a browser", more)
    serve.add_argument(
        "--bind", default="127.0.0.1", metavar="ADDRESS", help="serve at this address (default: 127.0.0.1)"
    )
    serve.add_argument("--port", type=port_number, metavar="N", help="port (default: 8000, or the next free one)")
    serve.add_argument(
        "--accept-risk", action="store_true", help="serve to other computers without a question (see above)"
    )
    _look(serve)
    serve.set_defaults(only_drawn=True)


def _matches(commands: Subparsers) -> None:
    listing = _command(commands, "list", "list_matches:list_all", "list saved matches and their progress")
    listing.add_argument("--ids", action="store_true", help="print ids only, as shell completions need them")
    listing.add_argument("--plain", action="store_true", help="as sentences, for a screen reader")
    more = """
Counts the finished matches in which you had a seat: the seat with your name, or the only one
of a person. Practice, what-if and imported matches do not count."""
    stats = _command(commands, "stats", "stats:stats", "show your results, bests and averages", more)
    _game_name(stats, "all games")
    stats.add_argument("--json", action="store_true", help="as JSON")
    _plain_lines(stats, "game and group")
    more = """
Without an ID, resumes the match played last, a what-if only if no other match is unfinished. A match
hosted elsewhere is rejoined at its host's table."""
    resume = _command(commands, "resume", "play:resume", "resume a saved match", more)
    resume.add_argument("id", nargs="?", metavar="ID", help="the match's id, or its first digits")
    _plain(resume)
    _look(resume)
    more = """
A finished match is exported in full. Before that you get public information or, with --seat,
what that seat knows; the seat must be played at this computer. Files are never overwritten.

  galli-tui export 4f3a --record                       every move in notation and in words
  galli-tui export 4f3a --file ours.galli              one file for others, once it is over
  galli-tui export 4f3a --svg board.svg --at 40        a picture of moment 40 of the record
  galli-tui export 4f3a --cast match.cast --speed 2    a recording for asciinema"""
    export = _command(commands, "export", "share:export", "export a match: header, events, final score", more)
    export.add_argument("match", metavar="MATCH", help="a match id, or a file")
    export.add_argument("--json", action="store_true", help="as JSON (default: one line per event)")
    export.add_argument("--seat", type=positive, help="export what this seat knows; seats count from 1")
    export.add_argument("--record", action="store_true", help="as a readable record: players, every move, final score")
    export.add_argument("--file", metavar="FILE", help="write a file that others can import; the match must be over")
    export.add_argument("--svg", metavar="FILE", help="write a picture of the table")
    export.add_argument("--cast", metavar="FILE", help="write a recording of the whole match (asciicast, version 2)")
    sizes = "size of picture and recording (default: 120x36)"
    export.add_argument("--at", metavar="MOMENT", help="the moment of the picture, by its number in the record")
    export.add_argument("--size", type=table_size, default=(120, 36), metavar="WxH", help=sizes)
    export.add_argument("--theme", choices=sorted(THEMES), default=None, help="theme of picture and recording")
    export.add_argument("--speed", type=positive, default=1, metavar="N", help="speed of the recording (default: 1)")
    more = """
Adds a match that others have exported with --file to your saved matches, to view and replay. It is
checked as `verify` does first: a file that is damaged, forged or not over is refused.

  galli-tui import ours.galli"""
    take = _command(commands, "import", "share:import_file", "import a match that others have shared", more)
    take.add_argument("file", metavar="FILE", help="the file")
    more = """
Describes the board, what each player has, who must act, and the legal moves in brief. It uses public
information or, with --seat, what that seat knows; the seat must be played at this computer.
Without MATCH it takes the match you played last, an imported one or a what-if only if there is no other."""
    show = _command(commands, "show", "show:show", "describe the position of a match in words", more)
    show.add_argument("match", nargs="?", metavar="MATCH", help=_OR_LAST)
    show.add_argument("--seat", type=positive, help="describe what this seat knows; seats count from 1")
    _plain_lines(show, "part")
    more = """
Moment by moment, with the score as a curve; a finished match with all cards open and a review. With
--plain every move is read in words. `galli-tui show` describes the position in words; in a finished
match `galli-tui resume --plain ID` opens the score sheet, where `review` reads the review. Without
MATCH it takes the match you played last, an imported one or a what-if only if there is no other.

  galli-tui replay 4f3a
  galli-tui replay 4f3a --plain"""
    replay = _command(commands, "replay", "replay:replay", "go through a match moment by moment", more)
    replay.add_argument("match", nargs="?", metavar="MATCH", help=_OR_LAST)
    replay.add_argument("--plain", action="store_true", help="read every move in words")
    _look(replay)
    more = """
Checks every signature, hash and rule and, in a finished match, every deal and sealed choice.
Needs the file only. Exits with 1 and one sentence per problem."""
    verify = _command(commands, "verify", "export_verify:verify", "check the integrity of a match", more)
    verify.add_argument("match", metavar="MATCH", help="a match id, or a file")


def _settings(commands: Subparsers) -> None:
    more = """
  galli-tui settings               where the file is, and every setting with its value
  galli-tui settings motion off    change a setting
  galli-tui settings keys          all actions with their keys
  galli-tui settings keys.table.undo y
                                   give an action another key, or several ("y f7"); "default" resets it"""
    settings = _command(commands, "settings", "settings:settings", "show or change your settings", more)
    settings.add_argument("key", nargs="?", metavar="KEY", help="the setting, e.g. theme")
    settings.add_argument("value", nargs="?", metavar="VALUE", help="its new value, e.g. parchment")
    settings.add_argument("--json", action="store_true", help="print settings or keys as JSON")


def _lab(commands: Subparsers) -> None:
    more = """
The same seed always gives the same match, on any machine and with any number of processes; match
number n, counted from 0, uses seed + n. After an interruption with --results, run the same command
again to continue.

  galli-tui simulate GAME --bots brother --seats 1-4 --games 300 --results run.jsonl
  galli-tui simulate GAME --mode versus --bots brother,novice --swap --games 200 --json report.json
  galli-tui simulate GAME --bots brother --games 3 --export matches/
  galli-tui simulate GAME --bots brother --games 5000 --cluster tcp://192.168.1.20:8786"""
    simulate = _command(
        commands, "simulate", "simulate:simulate", "simulate matches between bots and report the results", more
    )
    _game_options(simulate)
    seats = "number of seats, or several: 2, 1-4, 1,3 (default: 2, or as many as the mode needs)"
    simulate.add_argument("--seats", type=seat_counts, metavar="N", help=seats)
    simulate.add_argument("--games", type=positive, default=10, help="seeds per number of seats (default: %(default)s)")
    simulate.add_argument("--seed", type=natural, default=1, help="first seed (default: %(default)s)")
    simulate.add_argument("--bots", default="novice", help=f"{_BOTS}; one for all seats, or a,b (default: %(default)s)")
    simulate.add_argument("--swap", action="store_true", help="play each seed twice, with the two bots' seats swapped")
    simulate.add_argument("--jobs", type=positive, metavar="N", help="number of processes (default: all processors)")
    simulate.add_argument("--cluster", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")
    simulate.add_argument("--export", metavar="DIR", help="save each match in this folder as a match file")
    simulate.add_argument(
        "--results", metavar="FILE", help="record each finished match in this file, so that the run can be continued"
    )
    simulate.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="write all results as JSON: printed, or to a file"
    )
    more = "\nThe counts are a fingerprint of the rules: they change only when the rules do."
    perft = _command(commands, "perft", "simulate:count", "count move sequences from the first decision", more)
    _match_options(perft)
    perft.add_argument("--seed", type=natural, default=1, help="seed of the deal (default: %(default)s)")
    perft.add_argument("--depth", type=natural, default=4, help="number of moves (default: %(default)s)")


def _books(commands: Subparsers) -> None:
    more = """
  galli-tui components GAME --json              all components as JSON
  galli-tui components GAME --check my-set/     check your own component files
  galli-tui components GAME --balance           how often each component is used

The balance report simulates matches between bots: how they ended, how they went, and how often
each component is used when it is available, compared with the median of similar ones.
It marks those used less than a third or more than three times as often; a question mark means
that more --games are needed."""
    components = _command(commands, "components", "components:components", "show or check a game's components", more)
    _game_name(components)
    components.add_argument("--json", nargs="?", const="-", metavar="FILE", help="as JSON: printed, or to a file")
    components.add_argument("--check", metavar="DIR", help="check the component files of this folder")
    played = components.add_argument_group("balance report")
    played.add_argument("--balance", action="store_true", help="simulate matches and report the balance")
    played.add_argument("--components", metavar="DIR", help="use your own component files")
    played.add_argument("--mode", help="mode (default: the first that fits the seats)")
    played.add_argument("--seats", type=seat_counts, metavar="N", help="number of seats, or several: 1-4 (default: 2)")
    components.choices = components.add_argument_group("options of the games")
    played.add_argument("--bots", help=f"{_BOTS}; one for all seats, or a,b (default: brother)")
    played.add_argument("--games", type=positive, help="matches per number of seats (default: 20)")
    played.add_argument("--seed", type=natural, help="first seed (default: 1)")
    played.add_argument("--jobs", type=positive, metavar="N", help="number of processes (default: all processors)")
    more = """
  galli-tui rules GAME             the whole rulebook of a game
  galli-tui rules GAME CLAUSE      a clause and those below it
  galli-tui rules two words        every clause that mentions both"""
    rules = _command(commands, "rules", "components:rules", "read the rulebook", more)
    about = "a game, a clause number, or words to search for; if several games fit, you are asked which"
    rules.add_argument("clause", nargs="*", metavar="[GAME] CLAUSE", help=about)
    rules.add_argument("--game", help=SUPPRESS)


def _program(commands: Subparsers) -> None:
    more = """
Examines the terminal (size, colours, signs, mouse, keyboard), your folders, the installation, the
network and the processors, and sends nothing. The page names no keys, codes, players or addresses,
so you can paste it into a report. Exits with 1 if something must change before everything works."""
    doctor = _command(commands, "doctor", "doctor:doctor", "examine this terminal and computer", more)
    doctor.add_argument("--json", action="store_true", help="as JSON")
    _plain_lines(doctor, "subject")
    _look(doctor)
    more = """
  source <(galli-tui completions bash)             bash, and zsh after `autoload -U compinit; compinit`
  galli-tui completions fish | source              fish

A package of your system finds them by itself: they are in share/ beside the program, with a man page."""
    scripts = _command(
        commands,
        "completions",
        "completions:completions",
        "print a script that completes commands",
        more,
    )
    scripts.add_argument("shell", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
    more = "\nOne line per package that galli-tui needs: name, version and licence."
    _command(commands, "licences", "licences:licences", "list the licences of the installed packages", more)
