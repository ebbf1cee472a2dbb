"""What is true about a tile without being one of the four constraints: warnings, then remarks."""

from __future__ import annotations

from tilesite.findings import INFO, WARN, Finding
from tilesite.language import Message
from tilesite.records import TYPE_CHECKING
from tilesite.tile import texts
from tilesite.tile.calculator import blocks_by_registers, blocks_by_threads
from tilesite.tile.config import Job
from tilesite.tile.device import WARP, WARPGROUP
from tilesite.tile.dtypes import BITS, UNMODELLED
from tilesite.tile.measures import TMEM_COLUMNS, Measures
from tilesite.tile.numbers import kilobytes, megabytes
from tilesite.tile.shapes import MMA, SIMT, TCGEN05, WGMMA, shapes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilesite.tile.constraints import Rule


STATIC_LIMIT = 48 * 1024
SERIALISED_FROM = 232
WIDEST_SWIZZLE = 128
SWIZZLES = (128, 64, 32)
PORTABLE_CLUSTER = 8
CLUSTERS_FROM = 90
_AMPERE = 80
_VOLTAS_DEPTH = 4


def partition(job: Job, measures: Measures) -> Iterator[Finding]:
    """PARTITION: the warps (wgmma: warpgroups) can be laid over the tile as a grid of whole MMA shapes.

    Where they cannot, some have nothing to do or the compiler refuses; threads of simt likewise.
    Facts: wgmma-shapes, mma-shapes, warpgroup.
    """
    del measures
    config = job.config
    if config.threads > job.device.threads_per_block or config.instr == TCGEN05:
        return
    if config.instr == SIMT:
        if config.block_m * config.block_n % config.threads:
            values = {"block_m": config.block_m, "block_n": config.block_n, "threads": config.threads}
            yield Finding("PARTITION", WARN, texts.PARTITION_SIMT.with_values(**values), cites=("warp",))
        return
    unit, group = (WARPGROUP, texts.WARPGROUPS) if config.instr == WGMMA else (WARP, texts.WARPS)
    shapes = shapes_of(config.instr, job.problem.dtype, job.problem.accumulator, job.device)
    shapes = tuple(row for row in shapes if not config.block_m % row.m and not config.block_n % row.n)
    count = config.threads // unit
    if config.threads % unit or not shapes:
        return  # C3 says so
    if not any(can_split(config.block_m // row.m, config.block_n // row.n, count) for row in shapes):
        row = shapes[0]
        values = {"block_m": config.block_m, "block_n": config.block_n, "count": count, "m": row.m, "n": row.n}
        message = texts.PARTITION.with_values(**values, group=group)
        yield Finding("PARTITION", WARN, message, cites=(f"{config.instr}-shapes", "warpgroup"))


def serialised(job: Job, measures: Measures) -> Iterator[Finding]:
    """WGMMA_SERIALISED: from 232 accumulators on, a bare loop of wgmma spilled and was serialised.

    Fact: wgmma-serialised.
    """
    count = measures.registers.accumulators
    if job.config.instr == WGMMA and count is not None and count >= SERIALISED_FROM:
        message = texts.SERIALISED.with_values(count=count, limit=SERIALISED_FROM)
        cites = ("wgmma-serialised",)
        yield Finding("WGMMA_SERIALISED", WARN, message, count, SERIALISED_FROM - 1, "registers/thread", cites)


def static_shared(job: Job, measures: Measures) -> Iterator[Finding]:
    """STATIC_SHARED: shared memory that is declared statically may not exceed 48 KiB on any device.

    Fact: static-shared-limit.
    """
    del measures
    size = job.config.static_shared_bytes
    if size > STATIC_LIMIT:
        message = texts.STATIC_SHARED.with_values(bytes=size, limit=STATIC_LIMIT)
        yield Finding("STATIC_SHARED", WARN, message, size, STATIC_LIMIT, "bytes", ("static-shared-limit",))


def cluster_grid(job: Job, measures: Measures) -> Iterator[Finding]:
    """CLUSTER_GRID: the grid is a whole number of clusters along each side, and the device has clusters.

    Facts: cluster-grid, cluster-size.
    """
    config, waves = job.config, measures.waves
    size = config.cluster_m * config.cluster_n
    if size == 1:
        return
    if job.device.level < CLUSTERS_FROM:
        message = texts.CLUSTER_DEVICE.with_values(device=job.device.name)
        yield Finding("CLUSTER_GRID", WARN, message, cites=("cluster-size",))
        return
    if size > PORTABLE_CLUSTER:
        message = texts.CLUSTER_SIZE.with_values(size=size, limit=PORTABLE_CLUSTER)
        yield Finding("CLUSTER_GRID", WARN, message, size, PORTABLE_CLUSTER, "blocks", ("cluster-size",))
    for side, grid, cluster in (("M", waves.grid_m, config.cluster_m), ("N", waves.grid_n, config.cluster_n)):
        if grid % cluster:
            message = texts.CLUSTER_GRID.with_values(side=side, grid=grid, cluster=cluster)
            yield Finding("CLUSTER_GRID", WARN, message, grid, cluster, "blocks", ("cluster-grid",))


def cluster_sms(job: Job, measures: Measures) -> Iterator[Finding]:
    """CLUSTER_SMS: SMs that a whole number of clusters cannot cover stay idle.

    Fact: cluster-idle.
    """
    del measures
    size, sms = job.config.cluster_m * job.config.cluster_n, job.device.sm_count
    if size == 1 or sms is None or job.device.level < CLUSTERS_FROM or sms % size == 0:
        return
    message = texts.CLUSTER_SMS.with_values(size=size, sms=sms, idle=sms % size)
    yield Finding("CLUSTER_SMS", WARN, message, sms % size, 0, "SMs", ("cluster-idle",))


def swizzle(job: Job, measures: Measures) -> Iterator[Finding]:
    """SWIZZLE_K: a row of a stage is 32 or 64 bytes, or whole spans of 128, so that a swizzle covers it.

    Fact: swizzle-spans.
    """
    del measures
    if job.config.instr == SIMT:
        return
    bits = job.config.block_k * BITS[job.problem.dtype]
    if bits % (8 * WIDEST_SWIZZLE) == 0 or bits in (8 * 64, 8 * 32):
        return
    span = next((span for span in SWIZZLES if bits % (8 * span) == 0), None)
    values = {"block_k": job.config.block_k, "dtype": job.problem.dtype, "bytes": bits // 8}
    message = (
        texts.SWIZZLE_NARROW.with_values(**values, span=span) if span else texts.SWIZZLE_NONE.with_values(**values)
    )
    yield Finding("SWIZZLE_K", WARN, message, bits // 8, WIDEST_SWIZZLE, "bytes", ("swizzle-spans",))


def epilogue(job: Job, measures: Measures) -> Iterator[Finding]:
    """EPILOGUE_REUSE: the tile of C, staged through shared memory, fits only where the stages were.

    C is taken in the operands' type, as in C0. Facts: the device's shared memory, epilogue-reuse.
    """
    config, limit = job.config, job.device.shared_per_block
    tile = -(-config.block_m * config.block_n * BITS[job.problem.dtype] // 8)
    if measures.shared > limit or measures.shared + tile <= limit:
        return
    text = texts.EPILOGUE_REUSE if tile <= limit else texts.EPILOGUE_PARTS
    message = text.with_values(tile=kilobytes(tile), stages=kilobytes(measures.shared), limit=kilobytes(limit))
    yield Finding("EPILOGUE_REUSE", WARN, message, measures.shared + tile, limit, "bytes", ("epilogue-reuse",))


def tensor_memory(job: Job, measures: Measures) -> Iterator[Finding]:
    """TMEM_FULL: tensor memory has room for the resident blocks and for one more accumulator.

    Fact: tmem-columns.
    """
    del job
    allocated, blocks = measures.registers.tmem_allocated, measures.occupancy.blocks_per_sm
    if allocated is None or allocated > TMEM_COLUMNS:
        return
    if allocated == TMEM_COLUMNS:
        message = texts.TMEM_FULL.with_values(columns=allocated)
    elif allocated * blocks > TMEM_COLUMNS:
        message = texts.TMEM_BLOCKS.with_values(columns=allocated, blocks=blocks, fit=TMEM_COLUMNS // allocated)
    else:
        return
    yield Finding("TMEM_FULL", WARN, message, allocated * max(blocks, 1), TMEM_COLUMNS, "columns", ("tmem-columns",))


def specialised(job: Job, measures: Measures) -> Iterator[Finding]:
    """WARP_SPECIALISED: TileLang adds a producer warpgroup to a pipelined wgmma kernel.

    A warning where the launch would be refused, else a remark: blocks per SM are an upper bound as it is.
    Fact: tilelang-producer.
    """
    config, device, now = job.config, job.device, measures.occupancy.blocks_per_sm
    if config.instr != WGMMA or device.level != CLUSTERS_FROM or not now:
        return
    threads = config.threads + WARPGROUP
    by_threads = blocks_by_threads(device, threads)
    by_registers = blocks_by_registers(device, measures.registers.per_thread or 0, threads)
    then = min(now, by_threads, now if by_registers is None else by_registers)
    values = {"threads": threads, "now": now, "then": then, "limit": device.threads_per_block}
    if threads > device.threads_per_block:
        text, severity = texts.SPECIALISED_OVER, WARN
    else:
        text, severity = (texts.SPECIALISED_FEWER if then < now else texts.SPECIALISED), INFO
    message = text.with_values(**values)
    yield Finding("WARP_SPECIALISED", severity, message, threads, None, "threads", ("tilelang-producer",))


def unmodelled(job: Job, measures: Measures) -> Iterator[Finding]:
    """NOT_MODELLED: narrow and block-scaled types, of which only the elements themselves are counted."""
    del measures
    if job.problem.dtype in UNMODELLED:
        shapes = shapes_of(job.config.instr, job.problem.dtype, job.problem.accumulator, job.device)
        text = texts.NOT_COUNTED if shapes else texts.NOT_MODELLED
        message = text.with_values(dtype=job.problem.dtype)
        yield Finding("NOT_MODELLED", WARN, message, cites=("shared-formula",))


def traffic(job: Job, measures: Measures) -> Iterator[Finding]:
    """C0: the traffic. It has no limit; less is better. Fact: traffic-formula."""
    message = texts.C0.with_values(mb=megabytes(*measures.traffic))
    yield Finding("C0", INFO, message, None, None, "bytes", ("traffic-formula",))
    ragged = [
        texts.RAGGED_SIDE.with_values(name=name, size=size, unit=unit)
        for name, size, unit in (
            ("M", job.problem.m, job.config.block_m),
            ("N", job.problem.n, job.config.block_n),
        )
        if size % unit
    ]
    for side in ragged:
        yield Finding("C0", INFO, texts.RAGGED.with_values(side=side), cites=("traffic-formula",))


def neither_bound(job: Job, measures: Measures) -> Iterator[Finding]:
    """C1 is neither an upper nor a lower bound of what a real kernel takes. Fact: shared-formula."""
    del job, measures
    yield _NEITHER_BOUND


def emulated(job: Job, measures: Measures) -> Iterator[Finding]:
    """C3: ptxas makes a routine of 4-bit and 1-bit mma from 9.0 on, and of m8n8k4 from 8.0 on. Fact: mma-shapes."""
    del measures
    if job.config.instr == MMA and (_is_narrow(job) or _is_voltas(job)):
        message = texts.EMULATED.with_values(dtype=job.problem.dtype, device=job.device.name)
        yield Finding("C3", INFO, message, cites=("mma-shapes",))


def _is_narrow(job: Job) -> bool:
    return job.problem.dtype in ("s4", "u4", "b1") and job.device.level >= CLUSTERS_FROM


def _is_voltas(job: Job) -> bool:
    """Whether m8n8k4 is the one shape of f16 that divides the tile, on a part that has no instruction for it."""
    if job.problem.dtype != "f16" or job.device.level < _AMPERE:
        return False
    config = job.config
    shapes = shapes_of(MMA, "f16", job.problem.accumulator, job.device)
    fit = [row for row in shapes if config.block_m % row.m == config.block_n % row.n == config.block_k % row.k == 0]
    return bool(fit) and all(row.k == _VOLTAS_DEPTH for row in fit)


def never_assembled(job: Job, measures: Measures) -> Iterator[Finding]:
    """C3: shapes of tcgen05 come from a library's source; no assembler checks them. Fact: tcgen05-shapes."""
    del measures
    if job.config.instr == TCGEN05:
        yield Finding("C3", INFO, texts.NEVER_ASSEMBLED.with_values(), cites=("tcgen05-shapes",))


def pairing(job: Job, measures: Measures) -> Iterator[Finding]:
    """C3: two blocks of a cluster may multiply as one with tcgen05, which asks for more of N.

    Facts: tcgen05-pairs, tcgen05-pairs-s8.
    """
    del measures
    config = job.config
    if config.instr != TCGEN05 or config.cluster_m * config.cluster_n % 2:
        return
    unit, fact = (32, "tcgen05-pairs-s8") if job.problem.dtype in ("s8", "u8") else (16, "tcgen05-pairs")
    text = texts.PAIR if config.block_n % unit == 0 else texts.NO_PAIR
    message = text.with_values(m=2 * config.block_m, block_n=config.block_n, unit=unit)
    yield Finding("C3", INFO, message, config.block_n, unit, "elements", (fact,))


def sm_count(job: Job, measures: Measures) -> Iterator[Finding]:
    """C4: where the number of SMs comes from, when no document of the vendor was found, or that it is unknown."""
    del measures
    device = job.device
    if device.sm_count is None:
        yield Finding(
            "C4", INFO, texts.NO_SM_COUNT.with_values(device=device.name), unit="SMs", cites=_sm_counts(device.cites)
        )
    if device.sm_count_basis not in (None, texts.SM_COUNT_GIVEN):
        message = texts.SM_COUNT_BASIS.with_values(device=device.name, basis=device.sm_count_basis)
        yield Finding("C4", INFO, message, device.sm_count, None, "SMs", (f"sm-count-{device.name}",))
    if device.doubt:
        yield Finding("C4", INFO, Message(device.doubt), cites=(f"threads-per-sm-{device.capability}",))


def _sm_counts(cites: tuple[str, ...]) -> tuple[str, ...]:
    """The fact that says why no number of SMs is known, where a product has one."""
    return tuple(cite for cite in cites if cite.startswith("sm-count-"))


_NEITHER_BOUND = Finding("C1", INFO, Message(texts.C1_NEITHER), None, None, None, ("shared-formula",))

WARNINGS: tuple[Rule, ...] = (
    partition,
    serialised,
    static_shared,
    cluster_grid,
    cluster_sms,
    swizzle,
    epilogue,
    tensor_memory,
    specialised,
    unmodelled,
)
"""The warnings, in the order in which they are told."""

REMARKS: tuple[Rule, ...] = (traffic, neither_bound, emulated, never_assembled, pairing, sm_count)
"""The remarks, told last."""


def can_split(rows: int, columns: int, count: int) -> bool:
    """Whether ``count`` groups form a grid that divides ``rows`` x ``columns`` shapes evenly.

    >>> can_split(1, 2, 4), can_split(2, 2, 4)
    (False, True)
    """
    return any(
        count % down == 0 and rows % down == 0 and columns % (count // down) == 0 for down in range(1, count + 1)
    )
