"""`serve`: the program in a browser, by default on this computer only."""

from __future__ import annotations

import ipaddress
import sys
from argparse import Namespace
from importlib.util import find_spec
from typing import Final

from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.error_stream import print_error
from net.discovery.address import BadAddress, parse_bind_address
from net.discovery.listening_sockets import CannotListen, open_listening_sockets

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8000
PORTS: Final = 20
"""Number of ports to try, from the usual one on."""
_RISK: Final = (
    "{where} can be reached by other computers. There is no password and no encryption: anyone who opens the page "
    "plays as you, with your matches, your key and your settings, and anyone in between can read and change it all. "
    "To play from another computer of yours, leave out --bind, and there use `ssh -L {port}:127.0.0.1:{port} HOST`."
)


def serve(args: Namespace) -> int:
    """Serve the program until Ctrl+C. Raises `CommandError`."""
    if find_spec("textual_serve") is None:
        raise CommandError(
            "`serve` needs a library that is not installed: install the extra `serve` of galli-tui "
            "(`pip install '.[serve]'` in its environment). Everything else works without it.",
            Exit.INSTALLATION,
        )
    host = _bound(args.bind)
    ports = range(PORT, PORT + PORTS) if args.port is None else (args.port,)
    if not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
        _confirm(args, host)
    try:
        sockets = open_listening_sockets(ports, (host,))
    except CannotListen as error:
        raise CommandError(str(error), Exit.NETWORK) from None
    from galli_tui.web.server import PageServer

    print(f"galli-tui is at http://{_shown(host)}:{sockets[0].getsockname()[1]} - Ctrl+C ends it and every open page.")
    if host == LOOPBACK:
        print("Only programs of this computer reach it. If it has other users, they could play as you, too.")
    sys.stdout.flush()
    PageServer(_options(args)).run(sockets)
    return Exit.OK


def _bound(typed: str) -> str:
    try:
        return parse_bind_address(typed)
    except BadAddress as error:
        raise CommandError(str(error), Exit.USAGE) from None


def _confirm(args: Namespace, host: str) -> None:
    """Say what it means to serve to other computers, and let the player confirm it. Raises `CommandError`."""
    risk = _RISK.format(where=_shown(host), port=args.port or PORT)
    print_error(risk)
    if args.accept_risk:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise CommandError("to serve to other computers nevertheless, add --accept-risk", Exit.USAGE)
    print("Enter serves it nevertheless; Ctrl+C does not. ", end="", file=sys.stderr, flush=True)
    if not sys.stdin.readline():
        raise CommandError("not served", Exit.USAGE)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _options(args: Namespace) -> list[str]:
    """Return the options that each page's program gets: those that this command was given."""
    return [
        *(["--ascii"] if args.ascii else []),
        *(["--no-mouse"] if args.no_mouse else []),
        *(["--theme", args.theme] if args.theme else []),
    ]
