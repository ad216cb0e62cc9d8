"""The page of the help about bots and what the abbot says: hints during a match, and looking back after it."""

from __future__ import annotations

from galli_tui.style.wording import BOTS
from galli_tui.widgets.rich_text import Paragraph

_SEATED = (
    "Left and right give a seat to a bot, in the form for a new match and in the lobby of a table. A bot sees what its "
    "seat may see, and nothing else. The line at the foot says who is thinking; `enter` hurries it, and is deaf for a "
    "moment right after that, so that tapping on decides nothing. `u` takes your last move back, with what bots did "
    "since; they decide anew then, and maybe otherwise."
)
_ASKED = (
    "`h` at any decision asks the abbot; go on meanwhile, or stop it with `h` or `esc`. He plays the best moves on in "
    "many ways how hidden things may lie, with all seats playing on as they would at a glance, and shows up to five."
)
_AT_ONCE = (
    '"At once" is what the move itself changes on the score sheet; "in the end" is how far it falls behind the best '
    'once it was played on: "best", "as good", or the points less. So what earns nothing at once can be best, because '
    "of what it leaves behind. Together these are the table's points; against each other, your lead on the best of the "
    "others."
)
_TRIED = (
    '"24 simulations" is how often the abbot has played on from the move under the cursor. A move that clearly falls '
    "behind is simulated no further, and he stops when one is left: few simulations mostly mean a clear case. The same "
    "decision always gets the same hints."
)
_TAKEN = (
    "Up and down show each hint where it would be entered, a section to take also where it looks best to lay it; "
    "`enter` takes it over, and once more makes the move."
)
_BACK = (
    "After the match `a` on the score sheet looks at every decision of people here in the same way, and lists those "
    "that cost the most, each on the board of that moment; left and right show what was decided, or what he would have "
    "done. What may as well have been luck is left out. `esc` leaves at any time, and `a` goes on from there."
)
_NONE = "There are no hints and no analysis where several terminals play against each other, and no hints over SSH."


def advice_guide(*, ascii_only: bool) -> tuple[Paragraph, ...]:
    """The page."""
    half = [Paragraph("An h after a number is half a point.", close=True)] if ascii_only else []
    bots = [
        Paragraph("", spans=((f"The {name} ", "gold"), (f"{does}.", "ink")), close=True) for name, does in BOTS.items()
    ]
    return (
        Paragraph("Bots", heading=True, close=True),
        *bots,
        Paragraph(_SEATED, close=True),
        Paragraph("", close=True),
        Paragraph("Hints", heading=True, close=True),
        *(Paragraph(text, close=True) for text in (_ASKED, _AT_ONCE, _TRIED, _TAKEN)),
        *half,
        Paragraph("", close=True),
        Paragraph("Looking back", heading=True, close=True),
        Paragraph(_BACK, close=True),
        Paragraph(_NONE, close=True),
    )
