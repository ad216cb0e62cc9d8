"""The saved matches of this player: listing them, and finding one by the start of its id.

A list reads every file but trusts none; only opening or verifying a match checks it. Progress and score need a replay:
`summarise` does it once, and `summary` stores the result.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from rules.engine.game import AnyGame, Options
from rules.engine.plain_data import PlainError
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import PUBLIC
from rules.registry import game_box
from saves.errors import NewerVersion, NotFound, SaveError, folder_error, quoted
from saves.format.canonical import CanonicalError
from saves.format.header_fields import Player
from saves.format.records import Integrity
from saves.storage.file_scan import (
    damage_error,
    read_bytes,
    require_header,
    require_match_file,
    scan_bytes,
    torn_notice,
)
from saves.storage.paths import SUFFIX
from saves.storage.sidecar import tidy_sidecars
from saves.storage.summary import (
    IMPORTED,
    MAX_WRONG,
    MatchState,
    Score,
    Summary,
    SummaryLine,
    file_digest,
    load_summary,
    save_summary,
)
from saves.storage.tidy import tidy_drafts

if TYPE_CHECKING:
    from saves.format.header import GameLookup
    from saves.storage.file_contents import FileContents

# What reads entries comes with the cryptography and its time to load, which a list of summaries does not need.

LATEST: Final = 253_402_214_400
"""The last day that a calendar can show; later times are shown as this one."""
_REPLICA: Final = "A copy of a match hosted elsewhere."


OutcomeName: TypeAlias = Callable[[AnyGame, Sheet], str]
"""Returns the words for `Score.outcome`, given the final score sheet."""
ProgressText: TypeAlias = Callable[[AnyGame, Any], str]
"""Returns the progress of a match in a few words, given the public view of its state."""


class SavedMatch(NamedTuple):
    """One file of the library. Without a readable header, all but the first four fields are empty."""

    path: Path
    state: MatchState
    note: str
    """A sentence, if there is something to say."""
    changed: int
    """Time of the last change, in seconds since 1970."""
    match_id: str = ""
    """32 hexadecimal digits."""
    game: str = ""
    options: Options | None = None
    players: tuple[Player, ...] = ()
    created: int = 0
    entries: int = 0
    """The number of entries."""
    hosted: bool = True
    """Whether the match can be resumed from this file; a replica needs its host's table."""
    title: str = ""
    """The game's title. It and the next three come from the summary only."""
    summarised: bool = False
    """Whether a summary was found."""
    score: Score | None = None
    """The score of a match that was played to its end."""
    progress: str = ""
    """The progress of a match that can be resumed; empty if it has not begun."""
    origin: str = ""
    """The id of the match from which a "what if" branches off; empty for other matches."""
    imported: bool = False
    """Whether the file was imported, so that it can be viewed only."""
    seed: int | None = None
    """The seed of the deals, if they have one."""


def list_matches(folder: Path) -> list[SavedMatch]:
    """Return the matches in a folder, last changed first; none if the folder does not exist.

    Raises `SaveError` only if the folder itself cannot be read.
    """
    try:
        files = list(folder.iterdir())
    except FileNotFoundError:
        return []
    except NotADirectoryError as error:
        raise folder_error(error, folder) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SaveError(f"The folder of saved matches, {quoted(folder)}, could not be read ({reason}).") from None
    paths = [path for path in files if path.suffix == SUFFIX and not path.name.startswith(".")]
    tidy_drafts(folder)
    tidy_sidecars(files)
    return sorted((read_saved_match(path) for path in paths), key=lambda row: (-row.changed, row.path.name))


def read_saved_match(path: Path) -> SavedMatch:
    """Return what a list shows of one file, with its summary if there is one. Never raises for bad content."""
    try:
        changed = min(max(int(path.stat().st_mtime), 0), LATEST)
    except OSError:
        changed = 0
    try:
        data = read_bytes(path)
        summary = load_summary(path, file_digest(data))
        return _from_scan(path, changed, data) if summary is None else _from_summary(path, changed, summary)
    except NewerVersion as error:
        return SavedMatch(path, MatchState.NEWER, str(error), changed)
    except SaveError as error:
        return SavedMatch(path, MatchState.UNREADABLE, str(error), changed)


def summarise(
    row: SavedMatch, outcome: OutcomeName, progress: ProgressText, boxes: GameLookup = game_box
) -> SavedMatch:
    """Return the match with all that a summary contains, and store the summary.

    Replays and verifies the match if there is no summary, which takes about a tenth of a second. A file without a match
    is returned unchanged, an invalid match as DAMAGED. Never raises for bad content.
    """
    if row.summarised or row.state not in (MatchState.IN_PLAY, MatchState.OVER, MatchState.ABANDONED):
        return row
    try:
        data = read_bytes(row.path)
    except SaveError as error:
        return row._replace(note=str(error))
    try:
        summary = _make_summary(row.path, data, outcome, progress, boxes)
    except NewerVersion as error:
        return row._replace(state=MatchState.NEWER, note=str(error))
    except SaveError as error:
        return row._replace(state=MatchState.DAMAGED, note=str(error))
    if summary is None:
        return row
    save_summary(row.path, file_digest(data), summary)
    return _from_summary(row.path, row.changed, summary)


def _make_summary(
    path: Path, data: bytes, outcome: OutcomeName, progress: ProgressText, boxes: GameLookup
) -> Summary | None:
    """Return the summary of the match in an intact file; None for any other file. Raises `SaveError`."""
    from saves.format.header import game_of
    from saves.log.match_log import LogStage
    from saves.storage.file_contents import parse_records, reader_for, replay

    found, _ = scan_bytes(data)
    if not found.records or found.integrity is not Integrity.WHOLE:
        return None
    contents = parse_records(found.records, path)
    header = contents.header
    game = game_of(header, boxes)
    log, problem = replay(contents, game, reader_for(contents, None))
    state, score, far, wrong = _match_state(contents), None, "", ""
    begun = log.stage not in (LogStage.FRESH, LogStage.COMMITTED)
    if problem is not None:
        state, wrong = MatchState.DAMAGED, f"not valid from entry {problem.entry} on: {problem}"[:MAX_WRONG]
    elif begun and log.due.over and state is not MatchState.ABANDONED:
        sheet = game.sheet(game.view(log.state, PUBLIC))
        lines = tuple(SummaryLine(it.key, it.seat, it.count, it.points) for it in sheet.lines)
        score = Score(sheet.seats, sheet.team, sheet.winners, outcome(game, sheet), lines, sheet.rank)
    elif begun and state is MatchState.IN_PLAY:
        far = progress(game, game.view(log.state, PUBLIC))
    return Summary(
        state,
        header.match,
        header.created,
        header.game,
        game.meta.title,
        header.options,
        header.players,
        len(contents.entries),
        contents.hosted,
        score,
        far,
        wrong,
        header.dealer.seed,
        None if header.origin is None else header.origin.match,
        IMPORTED in contents.private.notes,
    )


def _from_summary(path: Path, changed: int, summary: Summary) -> SavedMatch:
    note = _REPLICA if not summary.hosted and summary.state is MatchState.IN_PLAY else ""
    return SavedMatch(
        path,
        summary.state,
        f"{quoted(path)} is {summary.wrong}" if summary.wrong else note,
        changed,
        summary.match.hex(),
        summary.game,
        summary.options,
        summary.players,
        summary.created,
        summary.entries,
        summary.hosted,
        summary.title,
        summarised=True,
        score=summary.score,
        progress=summary.progress,
        origin=(summary.origin or b"").hex(),
        imported=summary.imported,
        seed=summary.seed,
    )


def _from_scan(path: Path, changed: int, data: bytes) -> SavedMatch:
    """Return what a list shows of a file without a summary, from its records. Raises `SaveError`."""
    from saves.storage.file_contents import parse_records

    found, kind = scan_bytes(data)
    require_match_file(kind, path)
    require_header(found, path)
    contents = parse_records(found.records, path)
    state = _match_state(contents)
    note = _REPLICA if not contents.hosted and state is MatchState.IN_PLAY else ""
    if found.integrity is Integrity.DAMAGED:
        state, note = MatchState.DAMAGED, str(damage_error(path, found))
    elif found.integrity is Integrity.TORN:
        note = f"{note} {torn_notice(path, cut=False)}".lstrip()
    header = contents.header
    return SavedMatch(
        path,
        state,
        note,
        changed,
        header.match.hex(),
        header.game,
        header.options,
        header.players,
        header.created,
        len(contents.entries),
        contents.hosted,
        origin="" if header.origin is None else header.origin.match.hex(),
        imported=IMPORTED in contents.private.notes,
        seed=header.dealer.seed,
    )


def find_match(folder: Path, beginning: str) -> SavedMatch:
    """Return the match whose id begins with this text, or the unreadable file that is named after one that does.

    Raises `SaveError` for none or several.
    """
    wanted = beginning.strip().lower()
    if not wanted:
        raise NotFound("The match id is empty.")
    rows = list_matches(folder)
    found = [row for row in rows if row.match_id.startswith(wanted)]
    found = found or [row for row in rows if not row.match_id and row.path.stem.rpartition("-")[2].startswith(wanted)]
    if not found:
        raise NotFound(f"No saved match has an id that begins with {quoted(Path(beginning[:40]))}.")
    if len({row.match_id for row in found}) > 1:
        raise SaveError(f"{len(found)} saved matches have an id that begins with '{wanted}': type more of it.")
    if len(found) > 1:
        names = ", ".join(quoted(Path(row.path.name)) for row in found)
        raise SaveError(f"{len(found)} files contain that match. Give the file name instead of the id: {names}.")
    return found[0]


def _match_state(contents: FileContents) -> MatchState:
    from saves.format.entries import AbandonedBody, OpenedBody, read_entry

    bodies: list[object] = []
    for raw in contents.entries[-2:]:
        try:
            bodies.append(read_entry(raw).body)
        except (CanonicalError, PlainError):
            return MatchState.DAMAGED
    if any(isinstance(body, AbandonedBody) for body in bodies):
        return MatchState.ABANDONED
    return MatchState.OVER if any(isinstance(body, OpenedBody) for body in bodies) else MatchState.IN_PLAY
