"""BD-3: the conflict over the cell that both have claimed, and the 1x cards used in it. Waleran is the holder."""

from __future__ import annotations

import pytest

from rules.builders_duel.conflict import side_behind
from tests.support.bd_positions import DUEL, Has, conflict_of, turn_of


@pytest.mark.rule("BD-3a")
def test_a_seal_falls_on_one_of_its_two_faces() -> None:
    duel = conflict_of().do("2 throw 14 no")
    assert duel.due == "dealer fall"
    assert {duel.dealt(seed).sums for seed in range(20)} == {(0, 1), (0, 4)}
    assert duel.why_not("dealer fall 5") == ("bad-draw", "BD-3a")


@pytest.mark.rule("BD-3a")
def test_faces_add_up_to_a_sum() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1", "1 23 2", "1 05 5")
    assert duel.sums == (8, 4)


@pytest.mark.rule("BD-3a")
def test_the_face_cannot_be_chosen() -> None:
    assert conflict_of().why_not("2 throw 14 yes") == ("face-by-chance", "BD-3a")


@pytest.mark.rule("BD-3a")
def test_a_contested_person_is_fought_for_by_the_side_that_cannot_use_it() -> None:
    duel = conflict_of(cards={1: "a-mason"}).throws("2 14 4", "1 14 1").do("1 give-up", "1 keep-seal -")
    assert 1 in duel.cells(2)
    assert duel.do("2 use 1").told == ["Waleran skips Mason."]


@pytest.mark.rule("BD-3b")
def test_the_holder_throws_first() -> None:
    assert conflict_of(holder=2).due == "2"
    assert conflict_of(holder=1).due == "1"


@pytest.mark.rule("BD-3b")
def test_then_the_other_player_throws() -> None:
    assert conflict_of().throws("2 14 4").due == "1"


@pytest.mark.rule("BD-3c")
def test_both_must_throw_at_least_once() -> None:
    duel = conflict_of()
    assert duel.legal_verbs() == {"throw"}
    assert duel.why_not("2 give-up") == ("not-now", "BD-3b")
    duel = duel.throws("2 14 4")
    assert duel.legal_verbs() == {"throw"}
    assert duel.why_not("1 give-up") == ("not-now", "BD-3b")


@pytest.mark.rule("BD-3c")
def test_a_side_without_neutral_seals_throws_its_personal_seal() -> None:
    assert conflict_of(waleran=Has(seals="")).legal == ["throw me no"]


@pytest.mark.rule("BD-3d")
def test_the_player_behind_throws_until_he_is_ahead() -> None:
    duel = conflict_of().throws("2 14 4", "1 05 0")
    assert duel.due == "1"
    duel = duel.throws("1 23 3")
    assert duel.due == "1"
    assert duel.throws("1 14 4").due == "2"


@pytest.mark.rule("BD-3d")
def test_each_seal_is_thrown_once() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1")
    assert duel.why_not("1 throw 14 no") == ("seal-not-there", "BD-3d")
    two = conflict_of(philip=Has(seals="14 14")).throws("2 14 4", "1 14 1")
    assert "throw 14 no" in two.legal


@pytest.mark.rule("BD-3d")
def test_the_player_behind_may_give_up() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1").do("1 give-up")
    assert duel.told[:2] == ["Philip gives up.", "Waleran wins card 1 with 4 to 1."]
    assert duel.cells(2) == [1, 2, 3]


@pytest.mark.rule("BD-3e")
def test_with_equal_sums_the_holder_is_ahead() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 4")
    assert duel.due == "1"
    assert side_behind(duel.state) == 0


@pytest.mark.rule("BD-3e")
def test_the_holder_who_draws_level_is_ahead_again() -> None:
    duel = conflict_of().throws("2 14 1", "1 14 4", "2 23 3")
    assert duel.sums == (4, 4)
    assert duel.due == "1"


@pytest.mark.rule("BD-3e")
def test_it_is_told_why_the_holder_wins_with_equal_sums() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 4").do("1 give-up")
    assert "Waleran wins card 1 with 4 to 4, as the holder of the Power." in duel.told


@pytest.mark.rule("BD-3f")
def test_a_player_who_is_ahead_does_not_throw() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1")
    assert duel.why_not("2 throw 23 no") == ("not-your-turn", "BD-4a")


@pytest.mark.rule("BD-3f")
def test_giving_up_is_for_good() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1").do("1 give-up")
    assert duel.legal_verbs() == {"keep-seal"}


@pytest.mark.rule("BD-3g")
def test_a_player_who_has_thrown_his_personal_seal_throws_no_more() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 4", "1 me 2")
    assert duel.due == "1"
    assert duel.legal == ["swear-oath", "give-up"]
    assert duel.why_not("1 throw 14 no") == ("personal-thrown", "BD-3g")


@pytest.mark.rule("BD-3g")
def test_the_other_player_may_continue() -> None:
    duel = conflict_of().throws("2 me 3", "1 14 1")
    assert duel.due == "1"
    duel = duel.throws("1 23 3")
    assert duel.state.owners[0] == 0


@pytest.mark.rule("BD-3h")
def test_a_player_who_is_behind_and_cannot_throw_has_lost() -> None:
    duel = conflict_of().throws("2 me 3", "1 14 4")
    assert "Philip wins card 1 with 4 to 3." in duel.told
    assert duel.cells(1) == [1, 4, 7]


@pytest.mark.rule("BD-3h")
@pytest.mark.parametrize(("faces", "winner"), [("2 3", 1), ("3 3", 2), ("3 2", 2)])
def test_when_both_have_thrown_their_personal_seals_the_sums_decide(faces: str, winner: int) -> None:
    first, second = faces.split()
    duel = conflict_of().throws(f"2 me {first}", f"1 me {second}")
    assert 1 in duel.cells(winner)


@pytest.mark.rule("BD-3i")
def test_the_loser_has_two_cards_left() -> None:
    duel = conflict_of().throws("2 me 3", "1 me 2")
    assert duel.cells(1) == [4, 7]
    assert duel.cells(2) == [1, 2, 3]


@pytest.mark.rule("BD-3j")
def test_personal_seals_come_back() -> None:
    duel = conflict_of().throws("2 me 3", "1 me 2")
    assert duel.state.conflict.thrown == ()
    assert duel.under == []
    assert conflict_of(2).legal == conflict_of(1).legal


@pytest.mark.rule("BD-3j")
def test_the_winners_seals_go_under_the_stack_in_the_order_thrown() -> None:
    duel = conflict_of(holder=1).throws("1 05 0", "2 me 3", "1 23 2", "1 14 4")
    assert duel.under == ["05", "23", "14"]
    assert duel.seals(1) == []


@pytest.mark.rule("BD-3j", "BD-3k")
def test_the_winners_seals_go_under_first_even_if_thrown_last() -> None:
    duel = conflict_of().throws("2 05 0", "1 14 4").do("2 give-up", "2 keep-seal -")
    assert duel.under == ["14", "05"]


@pytest.mark.rule("BD-3k")
def test_the_losers_seals_go_under_the_stack_after_the_winners() -> None:
    duel = conflict_of().throws("2 14 4", "1 23 2", "1 05 0", "1 14 4", "2 05 5").do("1 give-up", "1 keep-seal 05")
    assert duel.under == ["14", "05", "23", "14"]
    assert duel.seals(1) == ["05"]
    assert duel.seals(2) == ["23"]


@pytest.mark.rule("BD-3k")
def test_the_loser_keeps_one_only_of_the_neutral_seals_he_threw() -> None:
    duel = conflict_of().throws("2 14 4", "1 23 2", "1 05 0").do("1 give-up")
    assert duel.due == "1"
    assert duel.legal == ["keep-seal 05", "keep-seal 23", "keep-seal -"]
    assert duel.why_not("1 keep-seal 14") == ("seal-not-thrown", "BD-3k")
    assert duel.why_not("1 keep-seal me") == ("seal-not-thrown", "BD-3k")


@pytest.mark.rule("BD-3k")
def test_the_loser_may_keep_none() -> None:
    duel = conflict_of().throws("2 14 4", "1 23 2").do("1 give-up", "1 keep-seal -")
    assert duel.seals(1) == ["05", "14"]
    assert duel.under == ["14", "23"]


@pytest.mark.rule("BD-3k")
def test_the_loser_keeps_his_only_seal() -> None:
    duel = conflict_of(philip=Has(seals="14")).throws("2 14 4", "1 14 1").do("1 give-up", "1 keep-seal 14")
    assert duel.seals(1) == ["14"]


@pytest.mark.rule("BD-3k")
def test_a_loser_who_threw_no_neutral_seal_keeps_nothing() -> None:
    duel = conflict_of().throws("2 14 4", "1 me 2")
    assert duel.legal_verbs() != {"keep-seal"}
    assert duel.state.conflict.thrown == ()
    assert duel.seals(1) == ["05", "14", "23"]


@pytest.mark.rule("BD-3j", "BD-3k")
def test_there_are_always_ten_neutral_seals() -> None:
    duel = conflict_of().throws("2 14 4", "1 23 2", "1 05 0")
    for after in (duel, duel.do("1 give-up"), duel.do("1 give-up", "1 keep-seal 05")):
        assert DUEL.census(after.state)["neutral"] == 10


@pytest.mark.rule("BD-3l")
def test_a_face_of_0_counts_as_a_throw() -> None:
    duel = conflict_of().throws("2 05 0")
    assert duel.due == "1"
    duel = duel.throws("1 05 0")
    assert duel.sums == (0, 0)
    assert duel.do("1 give-up", "1 keep-seal -").under == ["05", "05"]


# Second Throw


@pytest.mark.rule("BD-6b")
def test_the_second_throw_replaces_the_face_that_has_just_fallen() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw")).throws("2 14 4", "1 05 0")
    assert duel.legal == ["let-lie", "throw-again"]
    duel = duel.do("1 throw-again", "dealer fall 5")
    assert duel.sums == (5, 4)
    assert duel.kept(1) == []
    assert "a-second-throw" in duel.discards
    assert duel.due == "2"


@pytest.mark.rule("BD-6b")
def test_the_new_face_counts_even_if_it_is_lower() -> None:
    duel = conflict_of(waleran=Has(kept="a-second-throw")).throws("2 14 4").do("2 throw-again", "dealer fall 1")
    assert duel.sums == (0, 1)


@pytest.mark.rule("BD-6b")
def test_a_face_may_be_let_lie_and_the_card_kept_for_the_next_throw() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw")).throws("2 14 4", "1 05 0").do("1 let-lie")
    assert duel.kept(1) == ["a-second-throw"]
    assert duel.throws("1 14 1").legal == ["let-lie", "throw-again"]


@pytest.mark.rule("BD-6b")
def test_the_second_throw_is_used_once() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw")).throws("2 14 4", "1 05 0")
    duel = duel.do("1 throw-again", "dealer fall 0")
    assert duel.legal_verbs() == {"throw", "give-up"}


@pytest.mark.rule("BD-6b")
def test_the_personal_seal_may_be_thrown_again() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw")).throws("2 23 2", "1 me 2")
    assert duel.do("1 throw-again", "dealer fall 3").sums == (3, 2)


@pytest.mark.rule("BD-6b")
def test_the_second_throw_is_for_ones_own_seals() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw")).throws("2 14 4")
    assert duel.legal_verbs() == {"throw"}
    assert duel.why_not("1 throw-again") == ("not-now", "BD-3b")


# Oath


@pytest.mark.rule("BD-6c")
def test_the_oath_adds_2_while_behind() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 4", "1 23 3").do("1 swear-oath")
    assert duel.sums == (5, 4)
    assert duel.due == "2"
    assert "b-oath" in duel.discards
    assert duel.seals(1) == ["05", "14"]


@pytest.mark.rule("BD-6c")
def test_who_is_still_behind_after_the_oath_continues() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 4", "1 23 2").do("1 swear-oath")
    assert duel.sums == (4, 4)
    assert duel.due == "1"
    assert duel.legal_verbs() == {"throw", "give-up"}


@pytest.mark.rule("BD-6c")
def test_no_oath_is_sworn_without_the_card() -> None:
    duel = conflict_of().throws("2 14 4", "1 23 3")
    assert duel.why_not("1 swear-oath") == ("no-oath", "BD-6c")


@pytest.mark.rule("BD-6d")
def test_the_oath_does_not_replace_the_first_throw() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 4")
    assert duel.why_not("1 swear-oath") == ("not-now", "BD-3b")


@pytest.mark.rule("BD-6d")
def test_the_oath_may_follow_the_personal_seal_in_the_same_go() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 4", "1 14 1", "1 me 2").do("1 swear-oath")
    assert duel.sums == (5, 4)
    assert duel.due == "2"


@pytest.mark.rule("BD-6d")
def test_the_oath_may_follow_a_personal_seal_thrown_first() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 23 3", "1 me 2").do("1 swear-oath")
    assert duel.sums == (4, 3)


@pytest.mark.rule("BD-6d")
def test_the_oath_comes_too_late_after_being_ahead_with_the_personal_seal() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 1", "1 me 2", "2 23 2")
    assert duel.told[-2:] == [
        "Philip can't swear the Oath: it must follow the personal seal at once.",
        "Waleran wins card 1 with 3 to 2.",
    ]
    assert duel.kept(1) == ["b-oath"]


@pytest.mark.rule("BD-3g", "BD-3h")
def test_it_is_told_that_who_is_behind_with_the_personal_seal_throws_no_more() -> None:
    duel = conflict_of().throws("2 14 4", "1 me 3")
    assert duel.told[-2:] == [
        "Waleran wins card 1 with 4 to 3.",
        "Philip could not throw on after the personal seal.",
    ]


@pytest.mark.rule("BD-3d")
@pytest.mark.parametrize(
    ("philip", "words"),
    [
        (Has(seals="23"), ": throwing on could not win."),
        (Has(seals="23 14"), "."),
        (Has(seals="23", kept="b-oath"), "."),
    ],
)
def test_it_is_told_when_who_gives_up_could_not_win_with_all_seals(philip: Has, words: str) -> None:
    duel = conflict_of(philip=philip, waleran=Has(seals="05")).throws("2 05 5", "1 23 2")
    assert f"Philip gives up{words}" in duel.do("1 give-up").told


@pytest.mark.rule("BD-6d")
def test_the_oath_comes_too_late_for_a_holder_whose_first_throw_was_his_personal_seal() -> None:
    duel = conflict_of(waleran=Has(kept="b-oath")).throws("2 me 3", "1 14 4")
    assert "Philip wins card 1 with 4 to 3." in duel.told


@pytest.mark.rule("BD-6d")
def test_the_oath_may_be_sworn_in_a_later_go_while_the_personal_seal_is_not_thrown() -> None:
    duel = conflict_of(philip=Has(kept="b-oath")).throws("2 14 1", "1 14 4", "2 23 3")
    assert "swear-oath" in duel.legal


@pytest.mark.rule("BD-6a", "BD-6c")
def test_second_throw_and_oath_may_be_combined() -> None:
    duel = conflict_of(philip=Has(kept="a-second-throw b-oath")).throws("2 23 3", "1 me 2")
    duel = duel.do("1 throw-again", "dealer fall 2", "1 swear-oath")
    assert duel.sums == (4, 3)


@pytest.mark.rule("BD-6i")
def test_conflict_cards_are_not_used_in_the_turn() -> None:
    duel = turn_of(1, philip=Has(kept="a-second-throw b-oath"))
    assert duel.legal == ["end"]
    assert duel.why_not("1 swear-oath") == ("not-now", "BD-4a")
    assert duel.why_not("1 throw-again") == ("not-now", "BD-4a")


@pytest.mark.rule("BD-6i")
def test_other_1x_cards_are_not_used_in_the_conflict() -> None:
    duel = conflict_of(philip=Has(kept="a-scaffold a-cartload b-two-sites")).throws("2 14 4", "1 14 1")
    assert duel.legal_verbs() == {"throw", "give-up"}
    assert duel.why_not("1 use-cartload wood") == ("not-now", "BD-3d")
