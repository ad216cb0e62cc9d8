"""Open seals with a client's key or the dealer's secret, and check at the end that all were made as documented."""

from tests.support.second.log import Handed, Log, Placed
from tests.support.second.primitives import Plain, Refused, encode, part_hash
from tests.support.second.seals import Keys, blind_of, unseal, unwrap

Values = dict[tuple[int, int], Plain]


def entropy(log: Log, secret: bytes, source: str, index: int) -> bytes:
    """Return the entropy of a draw."""
    if log.header.seed is not None:
        return part_hash("dealer", log.header.seed, source, index)
    return part_hash("galli-tui draw", secret, part_hash(*log.nonces), source, index)


def seen_by(log: Log, keys: Keys) -> Values:
    """Return what a client can open with its keys: as author, as reader, by what it was handed, and what was opened."""
    client = next(number for number, client in enumerate(log.clients) if client.sign == keys.sign)
    values: Values = {}
    for where, placed in log.placed.items():
        if placed.author == client:
            blind = blind_of(keys.blinding, placed.context)
        elif client in placed.readers:
            blind = unwrap(placed.seal, placed.readers.index(client), keys, placed.context)
        elif where in log.openings:
            blind = log.openings[where]
        else:
            continue
        values[where] = _value(log, placed, blind)
    for handed in log.handed.values():
        if handed.client == client and handed.seal is not None:
            blind = unwrap(handed.seal, 0, keys, handed.context)
            for where, told in _told(unseal(handed.seal, blind, handed.context, [keys.box])).items():
                values[where] = _value(log, log.placed[where], told)
    return values


def audit(log: Log) -> Values:
    """Open every seal of a finished match, make it again, and return all values; refuse what is not as it should be."""
    if log.secret is None:
        raise Refused("the secret is not opened")
    blinds: dict[tuple[int, int], bytes] = dict(log.openings)
    for where, placed in log.placed.items():
        if placed.author is None:
            blinds[where] = blind_of(log.secret, placed.context)
        elif where not in blinds:
            raise Refused("a choice that was never opened", where[0])
    values = {where: _at(where, log, placed, blinds[where]) for where, placed in log.placed.items()}
    for number, handed in log.handed.items():
        _audit_handed(log, number, handed, blinds, log.secret)
    return values


def whole(event: Plain, seals: list[tuple[list[int], Plain]]) -> Plain:
    """Return an event with values in their places."""
    filled = event
    for path, value in seals:
        filled = _filled(filled, path, value)
    return filled


def _filled(node: Plain, path: list[int], value: Plain) -> Plain:
    if not path:
        return [value]
    if not isinstance(node, list):
        raise Refused("a path that leads nowhere")
    return [_filled(item, path[1:], value) if at == path[0] else item for at, item in enumerate(node)]


def _at(where: tuple[int, int], log: Log, placed: Placed, blind: bytes) -> Plain:
    try:
        return _value(log, placed, blind)
    except Refused as fault:
        raise Refused(str(fault), where[0]) from fault


def _value(log: Log, placed: Placed, blind: bytes) -> Plain:
    return unseal(placed.seal, blind, placed.context, [log.clients[reader].box for reader in placed.readers])


def _told(value: Plain) -> dict[tuple[int, int], bytes]:
    told: dict[tuple[int, int], bytes] = {}
    for opening in value if isinstance(value, list) else []:
        match opening:
            case [int() as number, int() as place, bytes() as blind]:
                told[number, place] = blind
            case _:
                raise Refused("an opening without its form")
    return told


def _audit_handed(log: Log, number: int, handed: Handed, blinds: dict[tuple[int, int], bytes], secret: bytes) -> None:
    """Check that a new holder was handed just what it could not open."""
    known: set[tuple[int, int]] = set()
    for earlier, other in log.handed.items():
        if earlier < number and other.client == handed.client and other.seal is not None:
            known |= _told(unseal(other.seal, blind_of(secret, other.context), other.context, _box(log, other))).keys()
    lacking = [
        [*where, blinds[where]]
        for where, placed in sorted(log.placed.items())
        if where[0] < number
        and handed.seat in placed.seats
        and handed.client not in (placed.author, *placed.readers)
        and not (handed.client == 0 and placed.author is None)
        and where not in known
    ]
    found: Plain = []
    if handed.seal is not None:
        found = unseal(handed.seal, blind_of(secret, handed.context), handed.context, _box(log, handed))
    if encode(found) != encode([list[Plain](opening) for opening in lacking]) or (handed.seal is None) != (not lacking):
        raise Refused("a new holder was not handed just what it lacked", number)


def _box(log: Log, handed: Handed) -> list[bytes]:
    return [log.clients[handed.client].box]
