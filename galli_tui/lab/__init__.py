"""The lab: many matches by bots, on all processors or a cluster, and what their endings tell. Knows no screen."""
