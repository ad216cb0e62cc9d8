"""Short texts that many screens share: amounts, modes, lists of names, dates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from rules.engine.score_sheet import Unit

_DOUBLING: Final = re.compile(r"[^aeiou]+[aeiou][^aeiouwxy]|.*[^aeiou][aeiou]l")
"""A verb that doubles its last letter: "beg", "swap", "fulfil"."""
_SECOND_VERB: Final = re.compile(r"(?<= and )(?:buy|sell)(?= )")
"""The verb of a move's second half: "sell 1 wool and buy 2 wool"."""
_NOTE: Final = re.compile(r' \([^()]*\)$|: (?:[^"()]|"[^"]*"|\([^()]*\))*$')
"""What a move gives or allows, in the words of it."""
_NOT_TYPED: Final = str.maketrans({"-": " ", "'": None, "\N{RIGHT SINGLE QUOTATION MARK}": None})
"""The characters of a name that people leave out when they type it."""
_MODES = {"solo": "solo", "coop": "co-op", "versus": "versus"}


def amount(number: int, unit: Unit, half: str = "½") -> str:
    """Return a score or an estimate in its unit: "7", "3½", "-½". A `half` that is not a fraction follows a 0: "0h"."""
    if unit.parts == 1:
        return str(number)
    whole, odd = divmod(abs(number), 2)
    sign = "-" if number < 0 else ""
    if odd and not whole and half == "½":
        return f"{sign}{half}"
    return f"{sign}{whole}{half}" if odd else f"{sign}{whole}"


def signed_amount(number: int, unit: Unit, half: str = "½") -> str:
    """Return a score or an estimate with its sign: "+2", "-1½", "0"."""
    return ("+" if number > 0 else "") + amount(number, unit, half)


def amount_words(number: int, unit: Unit, half: str = "½") -> str:
    """Return a score or an estimate for a sentence: "1 point", "half a point", "2 sections"."""
    if number == 1 and unit.parts == 2:
        return f"half a {unit.one}"
    return f"{amount(number, unit, half)} {unit.one if number == unit.parts else unit.many}"


def points_words(number: int, unit: Unit, half: str = "½") -> str:
    """Return a score for the ear: "minus 1 point"."""
    return f"{'minus ' if number < 0 else ''}{amount_words(abs(number), unit, half)}"


def mode_name(mode: str) -> str:
    """Return a mode's name on the screen; the key itself for an unknown mode."""
    return _MODES.get(mode, mode)


BOTS: Final = {
    "novice": "makes random legal moves",
    "brother": "is greedy: it takes what scores most now",
    "prior": "looks one round ahead",
    "abbot": "is the strongest, and gives the hints",
}
"""What each bot does, the weakest first."""


def seated_words(name: str, bot: str) -> str:
    """Return a player's name with the bot that plays: "Anna", "Ratpert (abbot)"."""
    return f"{name} ({bot})" if bot else name


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return names as a list in a sentence: "Anna", "Anna and Bruno", "Anna, Bruno and Cara"."""
    parts = list(names)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def infinitive(clause: str) -> str:
    """Return a clause in the third person to follow an auxiliary verb: "fulfils a task" as "fulfil a task"."""
    verb, _, rest = clause.partition(" ")
    if verb in ("may", "can", "could"):
        return rest
    verb = {"has": "have", "is": "be"}.get(verb) or verb.removesuffix("es" if verb.endswith(("shes", "sses")) else "s")
    return f"{verb} {rest}"


def gerund(clause: str) -> str:
    """Return a clause with its verb as a gerund: "found a mill" as "founding a mill"."""
    verb, gap, rest = clause.partition(" ")
    if verb in ("don't", "not"):
        return f"not {gerund(rest)}"
    return f"{_ing(verb)}{gap}{_SECOND_VERB.sub(lambda second: _ing(second[0]), rest)}"


def _ing(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        verb = verb[:-1]
    elif _DOUBLING.fullmatch(verb):
        verb += verb[-1]
    return f"{verb}ing"


def in_third_person(move: str) -> str:
    """Return the words for a move in the third person: "end your turn" as "ends the turn"."""
    verb, gap, rest = move.replace("your ", "the ").partition(" ")
    if verb == "don't":
        verb = "doesn't"
    elif verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        verb += "es"
    elif verb.endswith("y") and not verb.endswith(("ay", "ey", "oy", "uy")):
        verb = f"{verb[:-1]}ies"
    else:
        verb += "s"
    return f"{verb}{gap}{rest}"


def without_notes(move: str) -> str:
    """Return a move in words without what it gives or allows: "use the Mill: 2 coins" as "use the Mill"."""
    return _NOTE.sub("", move)


def date_words(when: datetime, now: datetime) -> str:
    """Return a date, as briefly as is clear: "today 14:05", "yesterday 09:30", "3 Nov 2026"."""
    days = (now.date() - when.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {when:%H:%M}"
    return f"{when.day} {when:%b %Y}"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, e.g. "1 seal", "2 seals"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def sentence_start(words: str) -> str:
    """Return the words with a capital letter first."""
    return words[:1].upper() + words[1:]


def as_typed(name: str) -> str:
    """Return a name without case, hyphens and apostrophes, to compare it with what a player typed."""
    return " ".join(name.casefold().translate(_NOT_TYPED).split())
