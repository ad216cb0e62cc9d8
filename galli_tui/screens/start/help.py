"""The help: what is selected, how to play, signs, bots and hints, the keys of the screen below, the rulebook.

At a network table there is a page about that as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click, Key
from textual.widgets import ContentSwitcher, Input

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.registry import texts_of
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.start.help_bots import advice_guide
from galli_tui.screens.start.help_network import network_guide
from galli_tui.screens.subject import Subject
from galli_tui.style.actions import Action, bindings, in_scopes
from galli_tui.style.key_names import key_name, with_keys
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import TablePlayer
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import LineWidget, Piece, cells, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.text_field import TextField
from rules.engine.game import Options
from rules.engine.rulebook import Clause, by_section, clauses, preface, search
from rules.registry import game_box, game_meta

_SUBJECT, _GUIDE, _SIGNS, _NETWORK = "subject", "guide", "signs", "network"
_ADVICE, _KEYS, _RULES = "advice", "keys", "rules"
_PARTS = {
    _SUBJECT: "This",
    _GUIDE: "How to play",
    _SIGNS: "Signs",
    _NETWORK: "Network",
    _ADVICE: "Bots and hints",
    _KEYS: "Keys",
    _RULES: "Rulebook",
}
_ABOUT = "About these rules"
_NEXT = {
    _SUBJECT: "What is selected or shown, and its rule. {key:help.go-on} or Tab goes on to all pages.",
    _GUIDE: "The game on one page; the arrows scroll. Tab shows the next page.",
    _SIGNS: "The signs on the screen. Tab shows the next page.",
    _NETWORK: "Playing over the network, leaving and coming back. Tab shows the next page.",
    _ADVICE: "The bots, and what the hints mean. Tab shows the keys.",
    _KEYS: "The keys of the screen you came from. Tab shows the rulebook.",
    _RULES: "Up/Down go from clause to clause; {key:help.search} searches all pages.",
}
_MOUSE = (
    ("click", "Select a choice, a space or a line of a list."),
    ("click again", "Do what Enter does with what is selected."),
    ("click a key below", "Do at once what that key does."),
    ("point", "Show what a click would select (see Settings)."),
    ("wheel", "Scroll a list or a text."),
)
"""What the mouse does on every screen."""
_PLACING = (
    ("click a space", "Put the section there by its middle or inner corner."),
    ("click the section", "Hold it by that space, which the next click moves."),
    ("wheel, right click", "Rotate the section."),
)
"""What it does besides at a table of a game whose board rotates a section."""
_UNMARKED = str.maketrans("", "", "*`")


class HelpScreen(GalliScreen[None]):
    """Pages to switch between. Text in the search field filters the clauses; a clause number finds it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("help", "list")
    BINDINGS = bindings("help")
    KEY_COLUMN: ClassVar[int] = 22
    DEFAULT_CSS = """
    HelpScreen { }
    HelpScreen ContentSwitcher { height: 1fr; }
    HelpScreen #keys { border: round $edge; }
    HelpScreen #rules { height: 1fr; }
    HelpScreen #clauses { width: 34; }
    HelpScreen #clauses OptionList { border: round $edge; }
    HelpScreen #search { padding: 0 2; }
    HelpScreen OptionList:focus, HelpScreen RichText:focus { border: round $gold; }
    HelpScreen RichText { border: round $edge; }
    HelpScreen.-wide #clauses, HelpScreen.-grand #clauses { width: 48; }
    """

    def __init__(
        self,
        game_key: str,
        scopes: tuple[str, ...],
        clause: str | None = None,
        *,
        options: Options | None = None,
        players: Sequence[TablePlayer] = (),
        networked: bool = False,
        subject: Subject | None = None,
        in_play: bool = True,
    ) -> None:
        """Show the help of a game for some scopes, at a `clause` if given; `networked` adds the network page.

        With a `subject` it opens at a page about that. Where no game is `in_play`, it goes on to those of other games.
        """
        super().__init__()
        self._options, self._players, self._networked, self._subject = options, players, networked, subject
        self._changes_game = not (game_key and in_play) and len(games_by_use()) > 1
        self._game_key = game_key or games_by_use()[0]
        absent = set[str]() if networked else {_NETWORK}
        if not texts_of(self._game_key).legend(options, ascii_only=True):
            absent.add(_SIGNS)
        if subject is None:
            absent.add(_SUBJECT)
        self._parts = {part: name for part, name in _PARTS.items() if part not in absent}
        self._scopes = scopes
        self._wanted = clause
        self._book = ""
        self._clauses: list[Clause] = []
        self._keys: list[Clause] = []
        self._pages: list[Clause] = []
        """The keys and the paragraphs of the other pages, as clauses for the search."""
        self._shown: list[Clause | None] = []

    @property
    def game_key(self) -> str:
        return self._game_key

    def compose(self) -> ComposeResult:
        yield _PageTabs(self._parts, game_meta(self._game_key).title)
        with ContentSwitcher(initial=_GUIDE):
            yield RichText(identity=_GUIDE)
            for part in (_SUBJECT, _SIGNS, _NETWORK, _ADVICE):
                if part in self._parts:
                    yield RichText(identity=part)
            yield OptionList(self._key_rows(), id=_KEYS)
            with Horizontal(id=_RULES):
                with Vertical(id="clauses"):
                    yield TextField(placeholder="Search: words or a clause", identity="search")
                    yield OptionList(id="found")
                yield RichText(identity="clause")
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        ascii_only = self.app.terminal.ascii
        pages = {
            _SUBJECT: () if self._subject is None else self._about(self._subject),
            _GUIDE: texts_of(self._game_key).guide(self._options, ascii_only=ascii_only),
            _SIGNS: texts_of(self._game_key).legend(self._options, self._players, ascii_only=ascii_only),
            _NETWORK: network_guide(glyphs_of(self)),
            _ADVICE: advice_guide(ascii_only=ascii_only),
        }
        for part, page in pages.items():
            for prose in self.query(f"#{part}").results(RichText):
                prose.show(page)
                if part != _SUBJECT:
                    self._pages += _searchable(self._parts[part], page)
        self.show_part(_RULES if self._wanted else next(iter(self._parts)))

    def _about(self, subject: Subject) -> tuple[Paragraph, ...]:
        """Return what a subject says, its clause, and what else stands in the clause's section."""
        book = clauses(game_box(self._game_key).rulebook())
        clause = book[subject.clause]
        section = [one for one in book.values() if one.section == clause.section and one != clause]
        return (
            Paragraph(subject.title, heading=True),
            *subject.text,
            Paragraph(f"The rule: {clause.section}", heading=True),
            _paragraph(clause),
            *([Paragraph("In the same section", heading=True)] if section else []),
            *map(_paragraph, section),
        )

    def show_part(self, part: str) -> None:
        """Show one of the pages."""
        if part == _RULES and not self._clauses:
            self._book = game_box(self._game_key).rulebook()
            about = [Clause("", _ABOUT, ruling=False, text=text) for text in preface(self._book)]
            self._clauses = [*about, *clauses(self._book).values()]
            self._wanted = self._wanted or self._first_of_level()
            self._search("")
        self.query_one(ContentSwitcher).current = part
        self.query_one(_PageTabs).show(part)
        self.query_one(Prompt).show_next(with_keys(_NEXT[part]))
        self.query_one("#found" if part == _RULES else f"#{part}").focus()
        self.refresh_bindings()

    def _first_of_level(self) -> str | None:
        """Return the first clause of the level; None if the rulebook has no such section."""
        meta = game_meta(self._game_key)
        chosen = () if self._options is None else meta.chosen(self._options)
        headings = tuple(f"{option.label} {value.mark}:" for option, value in chosen if option.is_level)
        return next((one.id for one in self._clauses if one.section.startswith(headings)), None)

    def _key_rows(self) -> list[OptionRow]:
        rows: list[OptionRow] = []
        groups: dict[str, list[OptionRow]] = {}
        ascii_only = self.app.terminal.ascii
        for one in in_scopes(*self._scopes, "app"):
            if one.scope == "app" and self.app.check_action(one.method, ()) is False:
                continue
            shown = [one.shown] if one.shown else list(one.keys)
            keys = ", ".join(key_name(key, ascii_only=ascii_only) for key in shown)
            line = OptionRow(((keys.ljust(self.KEY_COLUMN), "gold"), (one.help, "ink")))
            self._keys.append(
                Clause(keys, f"{_PARTS[_KEYS]}: {one.group}", ruling=False, text=f"{one.label}: {one.help}")
            )
            groups.setdefault(one.group, []).append(line)
        for group, lines in groups.items():
            rows += [heading(), heading(group), *lines] if rows else [heading(group), *lines]
        rotates = any(one.id.endswith(".rotate") for one in in_scopes(*self._scopes))
        uses = (*_MOUSE, *_PLACING) if rotates else _MOUSE
        self._keys += [Clause(does, f"{_PARTS[_KEYS]}: Mouse", ruling=False, text=what) for does, what in uses]
        mouse = [OptionRow(((does.ljust(self.KEY_COLUMN), "gold"), (what, "ink"))) for does, what in uses]
        rows += [heading(), heading("Mouse"), *mouse]
        reset = "If a lost connection leaves your terminal garbled, type `reset`."
        return [*rows, heading(), heading(reset)]

    def _search(self, words: str) -> None:
        found = self._clauses
        first = 0
        if words.strip():
            keys, best = _with_words(self._keys, words), by_section(search(self._book, words))
            first = len(keys) if best else 0
            found = [*keys, *best, *_with_words(self._pages, words)]
        rows: list[OptionRow] = []
        self._shown = []
        for number, one in enumerate(found):
            if number == 0 or one.section != found[number - 1].section:
                rows.append(heading(one.section))
                self._shown.append(None)
            name = f"{one.id}  " if one.id else ""
            rows.append(OptionRow(((name, "strong"), (one.text.translate(_UNMARKED), "faint"))))
            self._shown.append(one)
        wanted = self._wanted or (found[first].id if found else "")
        index = next((place for place, one in enumerate(self._shown) if one and one.id == wanted), 0)
        self._wanted = None
        self.query_one("#found", OptionList).show(rows or [heading("Nothing found")], index)
        self._show_clause(self.query_one("#found", OptionList).index)

    def _show_clause(self, index: int) -> None:
        clause = self._shown[index] if 0 <= index < len(self._shown) else None
        if clause is None:
            self.query_one("#clause", RichText).show(())
            return
        section = [one for one in (*self._keys, *self._clauses, *self._pages) if one.section == clause.section]
        texts = [Paragraph(clause.section, heading=True)]
        texts += [_paragraph(one)._replace(marked=one == clause) for one in section]
        self.query_one("#clause", RichText).show(texts)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def on_input_submitted(self) -> None:
        self.query_one("#found", OptionList).focus()

    def on_key(self, event: Key) -> None:
        if event.key == "down" and self.query_one("#search", Input).has_focus:
            event.stop()
            self.query_one("#found", OptionList).focus()

    def on_option_list_moved(self, event: OptionList.Moved) -> None:
        if event.rows.id == "found":
            self._show_clause(event.index)

    def action_back(self) -> None:
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "other_game":
            return self._changes_game
        if action == "learn":  # A lesson replaces the table below, which others may need.
            return not self._networked
        return super().check_action(action, parameters)

    def action_learn(self) -> None:
        self.app.learn()

    def action_other_game(self) -> None:
        games = games_by_use()
        following = games[(games.index(self._game_key) + 1) % len(games)]
        self.dismiss()
        self.app.push_screen(HelpScreen(following, self._scopes, networked=self._networked, in_play=False))

    def action_go_on(self) -> None:
        if self.query_one(ContentSwitcher).current == _SUBJECT:
            self.action_next_part()
        else:
            self.action_back()

    def label(self, action: Action) -> str:
        if action.id == "help.go-on" and self.query_one(ContentSwitcher).current != _SUBJECT:
            return "close"
        return super().label(action)

    def action_search(self) -> None:
        self.show_part(_RULES)
        self.query_one("#search", Input).focus()

    def action_next_part(self) -> None:
        parts = list(self._parts)
        self.show_part(parts[(parts.index(str(self.query_one(ContentSwitcher).current)) + 1) % len(parts)])


def _paragraph(clause: Clause) -> Paragraph:
    return Paragraph(f"*(ruling)* {clause.text}" if clause.ruling else clause.text, clause.id)


def _searchable(page: str, paragraphs: Sequence[Paragraph]) -> list[Clause]:
    """Return the paragraphs of a page as clauses, each in the section of its heading."""
    found: list[Clause] = []
    section = page
    for one in paragraphs:
        text = one.text or "".join(text for text, _ in one.spans)
        if one.heading:
            section = f"{page}: {text}"
        elif text:
            found.append(Clause(one.label, section, ruling=False, text=text))
    return found


def _with_words(clauses: Sequence[Clause], words: str) -> list[Clause]:
    """Return the clauses with all of these words in heading, key or text."""
    wanted = words.casefold().split()
    return [one for one in clauses if all(word in f"{one.id} {one.section} {one.text}".casefold() for word in wanted)]


class _PageTabs(LineWidget):
    """The names of the pages, with the current one marked; a click switches. The game's name follows if it fits."""

    GROUND = "ground"

    def __init__(self, parts: Mapping[str, str], game: str) -> None:
        super().__init__()
        self._names, self._game = parts, game
        self._part = _GUIDE

    def show(self, part: str) -> None:
        self._part = part
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        ink = self.brushes
        pieces: list[Piece] = [(" ", ink.ink)]
        for part, name in self._names.items():
            pieces += [(f" {name} ", ink.selected if part == self._part else ink.faint), (" ", ink.ink)]
        rest = width - sum(cells(text) for text, _ in pieces) - cells(self._game) - 1
        return [*pieces, (" " * rest, ink.ink), (self._game, ink.rubric)] if rest > 0 else pieces

    def on_click(self, event: Click) -> None:
        end = 1
        for part, name in self._names.items():
            end += len(name) + 3
            if event.x < end and isinstance(self.screen, HelpScreen):
                self.screen.show_part(part)
                return
