"""A box as JSON-compatible data with names instead of numbers, for people and other programs."""

from __future__ import annotations

from rules.campus_galli.box import ANY_TILE, COLOURS, DIE_FACES, SIDES, Box, Plan
from rules.campus_galli.geometry import space_name, spaces_of
from rules.engine.game import Readable


def readable(box: Box) -> Readable:
    """Return everything in the box. Points are half-points."""
    shapes = [shape.key for shape in box.shapes]
    letters = [building.letter for building in box.plan.buildings]
    return {
        "plan": _plan(box.plan),
        "shapes": [
            {
                "key": shape.key,
                "letter": shape.letter,
                "name": shape.name,
                "cells": [list(cell) for cell in shape.cells],
            }
            for shape in box.shapes
        ],
        "sections": [
            {
                "origin": section.origin.value,
                "shape": shapes[section.shape],
                "colour": None if section.colour is None else COLOURS[section.colour],
            }
            for section in box.sections
        ],
        "cards": [
            {
                "key": card.key,
                "level": card.level,
                "kind": card.kind.value,
                "numbers": list(card.numbers),
                "colours": [COLOURS[colour] for colour in card.colours],
                "shapes": [shapes[shape] for shape in card.shapes],
                "name": card.name,
                "building": None if card.building is None else letters[card.building],
                "half_points": card.points,
            }
            for card in box.cards
        ],
        "tasks": [
            {
                "key": task.key,
                "level": task.level,
                "kind": task.kind.value,
                "half_points": task.points,
                "building": None if task.building is None else letters[task.building],
                "colours": [COLOURS[colour] for colour in task.colours],
                "shapes": [shapes[shape] for shape in task.shapes],
                "side": None if task.side is None else SIDES[task.side],
                "sides": [SIDES[side] for side in task.sides],
                "name": task.name,
                "tiles": _cost(task.tiles),
                "second_building": None if task.second is None else letters[task.second],
                "spaces": _names(box.plan, task.spaces),
            }
            for task in box.tasks
        ],
        "levels": [
            {
                "number": level.number,
                "name": level.name,
                "open_at_start": [letters[building] for building in level.open_at_start],
                "draw": level.draw,
                "board": list(level.board),
                "deal": [list(row) for row in level.deal],
                "jokers": level.jokers,
                "bands": [
                    {"key": band.key, "name": band.name, "verdict": band.verdict, "least_half_points": band.least}
                    for band in level.bands
                ],
                "ranks": [
                    {"name": rank.name, "least_half_points": rank.least if number else None}
                    for number, rank in enumerate(level.ranks)
                ],
            }
            for level in box.levels
        ],
        "counts": {
            "monks": box.counts.monks,
            "monks_solo": box.counts.monks_solo,
            "tiles": box.counts.tiles,
            "cooperation": box.counts.cooperation,
            "dice": box.counts.dice,
            "die": [DIE_FACES[face] for face in box.counts.die],
        },
    }


def _plan(plan: Plan) -> Readable:
    letters = [building.letter for building in plan.buildings]
    return {
        "width": plan.width,
        "height": plan.height,
        "buildings": [
            {
                "letter": building.letter,
                "name": building.name,
                "spaces": _names(plan, building.area),
                "cost": _cost(building.cost),
            }
            for building in plan.buildings
        ],
        "trees": _names(plan, plan.trees),
        "symbols": {colour: _names(plan, mask) for colour, mask in zip(COLOURS, plan.symbols, strict=True)},
        "sides": {side: [letters[building] for building in own] for side, own in zip(SIDES, plan.sides, strict=True)},
        "places": [{"key": key, "name": name, "spaces": _names(plan, mask)} for key, name, mask in plan.places],
    }


def _cost(tiles: tuple[int, ...]) -> list[Readable]:
    return ["any" if colour == ANY_TILE else COLOURS[colour] for colour in tiles]


def _names(plan: Plan, mask: int) -> list[Readable]:
    return [space_name(space, plan.width) for space in spaces_of(mask)]
