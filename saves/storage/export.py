"""Exporting a match as JSON: the header, and every event in the form that one viewer may know."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.engine.events import Event
from rules.engine.game import AnyGame, Readable
from rules.engine.plain_data import Plain
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer, redact
from rules.registry import game_box
from saves.errors import NotFound, NotYours
from saves.format.header import HOST, GameLookup, Header, components_of, game_of
from saves.format.identity import Identity
from saves.log.match_log import Log, LogStage
from saves.storage.file_contents import parse_records, reader_for, replay
from saves.storage.match_file import MatchFile
from saves.storage.open_match import HistoryRow, history_rows, was_abandoned

EXPORT_FORM: Final = "galli-tui export 2"


def export_match(
    path: Path, *, seat: Seat | None = None, identity: Identity | None = None, boxes: GameLookup = game_box
) -> dict[str, Readable]:
    """Return the header and all events of a match: one view of it, or everything and the score once it is over.

    The view is the public's, or a seat's for the identity that holds the seat. The host cannot export the views of
    guests and bots. Of a damaged or invalid file the intact part is exported, and `trouble` says so. Raises
    `SaveError`: `NotYours` for a view that may not be shown yet.
    """
    file = MatchFile.view(path)
    contents = parse_records(file.records, path)
    header = contents.header
    box_game = game_of(header, boxes)
    log, problem = replay(contents, box_game, reader_for(contents, identity))
    if seat is not None and seat not in header.seats:
        raise NotFound(f"This match has no seat {seat + 1}.")
    if log.stage is LogStage.CLOSED:
        viewer: Viewer = DEALER
        log, _ = replay(contents, box_game, reader_for(contents, None), verify=False)
    elif seat is None:
        viewer = PUBLIC
    else:
        _require_seat(log, seat, identity)
        viewer = seat
    trouble = [*file.notices, *([str(problem)] if problem is not None else [])]
    return {
        "form": EXPORT_FORM,
        "match": header.match.hex(),
        "seen_by": "everyone" if viewer is DEALER else "public" if viewer is PUBLIC else f"seat {viewer + 1}",
        "over": log.over,
        "abandoned": was_abandoned(log),
        "trouble": trouble,
        "score": _score(box_game, log),
        "header": _header(header, boxes),
        "events": [_row(box_game, row, viewer) for row in history_rows(log)],
    }


def _require_seat(log: Log, seat: Seat, identity: Identity | None) -> None:
    holder = log.clients[log.holders[seat]]
    if identity is not None and identity.public == holder and log.bots[seat] is None:
        return
    whose = (
        f"is played by the bot {log.bots[seat]}"
        if log.bots[seat] is not None
        else "is played on another computer"
        if holder != log.clients[HOST]
        else "belongs to the host of the match"
    )
    raise NotYours(
        f"Seat {seat + 1} {whose}, so its view cannot be exported until the match is over. Leave out --seat to "
        "export the public view."
    )


def _score(game: AnyGame, log: Log) -> Readable:
    """Return the final score sheet in the smallest amounts of its unit; None before the end. Seats count from 1."""
    if log.stage is not LogStage.CLOSED or was_abandoned(log):
        return None
    sheet = game.sheet(log.state)
    return {
        "unit": game.meta.unit._asdict(),
        "seats": list(sheet.seats),
        "team": sheet.team,
        "comparison": [list(standing) for standing in sheet.comparison],
        "reason": sheet.reason or None,
        "winners": [seat + 1 for seat in sheet.winners],
        "band": sheet.band or None,
        "rows": [
            {
                "key": line.key,
                "clause": line.clause,
                "seat": None if line.seat is None else line.seat + 1,
                "count": line.count,
                "score": line.points,
            }
            for line in sheet.lines
        ],
    }


def _header(header: Header, boxes: GameLookup) -> Readable:
    options = header.options
    return {
        "created": header.created,
        "game": header.game,
        "rules_version": header.rules_version,
        "options": {
            "seats": options.seats,
            "mode": options.mode,
            "level": options.level,
            "variants": list(options.variants),
        },
        "players": [{"name": player.name, "colour": player.colour, "bot": player.bot} for player in header.players],
        "clients": [{"sign": keys.sign.hex(), "box": keys.box.hex()} for keys in header.clients],
        "holders": list(header.holders),
        "dealer": {"kind": header.dealer.kind.value, "seed": header.dealer.seed},
        "origin": header.origin and {"match": header.origin.match.hex(), "entries": header.origin.entries},
        "components": boxes(header.game).readable_components(components_of(header)),
    }


def _row(game: AnyGame, row: HistoryRow, viewer: Viewer) -> Readable:
    event: Event | None = None if row.event is None else redact(row.event, viewer)
    return {
        "entry": row.entry,
        "kind": row.kind.value,
        "seat": None if row.seat is None else row.seat + 1,
        "event": None if event is None else game.format(event),
        "data": None if event is None else _json(game.encode_event(event)),
        "taken_back": not row.in_force,
        "given_to": row.rekey
        and {"sign": row.rekey.keys.sign.hex(), "box": row.rekey.keys.box.hex(), "bot": row.rekey.bot},
    }


def _json(plain: Plain) -> Readable:
    """Return plain data with bytes as {"hex": ...}, which cannot be mistaken for anything else."""
    if isinstance(plain, bytes):
        return {"hex": plain.hex()}
    if isinstance(plain, list):
        return [_json(item) for item in plain]
    return plain
