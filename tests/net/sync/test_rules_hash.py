"""What stands for a game's rules: the same for the same files, wherever they lie, and another for any other."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from net.sync.rules_hash import check_rules, components_hash, hash_folders, rules_hash, standard_components_hash
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from rules.registry import game_box, game_meta, games, package_of
from tests.support.paths import ROOT


def written(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder with these files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


RULES = {"game.py": b"ROUNDS = 3\n", "components/plan.toml": b"rows = 12\n", "rulebook.md": b"# Candles\n"}


def test_only_rules_count_and_line_ends_do_not(tmp_path: Path) -> None:
    first = hash_folders({"game": written(tmp_path / "first", RULES)})
    same = {**RULES, "game.py": b"ROUNDS = 3\r\n", "rulebook.md": b"# Tapers\n", "__pycache__/game.pyc": b"\x00"}
    assert hash_folders({"game": written(tmp_path / "same", same)}) == first


@pytest.mark.parametrize(
    "other",
    [
        {**RULES, "game.py": b"ROUNDS = 4\n"},
        {**RULES, "components/plan.toml": b"rows = 13\n"},
        {**RULES, "more.py": b""},
        {"game.py": RULES["game.py"], "plan.toml": RULES["components/plan.toml"]},
        {"game.py": RULES["components/plan.toml"], "components/plan.toml": RULES["game.py"]},
        {"game.py": b"ROUNDS = 3\n\n", "components/plan.toml": b"rows = 12\n"},
    ],
)
def test_any_other_file_name_or_content_changes_the_hash(tmp_path: Path, other: dict[str, bytes]) -> None:
    first = hash_folders({"game": written(tmp_path / "first", RULES)})
    assert hash_folders({"game": written(tmp_path / "other", other)}) != first


def test_a_file_that_moves_between_engine_and_game_makes_another_hash(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one", {"a.py": b"1"}), written(tmp_path / "two", {"a.py": b"2"})
    assert hash_folders({"engine": one, "game": two}) != hash_folders({"engine": two, "game": one})


def test_a_program_without_its_rules_files_says_so(tmp_path: Path) -> None:
    bare = written(tmp_path / "bare", {"game.pyc": b"\x00"})
    with pytest.raises(HandshakeError) as caught:
        hash_folders({"engine": written(tmp_path / "engine", RULES), "game": bare})
    assert caught.value.kind is HandshakeFailure.NO_RULES


def test_rules_in_an_archive_have_the_same_hash(tmp_path: Path) -> None:
    archive = tmp_path / "rules.zip"
    folder = written(tmp_path / "rules", RULES)
    with zipfile.ZipFile(archive, "w") as file:
        for path in folder.rglob("*"):
            file.write(path, path.relative_to(tmp_path))
    assert hash_folders({"game": zipfile.Path(archive, "rules/")}) == hash_folders({"game": folder})


@pytest.mark.parametrize("game", games())
def test_every_games_hash_covers_its_folder_and_the_engine(game: str) -> None:
    own = ROOT.joinpath(*package_of(game).split("."))
    assert rules_hash(game) == hash_folders({"engine": ROOT / "rules" / "engine", "game": own})
    assert len(rules_hash(game)) == 32


def test_a_custom_component_set_has_its_own_hash() -> None:
    [game, *_] = games()
    standard = game_box(game).standard_components()
    assert components_hash(standard) == standard_components_hash(game)
    assert components_hash([standard]) != standard_components_hash(game)
    with pytest.raises(KeyError):
        standard_components_hash("hounds-and-jackals")


def test_a_guest_knows_only_its_own_rules() -> None:
    [game, *_] = games()
    version = game_meta(game).rules_version
    check_rules(game, version, rules_hash(game))
    for rules_version, told in ((version + 1, rules_hash(game)), (version, bytes(32))):
        with pytest.raises(HandshakeError) as caught:
            check_rules(game, rules_version, told)
        assert caught.value.kind is HandshakeFailure.OTHER_RULES
    with pytest.raises(HandshakeError) as caught:
        check_rules("hounds-and-jackals", 1, bytes(32))
    assert caught.value.kind is HandshakeFailure.UNKNOWN_GAME
