"""Runs tile-decision from a clone, with nothing installed: python3 tile_decision.py --help."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tilesite.tile.__main__ import run

if __name__ == "__main__":
    run()
