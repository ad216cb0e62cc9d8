"""The table code: two words and a number, made for a match and parsed as people type it.

What it protects is left to `handshake`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from rules.engine.entropy import RandomStream

_LIST: Final = """
abbey abbot acorn almond amber anthem apple apricot arch aspen badger barley basil basket beacon beaver beetle
bench biscuit blanket blossom bottle bramble branch bridge bronze broth bucket butter cabbage candle canopy
canvas celery cellar chalice chapel cheese cherry chestnut chimney cider cinnamon cloister clover cobble column
compass copper cottage cowslip cricket crocus crust crystal cuckoo cucumber cupboard curtain cushion daisy
dolphin donkey dove dumpling eagle echo elder falcon feast fennel fern fiddle finch flagon flute fountain
foxglove fruit gallery gander garden garlic ginger goblet goose gospel granary gravel habit hammer harp harvest
hazel hearth heather hedge herb hermit heron holly honey hostel hound inkwell iris ivory jackdaw jasmine jelly
juniper kestrel kettle kitchen kitten ladder ladle lantern lark lattice laundry laurel lavender lectern ledger
lemon library lilac linen lodge loom magpie maple marble marigold marjoram matins meadow melody milk mint mirror
mosaic mouse mulberry mustard myrtle needle novice nutmeg olive onion orange orchard organ otter oyster pancake
pansy pantry paper parsley pavement peacock pebble pickle pigeon pilgrim pillar pony poplar poppy porch porridge
primrose pudding puffin pumpkin quarry quill quince rabbit radish rafter raisin raven relic ribbon river robin
rooster rosemary rowan saddle saffron sage salad sandal satchel scholar scribe scroll sheep shelter silver
skylark slate snail soup sparrow spinach spoon sprout squirrel starling steeple stork stove sugar sundial
swallow swan swift table tapestry tarragon temple thatch thistle thrush timber toast tortoise tower trellis
trout trowel tulip tunic turnip turtle vault vellum velvet vestry village vinegar violet wagon walnut warbler
wheat willow window yarn yarrow
"""
WORDS: Final = tuple(_LIST.split())
"""256 words, sorted. They differ in their first four letters, and two joined words can be split in one way only."""

_MIN_NUMBER: Final = 100
_MAX_NUMBER: Final = 999
_MAX_TYPED: Final = 64
"""Characters of the input; longer input cannot be meant as a code."""

_KNOWN: Final = frozenset(WORDS)
_FORM: Final = "A table code is two words and a number, such as cellar-heron-417"
_ASK: Final = "ask the host for it"


class BadCode(ValueError):
    """Input that is not a table code. The text is for the player; of the input it holds only letters a to z."""


def make_code(random: Callable[[int], bytes]) -> str:
    """Return a new code, all equally likely. `random` returns the given number of random bytes."""
    stream = RandomStream(random(32))
    return f"{stream.choice(WORDS)}-{stream.choice(WORDS)}-{_MIN_NUMBER + stream.below(_MAX_NUMBER - _MIN_NUMBER + 1)}"


def normalize_code(text: str) -> str:
    """Return the normal form of a typed code, whatever its case, blanks and hyphens. Raises `BadCode`."""
    if len(text) > _MAX_TYPED:
        raise BadCode(f"{_FORM}; what you typed is much longer; {_ASK}.")
    parts = _parts(unicodedata.normalize("NFKC", text).casefold())
    if not parts:
        raise BadCode(f"{_FORM}; {_ASK}.")
    joined = "".join(parts)
    if not re.fullmatch(r"[a-z]*[0-9]*", joined):
        raise BadCode(f"{_FORM}, without other characters and with the number last; {_ASK}.")
    letters = joined.rstrip("0123456789")
    number = joined[len(letters) :]
    words = _split(letters)
    if words is None:
        raise BadCode(_error_text([word for part in parts if (word := part.rstrip("0123456789"))]))
    if not number:
        raise BadCode(f"The number is missing after {'-'.join(words)}: {_FORM[0].lower()}{_FORM[1:]}; {_ASK}.")
    if len(number) != 3 or int(number) < _MIN_NUMBER:
        raise BadCode(f"The number of a table code is between {_MIN_NUMBER} and {_MAX_NUMBER}; check it, or {_ASK}.")
    return "-".join((*words, number))


def _parts(text: str) -> list[str]:
    """Return the parts between blanks and hyphens of any kind."""
    return "".join(" " if char.isspace() or unicodedata.category(char) == "Pd" else char for char in text).split()


def _split(letters: str) -> tuple[str, str] | None:
    """Return the two words that these letters consist of; there is at most one way. None if they do not."""
    for at in range(4, len(letters) - 3):
        if letters[:at] in _KNOWN and letters[at:] in _KNOWN:
            return letters[:at], letters[at:]
    return None


def _error_text(words: list[str]) -> str:
    """Return what to tell the player: the first unknown word, and the word that is probably meant."""
    for word in words:
        if word in _KNOWN:
            continue
        near = [known for known in WORDS if known[:4] == word[:4]] or get_close_matches(word, WORDS, 1)
        if near:
            return f"'{word}' is not a word of a table code. Did you mean '{near[0]}'?"
        if len(words) == 2:
            return f"'{word}' is not a word of a table code; ask the host for the code."
        break
    return f"{_FORM}; these are not two words of a table code; {_ASK}."
