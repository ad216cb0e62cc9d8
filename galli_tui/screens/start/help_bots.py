"""The help page about bots, hints during a match and the review after it."""

from __future__ import annotations

from galli_tui.style.key_names import with_keys
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import BOTS

_SEATED = (
    "In the setup form and in the lobby, left and right give a seat to a bot. A bot sees only what its seat may see. "
    "While a bot is thinking, `Enter` makes it play now; Enter is ignored briefly afterwards, so you don't confirm by "
    "accident. `{key:table.undo}` undoes your last move and what bots did since; bots may then choose differently."
)
_ASKED = (
    "`{key:table.hint}` shows suggested moves for any decision. Keep playing while the abbot looks for them, or "
    "cancel with `{key:table.hint}` or "
    "`Esc`. He simulates the best moves many times with random hidden cards and greedy play, and shows up to five."
)
_AT_ONCE = (
    '"Now" is what the move changes on the score sheet. "Final (est.)" compares it with the best move at the end of '
    'the match: "best", "equal" where several are, or what you lose ("-5"), in points if no other unit is named. If '
    'all are equal, "both equal" or "all 5 equal" stands there. A move that decides the match "wins the match", "loses '
    'the match" or "may lose the match"; beside a winning move, any other "misses the win". A move that scores nothing '
    "now can still be best, because of what it prepares. In co-op these are the team's points; in versus, your lead "
    "over the best opponent."
)
_TRIED = (
    'Another line says how sure the abbot is of the selected move. With "clearly best" or "clearly behind", luck can '
    'hardly be the reason; "narrowly best" and "slightly behind" are just as sure, but the difference is 1 or less. '
    'Where there is little room, these are "clear" and "slightly". With "5 simulations, could be chance", or only '
    '"could be chance", luck may be the reason, and the list has a question mark: "-5?" or "equal?". A move that is '
    'surely as good as another has only the number of its simulations, as in "24 simulations", or "not simulated". A '
    "move that clearly falls behind is not simulated any further, and the search stops when one move is left. The same "
    "decision always gets the same hints."
)
_TAKEN = (
    "Up and down show each hint on the board; for a section to take, also its best place. `Enter` selects it, and you "
    "can still adjust it; `Enter` again makes the move."
)
_BACK = (
    "After the match, `{key:scores.review}` on the score sheet reviews every decision made here in the same "
    "way: each gets a grade by what it cost, with the reason and the abbot's move, on the board of its moment. What "
    "could be chance is not held against you. `Esc` leaves at any time; press `{key:scores.review}` to continue."
)
_NONE = "In versus over the network there are neither hints nor a review; over SSH there are no hints."


def advice_guide(*, ascii_only: bool) -> tuple[Paragraph, ...]:
    """Return the help page about bots and hints."""
    half = [Paragraph("An h after a number is half a point.", close=True)] if ascii_only else []
    bots = [
        Paragraph("", spans=((f"The {name} ", "gold"), (f"{does}.", "ink")), close=True) for name, does in BOTS.items()
    ]
    return (
        Paragraph("Bots", heading=True, close=True),
        *bots,
        Paragraph(with_keys(_SEATED), close=True),
        Paragraph("", close=True),
        Paragraph("Hints", heading=True, close=True),
        *(Paragraph(with_keys(text), close=True) for text in (_ASKED, _AT_ONCE, _TRIED, _TAKEN)),
        *half,
        Paragraph("", close=True),
        Paragraph("Review", heading=True, close=True),
        Paragraph(with_keys(_BACK), close=True),
        Paragraph(_NONE, close=True),
    )
