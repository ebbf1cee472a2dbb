"""The site generators that tilesite runs under: a Python-Markdown extension, and the events of MkDocs."""
