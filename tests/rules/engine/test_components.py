"""Components read from TOML by the types of their records; every error names file and key."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, NamedTuple

import pytest

from rules.engine.codecs import DerivedCodecs
from rules.engine.components import from_plain, read_record, readable
from rules.engine.game import ComponentError
from rules.engine.kinds import Bits, Kind, Most, Range, Shown, Text
from rules.engine.plain_data import Plain
from rules.engine.toml_table import load_shipped, parsed, parsed_files

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
    cloths: Annotated[tuple[Cloth, ...], Most(2)]


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


def read_stall(text: str) -> Stall:
    """The stall in a file."""
    return read_record(Stall, parsed("stall.toml", text), WORDS)


def test_a_file_is_read_by_the_types_of_its_record() -> None:
    assert read_stall(FILE) == STALL


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
    ("[[cloth]]", '[[cloth]]\nkey = "rag"\ndyes = []\n[[cloth]]'): "cloth: expected at most 2 tables, got 3",
    ("[[cloth]]", "[cloth.x]"): "expected a TOML file",
    ("[hem]", "[hem"): "expected a TOML file",
}


@pytest.mark.parametrize(("change", "message"), FAULTS.items(), ids=[it[1] or "nothing" for it in FAULTS])
def test_errors_name_file_and_key(change: tuple[str, str], message: str) -> None:
    old, new = change
    assert old in FILE
    with pytest.raises(ComponentError) as refused:
        read_stall(FILE.replace(old, new, 1))
    assert str(refused.value).startswith("stall.toml: ")
    assert message in str(refused.value)


def test_a_list_of_tables_must_be_one() -> None:
    for value in ("7", "[7]", "{}"):
        with pytest.raises(ComponentError, match=r"^stall\.toml: cloth: expected a list of tables"):
            read_stall(f'name = "x"\ncloth = {value}\n[hem]\nwidth = 1')


def test_components_are_readable_with_names_and_without_empty_fields() -> None:
    assert readable(STALL, Stall, WORDS) == {
        "name": "Éva's",
        "hem": {"width": 3},
        "cloths": [
            {"key": "cape", "dyes": ["green", "red"], "size": [2, 3], "weave": "twill", "lining": "red"},
            {"key": "sail", "size": [1, 1]},
        ],
    }


class Loom(NamedTuple):
    """A record whose readable form has names of its own."""

    dyes: Annotated[int, Bits("dye"), Shown("colours")]
    spare: Annotated[Dye, Shown("spare_dye")] | None = None


def test_readable_components_have_their_names_and_if_wanted_their_empty_fields() -> None:
    assert readable(Loom(0b101), Loom, WORDS) == {"colours": ["red", "green"]}
    assert readable(Loom(0), Loom, WORDS, empty=True) == {"colours": [], "spare_dye": None}
    assert readable(Loom(0, 2), Loom, WORDS) == {"spare_dye": "green"}


def test_components_of_a_header_are_decoded_or_refused() -> None:
    codec = DerivedCodecs(WORDS, 1, {}).of(Loom)
    assert from_plain(codec, codec.encode(Loom(5, 1))) == Loom(5, 1)
    with pytest.raises(ComponentError, match=r"^The component data has the wrong form: expected 2 fields"):
        from_plain(codec, [])
    deep: list[Plain] = []
    for _ in range(100_000):
        deep = [deep]
    nested = DerivedCodecs(WORDS, 1, {}).of(tuple[Dye, ...])
    with pytest.raises(ComponentError, match="wrong form"):
        from_plain(nested, deep)


def test_the_files_of_a_set_are_all_there_and_no_others() -> None:
    names = ("a.toml", "b.toml")
    tables = parsed_files(names, {"a.toml": "x = 1", "b.toml": "y = 2"})
    assert {name: table.number(table.names()[0]) for name, table in tables.items()} == {"a.toml": 1, "b.toml": 2}
    with pytest.raises(ComponentError, match=r"^b\.toml: expected this file; it is missing"):
        parsed_files(names, {"a.toml": ""})
    with pytest.raises(ComponentError, match=r"^'c\.toml': expected one of a\.toml, b\.toml"):
        parsed_files(names, {"c.toml": ""})
    assert load_shipped("rules.builders_duel", ("box.toml",), lambda texts: texts["box.toml"])


class Lamp(NamedTuple):
    """A record with a boolean."""

    key: Annotated[str, Text(8, slug=True)]
    lit: bool = False


class Lamps(NamedTuple):
    """A file of lamps."""

    lamps: Annotated[tuple[Lamp, ...], Most(3)]


def test_booleans_are_read() -> None:
    file = parsed(
        "lamps.toml", '[[lamp]]\nkey = "a"\nlit = true\n[[lamp]]\nkey = "b"\nlit = false\n[[lamp]]\nkey = "c"\n'
    )
    assert read_record(Lamps, file, {}) == Lamps((Lamp("a", True), Lamp("b"), Lamp("c")))  # noqa: FBT003


@pytest.mark.parametrize("value", ["1", "0", '"true"', "[]", "1.0"])
def test_what_is_no_boolean_is_refused(value: str) -> None:
    file = parsed("lamps.toml", f'[[lamp]]\nkey = "a"\nlit = {value}\n')
    with pytest.raises(ComponentError, match=r"^lamps\.toml: lamp 'a'\.lit: expected true or false, got "):
        read_record(Lamps, file, {})
