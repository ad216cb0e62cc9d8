"""The log: the entries of a match are checked one by one, except for what needs the rules of the game.

What is left out, since only the rules know it: whose turn it is, whether a move is legal, and what a draw deals.
"""

from dataclasses import dataclass, field

from nacl.bindings import crypto_sign_open
from nacl.exceptions import CryptoError

from tests.support.second.header import Client, Header, client_of, read_header
from tests.support.second.primitives import Plain, Refused, decode, part_hash, personal_hash
from tests.support.second.records import MatchFile
from tests.support.second.seals import Seal, chosen_context, dealt_context, handed_context, seal_of

MOST_ENTRIES = 65_536
KEPT_FREE = 1_024
MOST_CLIENTS = 64
MOST_REKEYS = 512


@dataclass(frozen=True, slots=True)
class Submission:
    """What a client has signed for a seat."""

    seat: int
    counter: int
    answers: bytes
    tag: str
    body: list[Plain]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands, with the submission that it holds, if any."""

    number: int
    hash: bytes
    previous: bytes
    tag: str
    body: list[Plain]
    submission: Submission | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A seal, where it stands, and for whom it is: `author` is the client that made it, None the dealer."""

    seal: Seal
    context: bytes
    seats: tuple[int, ...]
    readers: tuple[int, ...]
    author: int | None


@dataclass(frozen=True, slots=True)
class Handed:
    """The box that a new holder of a seat was handed."""

    seat: int
    client: int
    seal: Seal | None
    context: bytes


@dataclass(slots=True)
class Log:
    """A match as far as it was read."""

    header: Header
    entries: list[Entry] = field(default_factory=list[Entry])
    clients: list[Client] = field(default_factory=list[Client])
    holders: list[int] = field(default_factory=list[int])
    counters: list[int] = field(default_factory=list[int])
    placed: dict[tuple[int, int], Placed] = field(default_factory=dict[tuple[int, int], Placed])
    handed: dict[int, Handed] = field(default_factory=dict[int, Handed])
    openings: dict[tuple[int, int], bytes] = field(default_factory=dict[tuple[int, int], bytes])
    nonces: list[bytes] = field(default_factory=list[bytes])
    secret: bytes | None = None

    def __post_init__(self) -> None:
        self.clients = list(self.header.clients)
        self.holders = list(self.header.holders)
        self.counters = [0] * len(self.holders)

    @property
    def started(self) -> bool:
        """Say whether play has begun."""
        return any(entry.tag == "start" for entry in self.entries)

    @property
    def abandoned(self) -> bool:
        """Say whether the host has ended the match before its time."""
        return any(entry.tag == "abandoned" for entry in self.entries)

    def numbered(self, entry_hash: bytes) -> Entry | None:
        """Return the entry with a hash."""
        return next((entry for entry in reversed(self.entries) if entry.hash == entry_hash), None)


def read_log(file: MatchFile) -> Log:
    """Check all entries of a file; refuse the first that cannot stand, by its number."""
    log = Log(read_header(file.header))
    for number, raw in enumerate(file.entries):
        try:
            append(log, raw)
        except Refused as fault:
            raise Refused(str(fault), number) from fault
    return log


def append(log: Log, raw: bytes) -> None:
    """Check an entry, and put it at the end of the log."""
    content = _signed(raw, "galli-tui entry 1", log.clients[0].sign)
    match content:
        case [bytes() as match_id, int() as number, bytes() as previous, [str() as tag, *rest]]:
            pass
        case _:
            raise Refused("an entry without its form")
    last = log.entries[-1].hash if log.entries else log.header.hash
    if match_id != log.header.match_id or number != len(log.entries) or previous != last:
        raise Refused("an entry of another match, or another place")
    if number >= MOST_ENTRIES:
        raise Refused("too many entries")
    _in_order(log, tag)
    held = None
    if tag == "seat":
        match rest:
            case [bytes() as inner]:
                held = _submission(log, inner)
            case _:
                raise Refused("a body without its form")
    entry = Entry(number, personal_hash("galli entry", raw), previous, tag, rest, held)
    if held is None:
        _own(log, entry)
    else:
        _submitted(log, entry, held)
        log.counters[held.seat] += 1
    log.entries.append(entry)


def _signed(raw: bytes, context: str, key: bytes) -> Plain:
    try:
        crypto_sign_open(raw[:64] + context.encode() + b"\0" + raw[64:], key)
    except (CryptoError, ValueError) as fault:
        raise Refused("a signature that is not right") from fault
    return decode(raw[64:])


def _in_order(log: Log, tag: str) -> None:
    """Refuse a kind of entry that cannot come here."""
    if log.secret is not None:
        raise Refused("an entry after the last")
    if (tag == "commit") != (not log.entries):
        raise Refused("not the commitment first, or another one")
    if log.abandoned and tag != "opened":
        raise Refused("an entry after the match was abandoned")
    if tag in ("outcome", "rekey") and not log.started:
        raise Refused("an entry before the start")


def _own(log: Log, entry: Entry) -> None:
    """Check an entry of the host's own."""
    match [entry.tag, *entry.body]:
        case ["commit", bytes() as commitment] if len(commitment) == 32:
            pass
        case ["start", list() as nonces] if not log.started:
            _start(log, nonces)
        case ["outcome", event, list() as seals, list() as openings]:
            _place(log, entry, event, seals, None)
            _open(log, openings)
        case ["rekey", int() as seat, keys, bot, handed]:
            _rekey(log, entry, (seat, client_of(keys), bot, handed))
        case ["abandoned"]:
            pass
        case ["opened", bytes() as secret, list() as openings]:
            _open(log, openings)
            commitment = part_hash("galli-tui dealer", log.header.match_id, secret)
            if log.entries[0].body != [commitment]:
                raise Refused("another secret than the one that was committed to")
            log.secret = secret
        case _:
            raise Refused("a body that there is not")


def _submission(log: Log, raw: bytes) -> Submission:
    match decode(raw[64:]):
        case [bytes() as match_id, int() as seat, int() as counter, bytes() as answers, [str() as tag, *rest]]:
            pass
        case _:
            raise Refused("a submission without its form")
    if match_id != log.header.match_id or not 0 <= seat < len(log.holders) or counter != log.counters[seat]:
        raise Refused("a submission of another match, seat or counter")
    _signed(raw, "galli-tui submission 1", log.clients[log.holders[seat]].sign)
    return Submission(seat, counter, answers, tag, rest)


def _submitted(log: Log, entry: Entry, held: Submission) -> None:
    """Check a submission in its entry."""
    if entry.number >= MOST_ENTRIES - KEPT_FREE:
        raise Refused("a submission where only the end may stand")
    answered = log.numbered(held.answers)
    if answered is None:
        raise Refused("a submission that answers no entry")
    match [held.tag, *held.body]:
        case ["move", event, list() as seals] if log.started:
            own = [old.number for old in log.entries if old.submission and old.submission.seat == held.seat]
            start = next(old.number for old in log.entries if old.tag == "start")
            if answered.number < max([start, *own]):
                raise Refused("an answer to a question from before the seat's last answer")
            _place(log, entry, event, seals, held)
        case ["takeback"] if log.started:
            taken = answered.submission
            if taken is None or taken.seat != held.seat or taken.tag != "move":
                raise Refused("a takeback of something else than the seat's move")
        case ["join", bytes() as commitment] if not log.started and len(commitment) == 32:
            client = log.holders[held.seat]
            if client == 0 or held.counter or held.seat != log.holders.index(client) or answered.number != 0:
                raise Refused("a join that has no place here")
        case ["nonce", bytes() as nonce] if not log.started and len(nonce) == 32:
            _nonce(log, held, answered, nonce)
        case _:
            raise Refused("a submission that has no place here")


def _joins(log: Log, tag: str) -> list[Submission]:
    return [old.submission for old in log.entries if old.submission and old.submission.tag == tag]


def _nonce(log: Log, held: Submission, answered: Entry, nonce: bytes) -> None:
    join = answered.submission
    if join is None or join.tag != "join" or join.seat != held.seat or held.counter != 1:
        raise Refused("a nonce that has no place here")
    if len(_joins(log, "join")) != len(log.header.clients) - 1:
        raise Refused("a nonce before all have joined")
    key = log.clients[log.holders[held.seat]].sign
    if join.body != [part_hash("galli-tui nonce", log.header.match_id, key, nonce)]:
        raise Refused("another nonce than the one that was committed to")


def _start(log: Log, nonces: list[Plain]) -> None:
    opened = {log.holders[held.seat]: held.body[0] for held in _joins(log, "nonce")}
    if sorted(opened) != list(range(1, len(log.header.clients))) or nonces != [opened[n] for n in sorted(opened)]:
        raise Refused("a start without just the nonces of all guests")
    log.nonces = [nonce for nonce in nonces if isinstance(nonce, bytes)]


def _place(log: Log, entry: Entry, event: Plain, seals: list[Plain], held: Submission | None) -> None:
    """Keep the seals of an event, with contexts and readers."""
    match_id = log.header.match_id
    for place, value in enumerate(seals):
        seal = seal_of(value)
        seats = audience(event, seal.path, len(log.holders))
        readers = {log.holders[seat] for seat in seats}
        author = None
        if held is None:
            context = dealt_context(match_id, entry.number, entry.previous, place)
        else:
            context = chosen_context(match_id, held.seat, held.counter, held.answers, place)
            author = log.holders[held.seat]
            readers.add(0)
        if len(readers) != len(seal.wraps):
            raise Refused("a seal that is not for its readers")
        log.placed[entry.number, place] = Placed(seal, context, seats, tuple(sorted(readers)), author)


def audience(event: Plain, path: list[int], seats: int) -> tuple[int, ...]:
    """Return the seats that may know what is redacted at a path of an event."""
    node = event
    for step in path[:-1]:
        if not isinstance(node, list) or step >= len(node):
            raise Refused("a path that leads nowhere")
        node = node[step]
    match node, path[-1:]:
        case ([int() as mask, False], [1]):
            return tuple(seat for seat in range(seats) if mask >> seat & 1)
        case _:
            raise Refused("a path that leads to no secret")


def _open(log: Log, openings: list[Plain]) -> None:
    for opening in openings:
        match opening:
            case [int() as number, int() as place, bytes() as blind]:
                placed = log.placed.get((number, place))
                if placed is None or placed.author is None or (number, place) in log.openings:
                    raise Refused("an opening of nothing that is closed")
                log.openings[number, place] = blind
            case _:
                raise Refused("an opening without its form")


def _rekey(log: Log, entry: Entry, given: tuple[int, Client, Plain, Plain]) -> None:
    seat, client, bot, handed = given
    rekeys = sum(old.tag == "rekey" for old in log.entries)
    if not 0 <= seat < len(log.holders) or not (bot is None or isinstance(bot, str)) or rekeys == MOST_REKEYS:
        raise Refused("a seat that cannot be given away")
    if client not in log.clients:
        log.clients.append(client)
    number = log.clients.index(client)
    if len(log.clients) > MOST_CLIENTS or (bot is not None and number != 0):
        raise Refused("a holder that cannot be")
    log.holders[seat] = number
    context = handed_context(log.header.match_id, entry.number, entry.previous, seat, client.sign, client.box)
    seal = None if handed is None else seal_of(handed)
    if seal is not None and (seal.path or len(seal.wraps) != 1):
        raise Refused("a box that is not for the new holder")
    log.handed[entry.number] = Handed(seat, number, seal, context)
