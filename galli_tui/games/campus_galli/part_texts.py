"""The clauses for the parts of an explanation (`rules.campus_galli.move_parts`)."""

from __future__ import annotations

from typing import Final

from galli_tui.game_api.reason_text import OTHER_MOVE, THAN
from galli_tui.games.kit.part_texts import PartText

PART_TEXTS: Final = {
    "tasks": PartText(
        "fulfils a task",
        "fulfils {n} tasks",
        same=f"may fulfil more tasks {THAN}",
        outlook=True,
        named="fulfils {names}",
    ),
    "builders": PartText(
        "places a master builder",
        "places {n} master builders",
        "keeps your master builders",
        same="may place a master builder",
        outlook=True,
    ),
    "gaps": PartText(
        "leaves only 1 small gap",
        "leaves only {n} small gaps",
        "leaves no new small gap",
        "fills a small gap",
        "fills {n} small gaps",
        same=f"leaves gaps that are easier to fill than those of {OTHER_MOVE}",
        fewer_is_better=True,
    ),
    "progress": PartText(
        "covers 1 building space",
        "covers {n} building spaces",
        same="brings buildings closer to completion",
        outlook=True,
    ),
    "completed": PartText(
        "completes a building",
        "completes {n} buildings",
        same="may complete a building",
        outlook=True,
        named="completes {names}",
    ),
    "tiles": PartText(
        "gains 1 tile",
        "gains {n} tiles",
        "loses no tiles",
        "loses only 1 tile",
        "loses only {n} tiles",
        same=f"gains tiles of more use {THAN}",
    ),
    "flipped": PartText("flips a building to wood", "flips {n} buildings to wood"),
    "opens": PartText("opens 1 building space", "opens {n} building spaces", same=f"opens a larger building {THAN}"),
    "joins": PartText(
        "adjoins 1 open building space",
        "adjoins {n} open building spaces",
        same=f"adjoins more open building spaces {THAN}",
    ),
    "saved": PartText(
        "gains a tile that a task on the board asks for",
        "gains {n} tiles that a task on the board asks for",
        "keeps the tiles that a task on the board asks for",
        "spends only 1 of the tiles that a task on the board asks for",
        "spends only {n} of the tiles that a task on the board asks for",
    ),
    "colours": PartText(same=f"leaves a better mix of tile colours {THAN}"),
    "price": PartText(same=f"costs fewer tiles {THAN}"),
    "kept": PartText(same=f"keeps a stronger card for later {THAN}"),
    "books": PartText(
        "produces a book", "produces {n} books", "keeps your books", same=f"leaves you a better book {THAN}"
    ),
    "guests": PartText(
        "brings a guest", "brings {n} guests", "keeps your guests", same=f"leaves you a better guest {THAN}"
    ),
    "beside": PartText("brings a master builder", "brings {n} master builders", "keeps your monks"),
    "lazy": PartText(
        "leaves only 1 lazy monk",
        "leaves only {n} lazy monks",
        "leaves no lazy monk",
        "sends a lazy monk home",
        "sends {n} lazy monks home",
        same=f"leaves fewer lazy monks {THAN}",
        fewer_is_better=True,
    ),
    "cooperation": PartText("earns good cooperation", "earns {n} cards of good cooperation", same="helps the others"),
    "other": PartText(same=f"borrows a better card {THAN}"),
}
