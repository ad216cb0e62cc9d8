"""The command line: a module for each kind of command. Each takes parsed arguments and returns an exit code."""
