"""Pages that answer back: what a page holds for its reader's browser, and what the browser runs.

``respond`` is asked in the browser, by ``assets/live/worker.js``, with the code that verified the page; ``files``
gathers that code and Pyodide, which runs it, when the site is built.
"""
