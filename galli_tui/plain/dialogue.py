"""The conversation with the player: sentences out, lines in, and questions with a default."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from galli_tui.plain.line_reader import Completer, LineReader, TypedLine
from galli_tui.plain.speech import spoken, typed_as_read
from galli_tui.plain.typed_number import typed_index, typed_number
from galli_tui.startup.sentences import with_full_stop
from galli_tui.style.wording import as_typed
from galli_tui.terminal.attention import attention_sequence, is_over_ssh, shows_notifications
from galli_tui.terminal.print_wrapped import print_wrapped
from galli_tui.terminal.safe_text import sanitize

TOO_LONG: Final = "That line is too long. Nothing was done. Type help for the commands."
UNREADABLE: Final = "That line has no readable characters. Nothing was done. Type help for the commands."
_CELLS: Final = 1000
LEAVE: Final = ("quit", "q", "exit")
HELP: Final = ("help", "?", "commands")
_ABOUT_QUESTIONS: Final = "Answer with a number or words, or press Enter for what is proposed. Type quit to leave."
_UNKNOWN: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands for bytes that are no text."""


class InputEnded(Exception):
    """The input has ended: the pipe is closed, or the player pressed Ctrl+D."""


class WentBack(Exception):
    """The player wants to answer the questions once more, from the first."""


class WantsLesson(Exception):
    """The player wants to learn instead of answering."""

    def __init__(self, game: str | None = None) -> None:
        """`game` is the key of the game that was chosen; None if none was."""
        super().__init__()
        self.game = game


class PlayerLeaves(Exception):
    """The player typed quit at a question."""


class Dialogue:
    """Says sentences and reads lines."""

    def __init__(self, reader: LineReader) -> None:
        self._reader = reader
        self._line: asyncio.Future[TypedLine | None] | None = None
        """The line that is being waited for."""
        self._prompted = False
        self.answered = True
        """Whether something was said since the last line was typed."""
        self.exits: Mapping[str, type[Exception]] = {}
        """The answers that leave a question, e.g. `back`, each with what is raised for it."""

    @property
    def complete(self) -> Completer | None:
        """What is asked for continuations of a line that is being typed."""
        return self._reader.complete

    @complete.setter
    def complete(self, complete: Completer | None) -> None:
        self._reader.complete = complete

    @property
    def at_terminal(self) -> bool:
        """Whether a person types at a terminal."""
        return self._reader.at_terminal

    def say(self, *sentences: str) -> None:
        """Print sentences, one on each line."""
        if not sentences:
            return
        if self._prompted and self._line is not None and self.at_terminal:
            print()  # The line that is being typed stays whole in front of what is said.
        self._prompted, self.answered = False, True
        for sentence in sentences:
            print_wrapped(spoken(sentence))
        sys.stdout.flush()

    def forget(self) -> None:
        """Forget what was typed so far: from the next line on, no key brings it back."""
        self._reader.forget()

    def call(self, words: str, how: str) -> None:
        """Call the player to the terminal, as the setting `bell` says; a notification is sent only if it says so."""
        if self.at_terminal:
            notifies = how == "notification" and shows_notifications(os.environ)
            over_ssh = is_over_ssh(os.environ)
            print(attention_sequence(how, words, notifications=notifies, over_ssh=over_ssh), end="", flush=True)

    async def line(self, prompt: str, until: asyncio.Event | None = None, *, grace: float = 0) -> str | None:
        """Return the next line typed, without what cannot be read; None if `until` was set first.

        With a `grace` in seconds, the prompt is shown only if `until` is still not set after it: where more is about
        to be said, the prompt would be heard twice. Raises `InputEnded`. A line that is too long or not readable is
        answered here.
        """
        if until is not None and grace and not self._prompted:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(until.wait(), grace)
                return None
        while True:
            found = await self._next(f"{spoken(prompt)} ", until)
            if found is None:
                return None
            text = sanitize(found.text.replace(_UNKNOWN, ""), _CELLS)
            if found.cut:
                self.say(TOO_LONG)
            elif found.text.strip() and not text:
                self.say(UNREADABLE)
            else:
                return typed_as_read(text)

    async def _next(self, prompt: str, until: asyncio.Event | None) -> TypedLine | None:
        if self._line is None:
            self._prompt(prompt)
            self._line = self._reader.read(prompt)
        elif not self._prompted:
            self._prompt(prompt, again=True)
        if until is None:
            await asyncio.wait({self._line})
        else:
            event = asyncio.ensure_future(until.wait())
            try:
                await asyncio.wait({self._line, event}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                event.cancel()
            if not self._line.done():
                return None
        found, self._line, self._prompted = self._line.result(), None, False
        self.answered = found is None or not found.text.strip()
        if found is None:
            if self.at_terminal:
                print()  # Ctrl+D leaves the cursor behind the prompt.
            raise InputEnded
        return found

    def _prompt(self, prompt: str, *, again: bool = False) -> None:
        """Show the prompt: in front of the line at a terminal, on a line of its own in a pipe."""
        self._prompted = True
        if not self.at_terminal:
            print(prompt.rstrip(), flush=True)
        elif again or not self._reader.shows_prompt:
            print(prompt, end="", flush=True)

    async def text(self, question: str, default: str) -> str:
        """Ask for a text; Enter takes the default. Raises `PlayerLeaves` as every question does."""
        answer = await self._answer(f"{question} Press Enter for {default}:")
        self._leave_question(answer)
        return answer or default

    def _leave_question(self, answer: str) -> None:
        """Raise what belongs to an answer that leaves the question; do nothing for any other."""
        if (left := self.exits.get(answer.casefold().rstrip("?!. "))) is not None:
            raise left

    async def _answer(self, question: str) -> str:
        """Return the answer to a question; empty for Enter. Help is given here. Raises `PlayerLeaves` for quit."""
        while True:
            answer = await self.line(question) or ""
            if answer.casefold() in LEAVE:
                raise PlayerLeaves
            if answer.casefold() not in HELP:
                return answer
            self.say(_ABOUT_QUESTIONS)

    async def choose(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """Ask for one of several options by number or first letters; return its index. Enter takes the default."""
        if len(options) == 1:
            return 0
        self.say(
            question,
            *(with_full_stop(f"{number}: {option}") for number, option in enumerate(options, 1)),
        )
        while True:
            answer = await self._answer(f"Type a number, or press Enter for {default + 1}:")
            if not answer:
                return default
            self._leave_question(answer)
            found = typed_index(answer, len(options))
            if found is None:
                found = _meant(options, answer)
            if found is not None:
                return found
            self.say(f"{answer[:30]} is not one of the answers. Type a number from 1 to {len(options)}, or a word.")

    async def number(self, question: str, least: int, most: int, default: int) -> int:
        """Ask for a number; Enter takes the default."""
        while True:
            answer = await self._answer(
                f"{question} Type a number from {least} to {most}, or press Enter for {default}:"
            )
            if not answer:
                return default
            self._leave_question(answer)
            number = typed_number(answer)
            if number is not None and least <= number <= most:
                return number
            self.say(f"{answer[:30]} is not a number from {least} to {most}.")


def _meant(options: Sequence[str], answer: str) -> int | None:
    """Return the index of the option that an answer means: by its first word, its first letters or a word in it."""
    wanted, *said = map(as_typed, (answer, *options))
    for alike in (
        [it for it, option in enumerate(said) if option.replace(",", " ").split()[0] == wanted],
        [it for it, option in enumerate(said) if option.startswith(wanted)],
        [it for it, option in enumerate(said) if f" {wanted}" in option],
    ):
        if len(alike) == 1:
            return alike[0]
    return None
