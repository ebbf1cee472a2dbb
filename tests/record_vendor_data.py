"""Records what NVIDIA's tools answer, as the data that the tests compare with.

python tests/record_vendor_data.py shapes       tests/data/mma_shapes_ptxas.json
python tests/record_vendor_data.py limits       tests/data/ptxas_limits.json
python tests/record_vendor_data.py occupancy    tests/data/tile/occupancy_cuda_13.0.jsonl, its launches answered anew
python tests/record_vendor_data.py facts        tilesite/facts/facts.lock, what the tools say of facts
python tests/record_vendor_data.py occupancy --seed 7 --count 3000    other launches, to standard output
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from vendor import limits_file, shapes_file
from vendor.cross_checks import all_measured
from vendor.header import build
from vendor.launches import random_launches, read_capabilities
from vendor.occupancy_file import FILE, answered, lines, read
from vendor.sweep import questions, read_words, sweep_all

from tilesite.facts import FACTS
from tilesite.facts.lock import Entry, Lock, claim_of, lock_text, read_lock, sealed
from tilesite.pages.cite.session import LOCK


def shapes() -> None:
    """Sweeps every target and writes the verdicts."""
    asked = questions(read_words())
    shapes_file.write(shapes_file.record_of(asked, sweep_all(asked)))


def limits() -> None:
    """Measures the limits of every target and writes them."""
    limits_file.write(limits_file.measure())


def occupancy(seed: int | None, count: int) -> None:
    """Answers the recorded launches again, or new ones."""
    capabilities = read_capabilities()
    launches = [row.launch for row in read()] if seed is None else random_launches(seed, count, capabilities)
    with tempfile.TemporaryDirectory() as folder:
        rows = answered(build(Path(folder)), launches, capabilities)
    text = "".join(f"{line}\n" for line in lines(rows))
    if seed is None:
        FILE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def facts() -> None:
    """Writes into the record of the facts what the tools say, with today's date, where it is what the fact says."""
    lock = read_lock(LOCK.read_text("utf-8"))
    entries = dict(lock.facts)
    date = datetime.now(timezone.utc).date().isoformat()
    for key, found in all_measured().items():
        fact = FACTS[key]
        if found.value != fact.value:
            sys.stderr.write(f"fact {key}: expected {fact.value}, got {found.value} from {found.tool}\n")
            continue
        entry = entries.get(key, Entry(""))
        entry = entry if entry.claim == claim_of(fact) else Entry(claim_of(fact))
        entries[key] = sealed(entry._replace(tool=found.tool, asked=date))
    LOCK.write_text(lock_text(Lock(lock.sources, entries)), encoding="utf-8")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("shapes", "limits", "occupancy", "facts"))
    parser.add_argument("--seed", type=int)
    parser.add_argument("--count", type=int, default=3000)
    arguments = parser.parse_args()
    if arguments.what == "occupancy":
        occupancy(arguments.seed, arguments.count)
    else:
        {"shapes": shapes, "limits": limits, "facts": facts}[arguments.what]()


if __name__ == "__main__":
    main()
