"""A match as a conversation: whose turn it is, what happened, what is asked, and what the player types.

`table_commands` has the commands that can be typed; nothing here knows a single game.
"""

from __future__ import annotations

import asyncio
import contextlib
from time import monotonic
from typing import Final

from galli_tui.game_api.left_table import remember_table
from galli_tui.game_api.match_words import full_title
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.news import RECENT
from galli_tui.plain.numbered_moves import PAGE, NumberedMoves
from galli_tui.plain.peer_talk import PeerTalk
from galli_tui.plain.score_words import verdict_sentences
from galli_tui.plain.table_commands import TableCommands
from galli_tui.plain.table_talk import Ending, TableTalk, player_words
from galli_tui.settings.file import load
from galli_tui.style.wording import listed, sentence_start
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import Turn, is_screen_shared, local_seats, next_turn, question_entry
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import SaveError

PATIENCE: Final = 2.0
"""Seconds of silence before it is said which bot is thinking, or that a move is on its way."""
LONG_WAIT: Final = 5.0
"""Seconds of waiting after which a player may be elsewhere."""
MOMENT: Final = 10.0
"""Seconds in which the last move can still be undone, where the next round starts by itself."""
KEPT: Final = (
    "Hands are hidden, and you share this terminal. It keeps what it has printed: anyone who scrolls back sees a hand.",
    "If that matters to you, start a match with open hands, or play at two computers.",
)
BLANK_LINES: Final = 60
"""Empty lines that push a hand off the screen of a terminal before another player looks."""
_HELP_TURNS: Final = 2
"""The number of first decisions in which the most useful commands are named."""


class PlainTable:
    """One table. `run` is the whole conversation; the caller closes the table."""

    def __init__(self, dialogue: Dialogue, table: Table) -> None:
        self.dialogue, self.table = dialogue, table
        self.talk = TableTalk(dialogue, table)
        self._peers = None if table.peers is None else PeerTalk(self.talk, table.peers)
        self._commands = TableCommands(self.talk, self._peers)
        self._changed = asyncio.Event()
        self._confirmed: Seat | None = None
        """The seat whose player has confirmed the handover."""
        self._announced = 0
        """How many decisions have been announced."""
        self._turn: tuple[Seat, str] | None = None
        """The seat and the progress of the match that were announced last."""
        self._told_filter = False
        self._hides_hands = is_screen_shared(table.game, len(local_seats(table)))
        """Whether people who may not know a hand share this terminal."""
        self._typing: Seat | None = None
        """The seat whose turn it is to type; None between turns."""
        self._is_private = False
        """Whether the last lines were for one player's eyes."""
        self._notices = 0
        self._waited_for: object = None
        """What was said to be waited for last."""
        self._end_told = False
        self._settings = load().settings
        self.waiting_since: float | None = None
        """Since when nobody here could decide, while others could; None if somebody can."""
        self._goes_on = True
        """Whether the next round may start by itself; no more if it could not be started."""

    async def run(self) -> Ending:
        """Talk until the player leaves or wants a rematch. Raises `InputEnded`."""
        remember_table(self.table)
        unsubscribe = self.table.subscribe(self._changed.set)
        self.talk.review.told = self._changed.set
        self.dialogue.complete = self._commands.completions
        try:
            self._open()
            while self.talk.ending is None:
                self._changed.clear()
                await self._step()
        finally:
            unsubscribe()
            self.talk.review.close()
            remember_table(self.table)
            self.dialogue.complete = None
        return self.talk.ending

    def _open(self) -> None:
        table, say = self.table, self.dialogue.say
        say(f"{full_title(table.game.meta.key, table.game.options)}. The match is saved as {table.match_id}.")
        if len(table.players) > 1:
            say(f"At the table: {listed(self._who(seat) for seat in range(len(table.players)))}.")
        say("Every move is saved. Type guide to hear how the game is played, help for the commands, quit to leave.")
        if not self.talk.news.is_new and not table.due.over:
            say("The match has begun before. Type changes to hear your last turn and what has changed since.")
        if table.paused:
            say("The round is over. Press Enter to go on to the next one.")
        has_hands = any(value.opens_hands for option in table.game.meta.choices for value in option.values)
        shared = self._hides_hands and table.peers is None
        if has_hands and shared and not table.due.over:
            say(*KEPT)

    def _who(self, seat: int) -> str:
        player, name = self.table.players[seat], seat_name(self.table, Seat(seat))
        return player_words(name, player.bot)

    async def _step(self) -> None:
        """Say what is new, and hear one line if somebody here can type one."""
        table = self.table
        self._tell_notices()
        if self._peers is not None:
            self._peers.tell()
            if self._peers.is_sending and await self._soon_changed():
                return
        if table.due.over:
            await self._after_the_end()
            return
        turn = next_turn(table, self._confirmed)
        if table.paused:
            self._show(turn._replace(seat=None, viewer=PUBLIC if turn.handover else turn.viewer))
            await self._pause()
            return
        self._confirmed = turn.seat if turn.viewer == turn.seat and not turn.handover else None
        if turn.handover and turn.seat is not None:
            self._show(Turn(None, PUBLIC, handover=True))
            await self._hand_over(turn.seat)
        else:
            self._show(turn)
            await (self._wait() if turn.seat is None else self._decide(turn.seat))

    async def _soon_changed(self) -> bool:
        """Return whether something changed within a short time, without a word about it."""
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(self._changed.wait(), PATIENCE)
        return False

    def _tell_notices(self) -> None:
        notices = self.table.notices
        new, self._notices = notices[self._notices :], len(notices)
        self.dialogue.say(*new)

    def _show(self, turn: Turn) -> None:
        """Say what has happened, and what is asked if that is new."""
        self.talk.turn = turn
        seat, viewer = turn.seat, turn.viewer
        if self._hides_hands and seat != self._typing:
            self.dialogue.forget()
        self._typing = seat
        news = self.talk.news.tell(viewer)
        if news:
            self.dialogue.say(*news)
        elif self.talk.made:
            self.dialogue.say(self.talk.made)
        self.talk.made = ""
        asked = () if seat is None else (seat, viewer, question_entry(self.table.timeline(viewer, RECENT), seat))
        if seat is None:
            if self.talk.moves is not None:
                self.talk.more = None  # It goes on with a list of moves that are over.
            self.talk.moves, self.talk.asked, self._turn = None, (), None
        elif asked != self.talk.asked or self.talk.moves is None:
            self.talk.asked = asked
            self.talk.moves = NumberedMoves(self.table, self.talk.texts, seat, viewer)
            self._announce(seat, viewer, self.talk.moves)
            self._is_private = viewer == seat and self._hides_hands

    def _announce(self, seat: Seat, viewer: Viewer, moves: NumberedMoves) -> None:
        """Say what is asked and how many moves there are, and at the beginning of a turn whose it is."""
        table, say = self.table, self.dialogue.say
        self.call_back()
        self.talk.more = None
        progress = self.talk.texts.progress(table.game, table.view(viewer))
        whose = f"{seat_name(table, seat)}, it is your turn" if len(table.players) > 1 else "It is your turn"
        if self._turn != (seat, progress):
            self._turn = seat, progress
            say(f"{whose}.{f' {sentence_start(progress)}.' if progress else ''}")
        say(self.talk.question())
        if len(moves.moves) == 1:
            say("You have one legal move. Type 1 to make it.", moves.line(0))
        elif len(moves.moves) <= PAGE:
            every = range(len(moves.moves))
            say(self.talk.heading(moves, every), *moves.page(every))
        else:
            say(moves.summary())
        self._announced += 1
        if self._announced <= _HELP_TURNS:
            hint = "" if isinstance(table.advice, str) else " hint for advice,"
            say(f"Type the number of a move, moves for the list,{hint} board for the position, or help.")
        elif len(moves.moves) > PAGE and not self._told_filter and (word := moves.filter_example):
            self._told_filter = True
            say(f"Type moves for the best of them, or for those with a word, as in: moves {word}.")

    def call_back(self) -> None:
        """Call a player who had to wait for others, and may be elsewhere, as the setting `bell` says."""
        since, self.waiting_since = self.waiting_since, None
        if since is not None and monotonic() >= since + LONG_WAIT:
            self.dialogue.call(f"Your turn: {self.table.game.meta.title}", self._settings.bell)

    async def _decide(self, seat: Seat) -> None:
        prompt = f"{self.table.players[seat].name}:" if len(self.table.players) > 1 else "Your move:"
        line = await self.dialogue.line(prompt, self._changed)
        if line:
            await self._commands.handle(line)
        elif line is not None:
            self.dialogue.say(f"{self.talk.question()} Type moves to hear your moves, or help.")

    async def _pause(self) -> None:
        loop, prompt = asyncio.get_running_loop(), "Press Enter to go on, or type undo:"
        by_itself = self._settings.auto_continue and self._goes_on and self.dialogue.at_terminal
        end = loop.time() + MOMENT
        timer = loop.call_at(end, self._changed.set) if by_itself else None
        if by_itself:
            prompt = f"The next round starts in {MOMENT:g} seconds. Press Enter to go on now, or type undo:"
        line = await self.dialogue.line(prompt, self._changed)
        if timer is not None:
            timer.cancel()
        if line:
            await self._commands.handle(line)
        elif line is not None or (by_itself and loop.time() >= end):
            try:
                self.table.resume_play()
            except SaveError as error:
                self._goes_on = False
                self.dialogue.say(f"The next round could not be started. {error}")

    async def _hand_over(self, seat: Seat) -> None:
        """Ask the others to look away, before anything is said that only this seat may know."""
        names = [player.name for player in self.table.players]
        others = listed(names[one] for one in local_seats(self.table) if one != seat)
        if self._is_private and self.dialogue.at_terminal:
            self.dialogue.say(*[""] * BLANK_LINES)
        self._is_private = False
        self.dialogue.say(f"{others}, look away. {names[seat]}, it is your turn.")
        line = await self.dialogue.line(f"{names[seat]}, press Enter when nobody else looks or listens:", self._changed)
        if line:
            await self._commands.handle(line)
        elif line is not None:
            self._confirmed = seat

    async def _wait(self) -> None:
        """Wait until a bot of this terminal has moved; Enter makes it move now."""
        thinking = self.table.thinking
        if self.waiting_since is None:
            self.waiting_since = monotonic()
        if self._peers is not None:
            await self._wait_for_others(self._peers)
        elif thinking is None:
            await self._look_on()
        elif not self.dialogue.at_terminal:
            await self._changed.wait()
        else:
            await self._wait_for_bot(thinking)

    async def _wait_for_bot(self, thinking: Seat) -> None:
        """Say which bot is thinking if it takes long, and hear commands meanwhile."""
        if await self._soon_changed():
            self._waited_for = None
            return
        if thinking != self._waited_for:
            self._waited_for = thinking
            self.dialogue.say(f"{self.table.players[thinking].name} is thinking.")
        line = await self.dialogue.line("Press Enter to make the bot move now:", self._changed)
        if line:
            await self._commands.handle(line)
        elif line is not None:
            self.table.hurry()

    async def _wait_for_others(self, peers: PeerTalk) -> None:
        """Say what the table waits for if that is new, and hear commands meanwhile."""
        waiting = peers.waiting()
        if waiting and waiting != self._waited_for and not waiting.startswith(str(self._waited_for or "-")):
            self.dialogue.say(waiting)
        self._waited_for = waiting
        line = await self.dialogue.line("Waiting:", self._changed)
        if line:
            await self._commands.handle(line)
        elif line is not None and self.table.thinking is not None:
            self.table.hurry()

    async def _look_on(self) -> None:
        """Hear commands where nobody here can decide."""
        if self._waited_for != "nobody":
            self._waited_for = "nobody"
            self.dialogue.say("You can only look at this match. Type board, scores or log, or quit to leave.")
        line = await self.dialogue.line("Command:", self._changed)
        if line:
            await self._commands.handle(line)

    async def _after_the_end(self) -> None:
        self._show(Turn(None, next_turn(self.table, None).viewer, handover=False))
        if not self._end_told:
            self._end_told = True
            self.dialogue.say(*verdict_sentences(self.table, self.talk.texts))
            review = "" if isinstance(self.table.advice, str) else " review to hear which decisions cost the most,"
            self.dialogue.say(f"Type scores for the whole score sheet,{review} rematch to play again, or quit.")
        review = self.talk.review
        prompt = (
            "Press Enter to hear what is found so far, or type a command:" if review.awaited else "The match is over:"
        )
        line = await self.dialogue.line(prompt, self._changed)
        if line:
            await self._commands.handle(line)
        elif line is not None and review.awaited:
            review.stop_waiting()
