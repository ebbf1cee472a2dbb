"""``tilesite cite``: the sources of the facts, fetched and opened."""
