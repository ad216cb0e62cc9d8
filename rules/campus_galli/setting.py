"""The fixed setting of a match: box, layout, options and what follows from them. Shared by all its states."""

from __future__ import annotations

from functools import cached_property

from rules.campus_galli.box import COLOUR_LETTERS, COLOURS, DIE_FACES, ROWS, Box, CardKind, Level, Origin, Section
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.layout import Layout, layout_of
from rules.campus_galli.meta import OPEN_HANDS, RULES_VERSION
from rules.engine.game import VERSUS, Options
from rules.engine.grid import space_name
from rules.engine.kinds import Words
from rules.engine.secrecy import EVERYONE, Audience, Seat, only


class Setting:
    """The setting of a match whose options the game offers."""

    def __init__(self, box: Box, options: Options, rules_version: int = RULES_VERSION) -> None:
        self.box = box
        self.options = options
        self.rules_version = rules_version
        self.level: Level = box.levels[options.level - 1]
        self.layout: Layout = layout_of(box.plan, box.shapes)
        self.seats: tuple[Seat, ...] = tuple(Seat(i) for i in range(options.seats))
        self.together = options.mode != VERSUS
        self.each_may_prevent = not self.together and rules_version >= 2
        """Whether every seat may pay to prevent a collapse (CG-III-1k6); by version 1 the first payer ended it."""
        self.aside_flips = rules_version < 2
        """Whether a task that is set aside at once flips its building first (CG-I-1c): only by version 1."""
        self.tiles = self.level.number >= ROWS[CardKind.BOOK].level
        """Whether cards cost tiles: from level II on."""
        self.dangers = self.level.number >= ROWS[CardKind.UNFINISHED].level
        """Whether there are events, dangers and the board of unfinished tasks: at level III."""
        self.monks = box.counts.monks_solo if options.seats == 1 else box.counts.monks
        self.board_size = self.level.board[options.seats - 1]
        self.deal = sum(row[options.seats - 1] for row in self.level.deal)
        """Cards dealt to each seat, besides its angel (CG-I-0d)."""
        self.cards = tuple(i for i, card in enumerate(box.cards) if card.level <= self.level.number)
        self.angels = tuple(i for i in self.cards if box.cards[i].kind is CardKind.ANGEL)
        self.deal_of_levels = tuple(row[options.seats - 1] for row in self.level.deal)
        """The same by the cards' level, from level I on (CG-II-0f)."""
        self._by_level = tuple(
            tuple(i for i in self.cards if box.cards[i].level == level and i not in self.angels)
            for level in range(1, self.level.number + 1)
        )
        self.tasks = tuple(i for i, task in enumerate(box.tasks) if task.level <= self.level.number)
        self.all_buildings = (1 << len(box.plan.buildings)) - 1
        self.colour_sections = tuple(
            sum(1 << i for i, section in enumerate(box.sections) if section.colour == colour) for colour in range(4)
        )
        """A bit for each section of a colour."""
        self.shape_sections = tuple(
            sum(1 << i for i, section in enumerate(box.sections) if section.shape == shape)
            for shape in range(len(box.shapes))
        )
        """A bit for each section of a shape."""
        in_play = [i for i, section in enumerate(box.sections) if self.level.jokers or section.colour is not None]
        self.hut_at_start = sum(1 << i for i in in_play if box.sections[i].origin is Origin.HUT)
        self.pouch_at_start = sum(1 << i for i in in_play if box.sections[i].origin is Origin.POUCH)
        self.sections = self.hut_at_start | self.pouch_at_start
        """A bit for each section in play."""

    @cached_property
    def words(self) -> Words:
        """For each kind of thing its words in the notation; the place of a word is the thing's number."""
        box, plan = self.box, self.box.plan
        named = [_section_word(section, box) for section in box.sections]
        return {
            "card": [card.key for card in box.cards],
            "task": [task.key for task in box.tasks],
            "section": [f"{section.origin.value} {word}" for section, word in zip(box.sections, named, strict=True)],
            "drawn": [word if it.origin is Origin.POUCH else "" for it, word in zip(box.sections, named, strict=True)],
            "shape": [shape.key for shape in box.shapes],
            "building": [building.letter for building in plan.buildings],
            "placement": self.layout.names,
            "space": [space_name(space, plan.width) for space in range(plan.width * plan.height)],
            "colour": COLOUR_LETTERS,
            "face": DIE_FACES,
            "place": [str(place + 1) for place in range(self.board_size)],
            "pile": [str(pile + 1) for pile in range(LEFTOVER_PILES)],
        }

    def cards_of_level(self, level: int) -> tuple[int, ...]:
        """Return the cards of one level, without angels."""
        return self._by_level[level - 1]

    def hand_audience(self, seat: Seat) -> Audience:
        """Return who sees the cards that a seat draws (CG-I-2a, CG-I-0h)."""
        return EVERYONE if OPEN_HANDS in self.options.variants else only(seat)


def _section_word(section: Section, box: Box) -> str:
    colour = "joker" if section.colour is None else COLOURS[section.colour]
    return f"{colour} {box.shapes[section.shape].key}"
