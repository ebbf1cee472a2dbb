"""An executor on a Dask cluster (extra ``scale``), and waits that end."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from pkgutil import resolve_name
from time import monotonic
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from tilesite import __version__
from tilesite.errors import Fault, InputError, quoted
from tilesite.language import Message
from tilesite.tile import atlas_texts as texts

if TYPE_CHECKING:
    from distributed import Client

SECONDS = 6
"""How long a cluster may take to answer. With the time to import Dask, the program has spoken within ten."""

PATIENCE = 60
"""Seconds that a run waits for a cluster which lost all its workers, or whose scheduler says nothing."""

LOOKS = 1.0
"""Seconds between two looks at the workers, while the work is waited for."""

ANSWERS = 6
"""Seconds that a look waits for the scheduler."""

_CLOSING = 5
_FLAG = "--dask"
_VERSION = "tilesite.tile.atlas:__version__"
_INSTALL = f"pip install tilesite=={__version__}"


class Cluster(NamedTuple):
    """The executor of a cluster, the threads that its workers have now, and how its futures are waited for."""

    executor: Executor
    threads: int
    result: Callable[[Future[Any]], Any]


class _OnCluster(Executor):
    """Gives work to a client. What is left at the end the cluster forgets with the client.

    It is our own because Dask's looks at the state of a piece after it has its result. A worker that is lost in
    between turns the result into an error.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - an Executor's own types
        """The future of ``fn(*args, **kwargs)`` on some worker."""
        import asyncio

        there = self._client.submit(fn, *args, **kwargs, pure=False)

        async def done() -> object:
            return await there

        return asyncio.run_coroutine_threadsafe(done(), self._client.loop.asyncio_loop)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler is at ``address``. Raises InputError when there is none, or when it breaks down."""
    try:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError
    except ModuleNotFoundError as error:
        missing = texts.NO_MODULE.with_values(name=error.name)
        raise _fault(Message(texts.THE_EXTRA), missing, "pip install 'tilesite[scale]'") from None
    # What its log says of a lost connection is said by the errors here.
    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with _client(address) as client:
        try:
            _require_versions(client)
            yield Cluster(_OnCluster(client), _threads(client) or 1, _patient(client, address))
        except (CancelledError, CommClosedError) as error:
            raise _silent(address) from error
        except KilledWorker as error:
            got = texts.DIED.with_values(count=error.allowed_failures + 1)
            raise _fault(Message(texts.WORKERS_DIED), got, texts.GO_ON) from error


@contextmanager
def _client(address: str) -> Iterator[Client]:
    """A client of the scheduler, which has a worker. Raises InputError within SECONDS when there is none."""
    from distributed import Client

    until = monotonic() + SECONDS
    try:
        _require_scheduler(address)
        client = Client(address, timeout=max(1, until - monotonic()), set_as_default=False)
    except Exception:  # noqa: BLE001 - whatever else may listen there answers with bytes that make anything of Dask fail
        got = texts.NO_ANSWER.with_values(address=quoted(address))
        raise _fault(texts.A_SCHEDULER.with_values(seconds=SECONDS), got, f"{_FLAG} tcp://127.0.0.1:8786") from None
    try:
        try:
            client.wait_for_workers(1, timeout=max(1, until - monotonic()))
        except (OSError, TimeoutError):
            expected = texts.A_WORKER.with_values(seconds=SECONDS)
            got = texts.NO_WORKERS.with_values(address=quoted(address))
            raise _fault(expected, got, f"dask worker {address}") from None
        yield client
    finally:
        # A scheduler that is gone or stopped does not take leave.
        with suppress(OSError, TimeoutError):
            client.close(timeout=_CLOSING)


def _require_scheduler(address: str) -> None:
    """Raises whatever it may unless a scheduler answers: a client that cannot connect takes long to give up."""
    import asyncio

    from distributed.core import rpc

    async def who() -> object:
        async with rpc(address, timeout=SECONDS) as there:
            return (await there.identity())["type"]

    if asyncio.run(asyncio.wait_for(who(), SECONDS)) != "Scheduler":
        raise ConnectionError


def _patient(client: Client, address: str) -> Callable[[Future[Any]], Any]:
    """Waits for a future as long as the cluster has workers. Raises InputError when it has had none for PATIENCE."""

    def result(future: Future[Any]) -> Any:  # noqa: ANN401 - a Future's own types
        since = monotonic()
        while not wait([future], timeout=LOOKS).done:
            threads = _threads(client)
            if threads:
                since = monotonic()
            elif monotonic() - since > PATIENCE:
                raise _silent(address) if threads is None else _empty(address)
        return future.result()

    return result


def _threads(client: Client) -> int | None:
    """The threads that the workers have together; None when the scheduler does not say."""
    try:
        threads: dict[str, int] = client.sync(client.scheduler.ncores, workers=None, callback_timeout=ANSWERS)
    except (OSError, TimeoutError):
        return None
    return sum(threads.values())


def _require_versions(client: Client) -> None:
    """Raises InputError unless the workers have this tilesite: one that has none leaves the cluster over its work."""

    async def ask() -> dict[str, object]:
        versions: dict[str, object] = await client.run(resolve_name, _VERSION, on_error="return")
        return versions

    with suppress(OSError, TimeoutError):
        for version in client.sync(ask, callback_timeout=SECONDS).values():
            if isinstance(version, ModuleNotFoundError):
                got = texts.WORKER_WITHOUT.with_values(name=version.name)
                raise _fault(texts.WORKER_MODULE.with_values(version=__version__), got, _INSTALL)
            if isinstance(version, str):
                require_version(version)


def require_version(version: str) -> None:
    """Raises InputError when a worker has another tilesite: what it says need not be what this one would."""
    if version != __version__:
        got = texts.WORKER_OTHER.with_values(version=version)
        raise _fault(texts.WORKER_MODULE.with_values(version=__version__), got, _INSTALL)


def _silent(address: str) -> InputError:
    return _fault(Message(texts.A_CLUSTER), texts.NO_ANSWER.with_values(address=quoted(address)), texts.GO_ON)


def _empty(address: str) -> InputError:
    return _fault(Message(texts.A_CLUSTER), texts.NO_WORKERS.with_values(address=quoted(address)), texts.GO_ON)


def _fault(expected: Message, got: Message, example: str) -> InputError:
    return InputError(Fault(_FLAG, expected, got, example))
