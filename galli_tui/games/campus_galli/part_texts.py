"""The clauses for the parts of an explanation (`rules.campus_galli.move_parts`)."""

from __future__ import annotations

from typing import Final

from galli_tui.games.kit.part_texts import PartText

PART_TEXTS: Final = {
    "tasks": PartText(
        "fulfils a task", "fulfils {n} tasks", same="may fulfil more tasks", outlook=True, named="fulfils {names}"
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
        same="leaves gaps that are easier to fill",
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
        same="gains more useful tiles",
    ),
    "flipped": PartText("flips a building to wood", "flips {n} buildings to wood"),
    "opens": PartText("opens 1 building space", "opens {n} building spaces", same="opens a larger building"),
    "joins": PartText(
        "adjoins 1 open building space",
        "adjoins {n} open building spaces",
        same="adjoins more open building spaces",
    ),
    "saved": PartText(
        "gains a tile that a task on the board asks for",
        "gains {n} tiles that a task on the board asks for",
        "keeps the tiles that a task on the board asks for",
        "spends only 1 of the tiles that a task on the board asks for",
        "spends only {n} of the tiles that a task on the board asks for",
    ),
    "colours": PartText(same="leaves a better mix of tile colours"),
    "price": PartText(same="costs fewer tiles"),
    "kept": PartText(same="keeps a stronger card for later"),
    "books": PartText("produces a book", "produces {n} books", "keeps your books", same="has the better book"),
    "guests": PartText("brings a guest", "brings {n} guests", "keeps your guests", same="has the better guest"),
    "beside": PartText("brings a master builder", "brings {n} master builders", "keeps your monks"),
    "lazy": PartText(
        "leaves only 1 lazy monk",
        "leaves only {n} lazy monks",
        "leaves no lazy monk",
        "sends a lazy monk home",
        "sends {n} lazy monks home",
        same="leaves fewer lazy monks",
        fewer_is_better=True,
    ),
    "cooperation": PartText("earns good cooperation", "earns {n} cards of good cooperation", same="helps the others"),
    "other": PartText(same="borrows a better card"),
}
