"""The program tma-descriptor, run from a clone: python3 tma_descriptor.py --help."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tilesite.tma.__main__ import run

run()
