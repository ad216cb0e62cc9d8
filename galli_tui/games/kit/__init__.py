"""What the screens of games are made of: menus, panels of lines, the table screen and texts of a `BaseGame`."""
