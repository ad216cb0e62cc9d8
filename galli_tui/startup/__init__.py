"""The first and the last thing a player meets: installation check, exit codes, fault reports, the farewell."""
