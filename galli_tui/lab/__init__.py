"""The lab: many matches by bots, on all processors, and what their endings tell. Knows no screen."""
