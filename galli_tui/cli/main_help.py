"""The first and the last part of `galli-tui --help`: what the program is, examples, exit codes and variables."""

from __future__ import annotations

DESCRIPTION = """\
Monastery board games in the terminal. Without a command, opens the menu: new match,
saved matches, rules, help. Everything works by keyboard."""

EPILOG = """\
examples
  galli-tui                                   the menu
  galli-tui learn GAME                        learn a game in played lessons
  galli-tui play GAME --name Anna --name Bruno
  galli-tui play GAME --mode solo --seed 7    solo, with a deal you can repeat
  galli-tui host GAME --seats 3               a table on the network
  galli-tui join                              find tables on this network
  galli-tui list                              saved matches and their progress
  galli-tui resume                            resume the match played last
  galli-tui rules GAME CLAUSE                 one clause of the rulebook
  galli-tui COMMAND --help                    options of a command

exit codes
  0 success   1 a check failed: the file is damaged or not a match, or the seat may not
  be shown yet   2 wrong arguments   66 no such match, file or clause   69 unsuitable
  terminal   70 internal error   74 a file could not be read or written, or the match
  could not be opened   75 network error   78 a package is missing or belongs to another
  program   130 interrupted   141 the output was closed

environment
  GALLI_TUI_HOME   folder for matches and identity (default: your system's)
  GALLI_TUI_CODE   table code for `join`
  GALLI_TUI_STILL  if set, turns animations off
  NO_COLOR         if set, turns colours off
  GALLI_TUI_DEBUG  if set, shows tracebacks for a bug report
If a lost connection leaves the terminal garbled, run `reset`."""
