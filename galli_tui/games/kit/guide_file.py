"""A guide and a legend written in a TOML file of the game's folder, `guide.toml`.

`[[guide]]` and `[[legend]]` are its parts, in order. A part has a `heading` or continues the part before it,
and has `texts`, `numbered` or not. One with `when` is left out unless one of these words describes the match.
Texts name what the game fills in, such as `{builder}`, and keys by their actions, such as `{key:table.undo}`.
A text may begin with a label (`+1 | Every master builder.`), and may have pieces in a tone (`<gold>z </>a lazy monk`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph, StyledRun
from galli_tui.terminal.safe_text import to_ascii
from rules.engine.toml_table import TomlTable

_MENUS = "<gold>▸ </>selected, or whose turn it is;  <gold>› </>opens more;  <refusal>✗ </>why it can't be done."
"""The signs of the menus of every game."""
_TONED = re.compile(r"<(\w+)>(.*?)</>")


def guide_pages(
    file: TomlTable, kind: str, names: Mapping[str, object], match: Collection[str] = (), *, ascii_only: bool = False
) -> tuple[Paragraph, ...]:
    """Return the "guide" or the "legend" in a file, for a match that the words in `match` describe.

    A legend has the signs of all menus too, at the end of its first part; with `ascii_only` as they are drawn then.
    """
    pages = tuple(_paragraphs(file.tables(kind), {**names, "key": KEY}, match))
    if kind != "legend":
        return pages
    end = next((at for at, it in enumerate(pages) if at and it.heading), len(pages) + 1) - 1
    return (*pages[:end], _paragraph("", to_ascii(_MENUS) if ascii_only else _MENUS, names), *pages[end:])


def _paragraphs(
    parts: tuple[TomlTable, ...], names: Mapping[str, object], match: Collection[str]
) -> Iterator[Paragraph]:
    headings = number = 0
    for part in parts:
        part.only(optional=("heading", "when", "numbered", "texts"))
        if part.has("when") and not set(part.texts("when")) & set(match):
            continue
        if part.has("heading"):
            if headings:
                yield Paragraph("", close=True)
            yield Paragraph(part.text("heading"), heading=True, close=True)
            headings, number = headings + 1, 0
        for text in part.texts("texts") if part.has("texts") else ():
            number += 1
            label, _, words = text.rpartition(" | ")
            yield _paragraph(str(number) if part.has("numbered") else label.format_map(names), words, names)


def _paragraph(label: str, words: str, names: Mapping[str, object]) -> Paragraph:
    pieces = _TONED.split(words)
    if len(pieces) == 1:
        return Paragraph(words.format_map(names), label, close=True)
    spans: list[StyledRun] = [(pieces[0].format_map(names), "ink")] if pieces[0] else []
    for tone, toned, plain in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        spans += [(text.format_map(names), it) for text, it in ((toned, tone), (plain, "ink")) if text]
    return Paragraph("", label, spans=tuple(spans), close=True)
