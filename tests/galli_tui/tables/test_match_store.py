"""Which of the saved matches is the last unfinished one."""

from __future__ import annotations

from galli_tui.tables.match_store import Condition, last_unfinished
from tests.support.fake_match_store import saved

OWN, OLDER = saved("1"), saved("2")
REPLICA = saved("3")._replace(is_replica=True)
WHAT_IF = saved("4")._replace(is_what_if=True)
OVER, DAMAGED = saved("5", Condition.OVER), saved("6", Condition.DAMAGED)


def test_the_last_unfinished_match_is_the_players_own_then_a_replica_then_a_what_if() -> None:
    assert last_unfinished([OVER, DAMAGED, WHAT_IF, REPLICA, OWN, OLDER]) == OWN
    assert last_unfinished([OVER, DAMAGED, WHAT_IF, REPLICA]) == REPLICA
    assert last_unfinished([OVER, DAMAGED, WHAT_IF]) == WHAT_IF
    assert last_unfinished([OVER, DAMAGED]) is None
