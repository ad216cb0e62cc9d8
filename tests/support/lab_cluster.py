"""A Dask cluster of two workers on this machine, until standard input ends. Prints its scheduler's address.

python -m tests.support.lab_cluster
"""

from __future__ import annotations

import sys

from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close()
