"""The lab: matches between bots, on all processors or a cluster, and statistics of their results. No screens."""
