# The part of argparse-manpage that this project uses; the library itself comes without types.

from argparse import ArgumentParser

class Manpage:
    date: str
    source: str
    manual: str
    description: str
    def __init__(self, parser: ArgumentParser) -> None: ...
