"""A Dask cluster of two worker processes on this machine, until standard input ends; its address and their ids."""

from __future__ import annotations

import sys

from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)  # noqa: T201 - what it is started for
        sys.stdin.read()
