"""`simulate` and `perft`: matches and move counts without a table, to be measured and compared."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from statistics import median

from galli_tui.commands.choosing import game_of
from galli_tui.commands.trouble import CommandTrouble
from galli_tui.exits import Exit
from galli_tui.screens.words import mode_words
from galli_tui.terminal import safe
from rules.bots import Bot, bot_named, bot_names
from rules.engine.game import AnyGame, Readable
from rules.engine.perft import perft
from rules.simulate import Played, play

MOST_DEPTH = 12


def simulate(args: Namespace) -> int:
    """Plays so many matches by bots and prints what came of them."""
    game = game_of(args)
    bots = _bots(args.bots, game.options.seats)
    played = [play(game, bots, args.seed + number) for number in range(args.games)]
    if args.json:
        print(json.dumps(_report(game, bots, played), indent=2))
    else:
        print("\n".join(_table(game, bots, played)))
    return Exit.OK


def count(args: Namespace) -> int:
    """Prints the number of move sequences of each length up to the depth, dealt by the seed."""
    if not 0 <= args.depth <= MOST_DEPTH:
        raise CommandTrouble(f"--depth takes 0 to {MOST_DEPTH}, not {args.depth}", Exit.USAGE)
    game = game_of(args)
    for depth in range(args.depth + 1):
        print(f"{depth:>3} {perft(game, game.initial(), depth, args.seed):>14}", flush=True)
    return Exit.OK


def _bots(words: str, seats: int) -> list[Bot]:
    names = [word.strip() for word in words.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise CommandTrouble(f"--bots names {len(names)} bots, and the table has {seats} seats", Exit.USAGE)
    try:
        return [bot_named(name) for name in names]
    except KeyError as error:
        known = ", ".join(bot_names())
        raise CommandTrouble(f"there is no bot {safe(error.args[0], 40)!r}; known are {known}", Exit.USAGE) from None


def _report(game: AnyGame, bots: list[Bot], played: list[Played]) -> Readable:
    return {
        "game": game.meta.key,
        "rules_version": game.meta.rules_version,
        "level": game.options.level,
        "mode": game.options.mode,
        "seats": game.options.seats,
        "variants": list(game.options.variants),
        "bots": [bot.name for bot in bots],
        "games": [
            {
                "seed": one.seed,
                "events": len(one.events),
                "half_points": list(one.sheet.seats),
                "team_half_points": one.sheet.team,
                "band": one.sheet.band or None,
                "winners": [seat + 1 for seat in one.sheet.winners],
            }
            for one in played
        ],
    }


def _table(game: AnyGame, bots: list[Bot], played: list[Played]) -> list[str]:
    options = game.options
    lines = [
        f"{game.meta.title}, level {options.level}, {mode_words(options)}, {len(played)} matches",
        f"bots: {', '.join(bot.name for bot in bots)}",
    ]
    team = [one.sheet.team / 2 for one in played if one.sheet.team is not None]
    if team:
        lines.append(f"points: lowest {min(team):g}, median {median(team):g}, highest {max(team):g}")
        bands = Counter(one.sheet.band for one in played)
        lines += [f"  {band:<16}{number:>6}" for band, number in bands.most_common()]
    elif played:
        for seat in range(options.seats):
            own = [one.sheet.seats[seat] / 2 for one in played]
            won = sum(seat in one.sheet.winners for one in played)
            lines.append(f"seat {seat + 1}: median {median(own):g}, won or shared {won}")
    return lines
