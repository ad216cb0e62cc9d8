"""Code that reads foreign bytes raises only documented errors, whatever they are."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.support.fuzz_targets import TARGETS
from tests.support.paths import ROOT

RUNS = {
    "frames": 300_000,
    "messages": 300_000,
    "file": 60_000,
    "entries": 60_000,
    "components": 10_000,
    "notation": 200_000,
}
CHANGED = 200
"""Changed seeds that each target is given in a short run."""


def changed(seeds: list[bytes], random: Random) -> bytes:
    """Return a seed with some bytes changed, cut out, doubled, or taken from another."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.randint(1, 4)):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        match random.randrange(5):
            case 0 if data:
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
            case 1:
                del data[at : min(end, at + 40)]
            case 2:
                data[at:at] = data[at : min(end, at + 40)]
            case 3:
                other = random.choice(seeds)
                start = random.randrange(len(other) + 1)
                data[at : min(end, at + 40)] = other[start : start + random.randrange(40)]
            case _:
                data[at:at] = random.randbytes(random.randrange(9))
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_changed_bytes_are_refused_or_come_out_the_same(name: str) -> None:
    target, random = TARGETS[name], Random(1)
    seeds = target.seeds()
    for seed in (b"", *seeds):
        target.check(seed)
    for _ in range(CHANGED):
        data = changed(seeds, random)
        try:
            target.check(data)
        except Exception as fault:
            fault.add_note(f"the bytes: {data!r}")
            raise


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_bytes_that_follow_the_coverage_are_refused_or_come_out_the_same(name: str, tmp_path: Path) -> None:
    if find_spec("atheris") is None:
        pytest.skip("atheris is not installed: .venv-test/bin/python -m pip install -e '.[fuzz]'")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.support.fuzz", name, str(tmp_path / "corpus")),
            *(f"-runs={RUNS[name]}", "-seed=1", "-rss_limit_mb=1024", "-timeout=300"),
            *("-print_final_stats=1", f"-artifact_prefix={tmp_path}/"),
        ],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert f"stat::number_of_executed_units: {RUNS[name]}" in done.stderr
