"""Fixed numbers and limits of a box."""

from __future__ import annotations

PLAN, SECTIONS, ACTIONS, TASKS, COUNTS = (f"{name}.toml" for name in ("plan", "sections", "actions", "tasks", "counts"))
"""The component files, all needed, no others allowed."""

MAX_WIDTH, MAX_HEIGHT = 26, 26
"""Columns, which are named by letters, and rows. A terminal of 80x24 shows 15 by 12 whole."""
LETTERS = "ABCDEFGHIJK"
"""Of the buildings, in their order."""
SHAPES = 5
SEATS = 4
LEVEL_NAMES = ("I", "II", "III")
LEVELS = len(LEVEL_NAMES)
"""Levels in a box, all needed."""
PARCHMENT_TILES = 3
"""Tiles that turn a building from parchment to wood."""
MAX_COST = 5
"""Tiles that a task can ask for."""
MAX_TILES = 99
"""Tiles of a colour in a box; the same for cards "good cooperation"."""
DICE = 3
"""Dice that a collapse needs."""
MAX_DICE = 9
MAX_FACES = 20
MAX_SHAPE = 7
"""Spaces of the largest outline."""
MAX_PLACES = 40
MAX_CARDS = 400
"""Action cards in a box; the same for tasks."""
MAX_NUMBER = 999
"""The highest order number."""
MAX_MONKS = 99
MAX_POINTS = 20
"""Half-points of the dearest task."""
MAX_LEAST = 1_000
"""Half-points where the highest band may begin."""
MAX_BANDS = 12
"""Rows of a score table; the same for the named steps within the lowest one."""
MAX_TEXT = 40
LEFTOVER_PILES = 4
"""The number of piles on the board of unfinished tasks: books, prayer, building, guests."""
