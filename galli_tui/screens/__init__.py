"""The screens that know no single game. Each is imported when it is first shown."""
