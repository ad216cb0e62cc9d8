"""Component sets of earlier versions are recognized, so that they do not count as custom ones."""

from galli_tui.screens.network.lobby_text import other_components
from net.sync.rules_hash import standard_components_hash

WITHOUT_RANKS = bytes.fromhex("a8b2b26cb46f0a488b2b948e3112d1e074f3ca7c1d6f2715de26b0a31efab60e")
"""The hash of the standard set before ranks were added, from the headers of such matches."""
ONE_FOR_THE_ANNALS = bytes.fromhex("32ffd0e3b0da295a01aaad0df3e94edac5132a856326091b72d42e7ae713ee2d")
"""The hash of the standard set with an earlier verdict for the best bands of level III."""
TRY_AGAIN = bytes.fromhex("bbe5c444bfd3240705a63283bd45678bac52dc8a57046bd9353aa35a60653ebf")
"""The hash of the standard set with an earlier verdict for the lowest bands."""


def test_the_standard_set_of_an_earlier_version_is_named_as_that_and_not_as_a_foreign_set() -> None:
    for earlier in (WITHOUT_RANKS, ONE_FOR_THE_ANNALS, TRY_AGAIN):
        assert "of an earlier version" in other_components("campus-galli", earlier)
    assert "other components" in other_components("campus-galli", bytes(32))
    assert not other_components("campus-galli", standard_components_hash("campus-galli"))
