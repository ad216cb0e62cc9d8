"""Components read from TOML by the types of their records; every error names file and key."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, NamedTuple

import pytest

from rules.engine.components import read_file, readable
from rules.engine.game import ComponentError
from rules.engine.kinds import Kind, Most, Range, Text

WORDS = {"dye": ("red", "blue", "green")}
Dye = Annotated[int, Kind("dye")]
Tiny = Annotated[int, Range(0, 9)]


class Weave(Enum):
    """How cloth is made."""

    NONE = "none"
    PLAIN = "plain"
    TWILL = "twill"


class Hem(NamedTuple):
    """A table of its own."""

    width: Tiny


class Cloth(NamedTuple):
    """A table of an array."""

    key: Annotated[str, Text(8, slug=True)]
    dyes: Annotated[tuple[Dye, ...], Most(2)]
    size: tuple[Tiny, Tiny] = (1, 1)
    weave: Weave = Weave.NONE
    lining: Dye | None = None


class Stall(NamedTuple):
    """A whole file."""

    name: Annotated[str, Text(10)]
    hem: Hem
    cloths: tuple[Cloth, ...]


FILE = """
name = "Éva's"
[hem]
width = 3
[[cloth]]
key = "cape"
dyes = ["green", "red"]
size = [2, 3]
weave = "twill"
lining = "red"
[[cloth]]
key = "sail"
dyes = []
"""
STALL = Stall("Éva's", Hem(3), (Cloth("cape", (2, 0), (2, 3), Weave.TWILL, 0), Cloth("sail", ())))


def test_a_file_is_read_by_the_types_of_its_record() -> None:
    assert read_file(Stall, "stall.toml", FILE, WORDS) == STALL


FAULTS = {
    ('name = "Éva\'s"', ""): "a key 'name'",
    ('name = "Éva\'s"', 'name = "x"\nowner = 1'): "no key 'owner', only name, hem, cloth",
    ('name = "Éva\'s"', "name = 7"): "name: expected 1 to 10 plain letters, digits and signs, got 7",
    ('name = "Éva\'s"', 'name = "Éva Éva Éva"'): "name: expected 1 to 10 plain letters",
    ('name = "Éva\'s"', 'name = "a\\tb"'): "name: expected 1 to 10 plain letters",
    ("[hem]\nwidth = 3", "hem = 3"): "hem: expected a table, got 3",
    ("width = 3", "width = 10"): "hem.width: expected a number from 0 to 9, got 10",
    ("width = 3", "width = true"): "hem.width: expected a number from 0 to 9, got True",
    ("width = 3", 'width = "3"'): "hem.width: expected a number from 0 to 9, got '3'",
    ("width = 3", "depth = 3"): "hem: expected no key 'depth', only width",
    ('key = "cape"', 'key = "Cape"'): "cloth 'Cape'.key: expected 1 to 8 letters a to z, digits and hyphens",
    ('key = "cape"', "key = 1"): "cloth 1.key: expected 1 to 8 letters a to z",
    ('key = "cape"', ""): "cloth 1: expected a key 'key'",
    ('["green", "red"]', '["green", "pink"]'): "cloth 'cape'.dyes: expected one of red, blue, green, got 'pink'",
    ('["green", "red"]', '["green", 1]'): "cloth 'cape'.dyes: expected one of red, blue, green, got 1",
    ('["green", "red"]', '"green"'): "cloth 'cape'.dyes: expected a list, got 'green'",
    ('["green", "red"]', '["red", "red", "red"]'): "cloth 'cape'.dyes: expected at most 2 values, got 3",
    ("size = [2, 3]", "size = [2]"): "cloth 'cape'.size: expected 2 values, got 1",
    ("size = [2, 3]", "size = [2, 30]"): "cloth 'cape'.size: expected a number from 0 to 9, got 30",
    ('weave = "twill"', 'weave = "knit"'): "cloth 'cape'.weave: expected one of none, plain, twill, got 'knit'",
    ('lining = "red"', 'lining = "pink"'): "cloth 'cape'.lining: expected one of red, blue, green, got 'pink'",
    ("[[cloth]]", "[cloth.x]"): "expected a TOML file",
    ("[hem]", "[hem"): "expected a TOML file",
}


@pytest.mark.parametrize(("change", "message"), FAULTS.items(), ids=[it[1] or "nothing" for it in FAULTS])
def test_errors_name_file_and_key(change: tuple[str, str], message: str) -> None:
    old, new = change
    assert old in FILE
    with pytest.raises(ComponentError) as refused:
        read_file(Stall, "stall.toml", FILE.replace(old, new, 1), WORDS)
    assert str(refused.value).startswith("stall.toml: ")
    assert message in str(refused.value)


def test_a_list_of_tables_must_be_one() -> None:
    for value in ("7", "[7]", "{}"):
        with pytest.raises(ComponentError, match=r"^stall\.toml: cloth: expected a list of tables"):
            read_file(Stall, "stall.toml", f'name = "x"\ncloth = {value}\n[hem]\nwidth = 1', WORDS)


def test_components_are_readable_with_names_and_without_empty_fields() -> None:
    assert readable(STALL, Stall, WORDS) == {
        "name": "Éva's",
        "hem": {"width": 3},
        "cloths": [
            {"key": "cape", "dyes": ["green", "red"], "size": [2, 3], "weave": "twill", "lining": "red"},
            {"key": "sail", "size": [1, 1]},
        ],
    }
