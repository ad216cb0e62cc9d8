"""The start and end of the program: installation check, exit codes, fault reports."""
