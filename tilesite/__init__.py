"""tilesite: technical pages whose numbers are computed when the site is built."""

__version__ = "0.1.0"
