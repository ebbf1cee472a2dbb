"""A Dask cluster on this machine, until standard input ends: its address and the process ids of its workers.

The first argument is the number of worker processes, 2 when absent; a second one is a file that each of them runs
first. A number on a line of standard input is how many workers there shall be from then on.
"""

from __future__ import annotations

import sys

from distributed import LocalCluster

if __name__ == "__main__":
    number, *preload = sys.argv[1:] or ["2"]
    with LocalCluster(
        n_workers=int(number),
        threads_per_worker=1,
        dashboard_address=None,
        preload=preload,
        worker_dashboard_address=None,
    ) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)  # noqa: T201 - what it is started for
        for line in sys.stdin:
            cluster.scale(int(line))
