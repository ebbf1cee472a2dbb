"""An executor on a Dask cluster (extra ``scale``): the standard interface, nothing of our own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import NamedTuple

from tilesite import __version__
from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts

SECONDS = 6
"""How long a scheduler may take to answer. With the time to import Dask, the program has spoken within ten."""

CLOSING = 5
_FLAG = "--dask"


class Cluster(NamedTuple):
    """The executor of a cluster, and the threads that its workers have now."""

    executor: Executor
    threads: int


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at ``address``. Raises InputError when there is none, or when it breaks down."""
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ModuleNotFoundError as error:
        missing = texts.NO_MODULE.with_values(name=error.name)
        raise _fault(Message(texts.THE_EXTRA), missing, "pip install 'tilesite[scale]'") from None
    # What its log says of a lost connection is said by the errors here.
    for name in ("distributed", "distributed.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    _require_answer(address)
    client = Client(address, timeout=SECONDS, set_as_default=False)
    try:
        yield Cluster(client.get_executor(pure=False), sum(client.nthreads().values()))
    except (CancelledError, CommClosedError) as error:
        got = texts.NO_ANSWER.with_values(address=quoted(address))
        raise _fault(Message(texts.A_CLUSTER), got, texts.GO_ON) from error
    except KilledWorker as error:
        got = texts.DIED.with_values(count=error.allowed_failures + 1)
        raise _fault(Message(texts.WORKERS_DIED), got, texts.GO_ON) from error
    except ModuleNotFoundError as error:
        got = texts.WORKER_WITHOUT.with_values(name=error.name)
        raise _fault(texts.WORKER_MODULE.with_values(version=__version__), got, _INSTALL) from error
    finally:
        client.close(timeout=CLOSING)


def _require_answer(address: str) -> None:
    """Raises InputError unless a scheduler answers: a client that cannot connect takes as long again to give up."""
    import asyncio

    from distributed.comm import connect

    async def shake_hands() -> None:
        comm = await connect(address, timeout=SECONDS)
        await comm.close()

    try:
        asyncio.run(asyncio.wait_for(shake_hands(), SECONDS + 1))
    except (OSError, ValueError, TypeError, EOFError, MemoryError, OverflowError, asyncio.TimeoutError):
        # Whatever else may listen there answers with bytes that mean anything.
        got = texts.NO_ANSWER.with_values(address=quoted(address))
        raise _fault(texts.A_SCHEDULER.with_values(seconds=SECONDS), got, f"{_FLAG} tcp://127.0.0.1:8786") from None


_INSTALL = f"pip install tilesite=={__version__}"


def require_version(version: str) -> None:
    """Raises InputError when a worker has another tilesite: what it says need not be what this one would."""
    if version != __version__:
        got = texts.WORKER_OTHER.with_values(version=version)
        raise _fault(texts.WORKER_MODULE.with_values(version=__version__), got, _INSTALL)


def _fault(expected: Message, got: Message, example: str) -> InputError:
    return InputError(Fault(_FLAG, expected, got, example))
