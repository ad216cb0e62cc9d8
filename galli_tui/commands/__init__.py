"""The commands of the command line, a file for each kind. Each takes parsed arguments and returns an exit code."""
