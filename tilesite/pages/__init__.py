"""Verified blocks in Markdown pages: found, read, run, rendered and checked. Knows nothing of any site generator."""
