"""What a replay says beside the board: what happened, what it scored, and how good it was, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from galli_tui.game_api.gain_words import measured_words
from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.grade_words import REASONS, estimate_words, favour_words, lost_words
from galli_tui.game_api.reason_text import why_words
from galli_tui.replay.moment_words import ScoreStep, deed_words, score_steps, when_words
from galli_tui.replay.timeline import Timeline
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import amount_words, listed, sentence_start, signed_amount
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from galli_tui.widgets.score_curve import CurveMark
from rules.bots.review import LIMITS, Grade, GradedDecision
from rules.bots.score_change import score_change
from rules.engine.game import AnyGame
from rules.engine.secrecy import Viewer

SIGNS: Final = {Grade.BEST: "=", Grade.GOOD: "+", Grade.INACCURACY: "~", Grade.MISTAKE: "?", Grade.BLUNDER: "!"}
"""The sign of each grade below the curve and in lists."""
TONES: Final = {
    Grade.BEST: "good",
    Grade.GOOD: "good",
    Grade.INACCURACY: "gold",
    Grade.MISTAKE: "refusal",
    Grade.BLUNDER: "refusal",
}
_MADE: Final = "The move made:"
"""The heading over what followed from a move, while a board shows a better one."""


def moment_paragraphs(
    timeline: Timeline,
    texts: GameTexts,
    number: int,
    viewer: Viewer,
    grade: Sequence[Paragraph] = (),
    *,
    compares: bool = False,
) -> list[Paragraph]:
    """Return when a moment is, what was done, how good it was, what followed, and what changed on the score sheet.

    The `grade` stands before what may be out of sight in a small window. `compares` says that the better move is on a
    board, so that what followed from the move made needs a heading.
    """
    head = when_words(timeline, number)
    told = [Paragraph(words, close=True) for words in deed_words(timeline, texts, number, viewer)]
    steps = [_step(timeline, it) for it in score_steps(timeline, texts, number)]
    gap, followed = Paragraph("", close=True), told[1:]
    followed += [gap, *steps] if steps and (followed or not grade) else steps
    if compares and followed:
        followed.insert(0, Paragraph(_MADE, heading=True, close=True))
    return [
        *([Paragraph(sentence_start(head), heading=True, close=True)] if head else []),
        *told[:1],
        *([gap, *grade] if grade else []),
        *([gap] if grade and followed else []),
        *followed,
    ]


def replay_prompt(
    *, speed: str, compares: bool, better: bool, opening: bool, cut: bool, curve: bool, open_end: bool
) -> str:
    """Return what the prompt says: of the better move on the board, of the way on, and of a text that is cut.

    `speed` is that at which the match plays by itself, empty while it does not. `curve` is whether the score curve is
    on the screen, `open_end` whether a match can go on from the moment.
    """
    what_if = f"; {KEY:replay.what-if} plays on from here" if open_end else ""
    if speed:
        words = f"The match plays at speed {speed}; 1 2 3 change it, {KEY:replay.play} pauses."
    elif compares:
        words = f"{KEY:replay.flip} shows the board as it was; {KEY:replay.what-if} lets you decide again."
    elif better:
        words = f"{KEY:replay.flip} shows the better move; {KEY:replay.what-if} lets you decide again."
    elif opening:
        words = f"{KEY:replay.play} plays the match; left and right step through it{'' if cut else what_if}."
    elif cut and open_end:
        step = "Left and right step, up and down go by turns"
        return f"{step}; {KEY:replay.what-if} plays on, {KEY:replay.details} scrolls the text."
    elif cut or not curve:
        words = f"Left and right step, up and down go by turns{'' if cut else what_if}."
    else:
        on = f"; {KEY:replay.what-if} plays on" if open_end else ""
        words = f"Left and right step, up and down go by turns, or click the curve{on}."
    return f"{words} {KEY:replay.details} scrolls the text." if cut else words


def _step(timeline: Timeline, step: ScoreStep) -> Paragraph:
    """Return one changed row of the score sheet, e.g. "+2½ Fulfilled tasks, Anna"."""
    meta = timeline.game.meta
    grown = signed_amount(step.points, meta.unit) if meta.adds_up else f"{step.count:+d}"
    worse = step.points < 0 if meta.adds_up else step.count < 0
    whose = "" if step.seat is None else f", {seat_name(timeline.table, step.seat)}"
    spans = ((f"{grown:>3} ", "refusal" if worse else "good"), (f"{step.label}{whose}", "ink"))
    return Paragraph("", spans=spans, close=True)


def grade_paragraphs(table: Table, texts: GameTexts, it: GradedDecision) -> list[Paragraph]:
    """Return the grade of a decision, the better move and why it is better."""
    game, decision = table.game, it.decision
    name = sentence_start(it.grade.value)
    if it.grade is Grade.BEST:
        return [Paragraph("", spans=((name, TONES[it.grade]), (": nothing better was found.", "ink")), close=True)]
    found = [
        Paragraph("", spans=((name, TONES[it.grade]), (f": {_cost_words(it, game)}.", "ink")), close=True),
        Paragraph(
            "",
            spans=(
                ("Perhaps better: " if it.rough else "Better: ", "gold"),
                (f"{texts.decision(table, decision.view, it.best)}.", "strong"),
            ),
            close=True,
        ),
    ]
    best, made = it.best, decision.move
    why = why_words(table, texts, decision.view, best, made, REASONS, it.cost, other_name="the move made")
    favour = favour_words(table, texts, it)
    if why:
        found.append(Paragraph(f"It {why}.", close=True))
    elif it.rough and not favour:
        found.append(Paragraph("Nothing known at this point clearly favours either move.", close=True))
    elif not it.rough:
        found.append(Paragraph(_unexplained_words(game, it), close=True))
    if favour:
        found.append(Paragraph(favour, close=True))
    found.append(Paragraph("", spans=((estimate_words(it), "faint"),), close=True))
    return found


def _unexplained_words(game: AnyGame, it: GradedDecision) -> str:
    """Return what both moves score now, and that a difference without a reason shows only later."""
    view, unit = it.decision.view, game.meta.unit
    moves = (it.best, it.decision.move)
    better, made = (score_change(game, view, move).total if game.meta.adds_up else 0 for move in moves)
    later = f"the difference shows only in {'simulations of ' if it.samples else ''}later turns"
    if better != made:
        now = f"It scores {signed_amount(better, unit)} now, the move made {signed_amount(made, unit)}"
        return f"{now}." if better > made else f"{now}; {later}."
    if better:
        return f"Both moves score {signed_amount(better, unit)} now; {later}."
    return f"No single reason stands out now; {later}."


def _cost_words(it: GradedDecision, game: AnyGame) -> str:
    cost = amount_words(it.cost, game.meta.estimate_unit)
    if it.rough:
        return f"{cost} behind, but that could be chance"
    measured = measured_words(it.cost, game.meta)
    return lost_words(it, game) or f"about {cost} worse than the best move{f' ({measured})' if measured else ''}"


def curve_marks(graded: Mapping[int, GradedDecision]) -> tuple[CurveMark, ...]:
    """Return the marks of the mistakes below the curve, by moment; the costliest last, which a shared cell shows."""
    return tuple(
        CurveMark(number, SIGNS[it.grade], TONES[it.grade])
        for number, it in sorted(graded.items(), key=lambda it: it[1].cost)
        if it.grade not in (Grade.BEST, Grade.GOOD)
    )


def review_signs() -> Paragraph:
    """Return the signs of the grades in one line, and the key for what they mean."""
    signs = ", ".join(f"{SIGNS[it]}\xa0{it.value}" for it in SIGNS)
    return Paragraph(f"{sentence_start(signs)}. {KEY:moments.details}: more.", close=True)


def review_legend(table: Table) -> Paragraph:
    """Return what the grades and their numbers mean, for somebody who has never seen a review."""
    unit = table.game.meta.estimate_unit
    least = {grade: amount_words(cost * unit.parts, unit) for grade, cost in LIMITS}
    lead = "" if table.game.bands else " of the lead"
    worth = [f"a {one.one} is worth about {amount_words(it, unit)}" for it, one in table.game.meta.yardsticks]
    measured = f" {sentence_start(listed(worth))}." if worth else ""
    limits = [f"{SIGNS[grade]}\xa0{grade.value}: {least[grade]} or more" for grade, _ in reversed(LIMITS)]
    return Paragraph(
        "The abbot, the strongest bot, played on from each decision several times: with your move, and with those "
        f"that looked best. The number is how much{lead} your move lost on average. {SIGNS[Grade.BEST]}\xa0best: "
        f"nothing better found. {SIGNS[Grade.GOOD]}\xa0good: less than {least[Grade.INACCURACY]}, or a "
        f"difference that could be chance. {'. '.join(limits)}.{measured}",
        close=True,
    )


def summary_words(graded: Sequence[GradedDecision]) -> str:
    """Return how many decisions have each grade, e.g. "12 best, 3 good, 1 blunder"."""
    counts = {grade: sum(it.grade is grade for it in graded) for grade in Grade}
    plural = {Grade.INACCURACY: "inaccuracies", Grade.MISTAKE: "mistakes", Grade.BLUNDER: "blunders"}
    return ", ".join(
        f"{number} {plural.get(grade, grade.value) if number > 1 else grade.value}"
        for grade, number in counts.items()
        if number
    )
