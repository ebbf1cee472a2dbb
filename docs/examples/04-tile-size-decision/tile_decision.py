"""Runs tile-decision from a clone, with nothing installed: python3 tile_decision.py --help."""

import os.path
import sys

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), "../../..")))

from tilesite.tile.__main__ import run

if __name__ == "__main__":
    run()
