"""Fuzz one target, led by its coverage: `python -m tests.support.fuzz entries CORPUS -max_total_time=600`.

Seeds go into the folder CORPUS first, and what reaches something new is kept there, so the next run goes on from it.
Needs the extra `fuzz`. The options are libFuzzer's; an input that ends the run is written to `crash-...`.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """Fuzz until libFuzzer's options say that it is enough."""
    try:
        atheris: Any = import_module("atheris")
    except ImportError:
        sys.exit("tests.support.fuzz needs atheris: .venv-test/bin/python -m pip install -e '.[fuzz]'")
    name, corpus, *options = sys.argv[1:]
    with atheris.instrument_imports(include=["net", "rules", "saves"]):
        from tests.support.fuzz_targets import TARGETS

        target = TARGETS[name]
        seeds = target.seeds()
        for seed in seeds:  # also imports, and so instruments, what the program imports late
            target.check(seed)
    folder = Path(corpus)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (folder / sha256(seed).hexdigest()).write_bytes(seed)
    atheris.Setup([sys.argv[0], str(folder), "-max_len=65536", *options], target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
