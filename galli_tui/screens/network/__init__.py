"""The screens on the way to a network table: finding, joining, the lobby, chat."""
