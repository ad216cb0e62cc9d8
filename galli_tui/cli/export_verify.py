"""`export` and `verify`: saved matches read without opening a table."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping

from galli_tui.cli.match_argument import command_error, match_path
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.audit_text import audited_words
from galli_tui.terminal.safe_text import sanitize
from rules.engine.game import Readable
from rules.engine.secrecy import Seat
from rules.registry import game_meta
from saves.errors import SaveError
from saves.format.header import DealerKind
from saves.format.identity import Identity
from saves.storage.export import export_match
from saves.storage.identity_file import load_identity
from saves.storage.paths import home
from saves.storage.verify import SeatTransfer, VerifyReport, verify_file

KEY_DIGITS = 16
"""How many digits of a public key are shown."""


def export_events(args: Namespace) -> int:
    """Print a match: header and the events that the given seat may know."""
    seat = None if args.seat is None else Seat(args.seat - 1)
    path = match_path(args.match)
    try:
        match = export_match(path, seat=seat, identity=_identity() if seat is not None else None)
    except SaveError as error:
        raise command_error(error) from None
    print(json.dumps(match, indent=2) if args.json else "\n".join(_event_lines(match)))
    if match["trouble"]:
        print("galli-tui: the file is damaged; the intact part was exported.", file=sys.stderr)
        return Exit.REFUSED
    return Exit.OK


def verify(args: Namespace) -> int:
    """Check a match file and print the result."""
    path = match_path(args.match)
    try:
        report = verify_file(path)
    except SaveError as error:
        raise command_error(error) from None
    print("\n".join(_found(report)))
    return Exit.OK if report.sound else Exit.REFUSED


def _identity() -> Identity:
    """Return the key of this computer's player."""
    return load_identity(home())


def _title(game: str) -> str:
    try:
        return game_meta(game).title
    except KeyError:
        return sanitize(game, 40)


def _event_lines(match: dict[str, Readable]) -> list[str]:
    """Return the events in notation, one line each, with their numbers."""
    seen = "unredacted" if match["seen_by"] == "everyone" else f"as seen by {match['seen_by']}"
    lines = [f"match {match['match']}, {seen}"]
    trouble, events = match["trouble"], match["events"]
    if isinstance(trouble, list):
        lines += [f"problem: {sentence}" for sentence in trouble]
    if isinstance(events, list):
        lines += [_event(event) for event in events if isinstance(event, dict)]
    return lines


def _event(event: dict[str, Readable]) -> str:
    told = event["event"] or _without_event(event)
    return f"{event['entry']:>5}  {told}{'  (undone)' if event['taken_back'] else ''}"


def _without_event(row: Mapping[str, Readable]) -> str:
    match row["kind"], row["given_to"]:
        case "rekey", {"bot": str(bot)}:
            return f"{row['seat']} is given to the bot {sanitize(bot, 40)}"
        case "rekey", {"sign": str(sign)}:
            return f"{row['seat']} is given to the key {sign[:KEY_DIGITS]}"
        case "join", _:
            return f"{row['seat']} joins"
        case "nonce", _:
            return f"{row['seat']} opens a nonce"
        case _:
            return f"{row['seat']} undoes a move"


def _given(given: SeatTransfer) -> str:
    if given.bot is not None:
        to = f"the host's bot {sanitize(given.bot, 40)}"
    else:
        to = "the host" if given.keys is None else f"the key {given.keys.sign.hex()[:KEY_DIGITS]}"
    return f"Entry {given.entry}: seat {given.seat + 1} was given to {to}."


def _audited(report: VerifyReport) -> str:
    """Return what was verified against the dealer's secret, in a sentence."""
    verified, one = audited_words(report), report.deals + report.seals == 1
    correct = f": {verified} {'is' if one else 'are'} correct" if verified else ""
    scripted = " Its deals follow no secret." if report.header.dealer.kind is DealerKind.SCRIPTED else ""
    return f"The dealer's secret is revealed{correct}.{scripted}"


def _found(report: VerifyReport) -> list[str]:
    state = "abandoned" if report.abandoned else "over" if report.over else "in play"
    lines = [
        f"{sanitize(report.path.name, 80)}: {_title(report.header.game)}, {state}",
        f"Valid entries: {report.entries}; valid signatures: {report.signatures}.",
    ]
    if report.joined:
        lines.append(f"Guests who joined with a nonce for every draw: {report.joined}.")
    lines += map(_given, report.transfers)
    if report.header.origin is not None:
        origin = report.header.origin
        lines.append(f"A what-if of match {origin.match.hex()} from entry {origin.entries} on.")
    if report.audited:
        lines.append(_audited(report))
    else:
        lines.append("The dealer's secret is not revealed yet, so deals and sealed choices cannot be checked.")
    lines += list(report.notices)
    if report.problem is not None:
        lines.append(f"Entry {report.problem.entry} is invalid: {report.problem}")
    lines.append("Valid." if report.sound else "Not valid.")
    return lines
