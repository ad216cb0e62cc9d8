"""Board games in the terminal: the app, its screens and widgets, and the command line.

`__main__` is the way in. This file stays small, since the entry point's checks import it first.
"""

__version__ = "0.2.0"
