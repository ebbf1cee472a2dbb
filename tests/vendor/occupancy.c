/* Answers launches with NVIDIA's own occupancy calculator.
 *
 * In:  one launch a line, thirteen decimal numbers:
 *      major minor  threads_per_block threads_per_sm regs_per_block regs_per_sm
 *      shared_per_block shared_per_sm shared_optin shared_reserved  registers threads dynamic_shared
 * Out: one line for each, ten numbers:
 *      status blocks_per_sm  limit_registers limit_shared limit_warps limit_blocks limit_barriers
 *      limiting_factors  allocated_registers allocated_shared
 *
 * The function opts in to the device's largest dynamic shared memory, has no static shared memory
 * and uses one barrier; the carve-out prefers shared memory.
 */
#include <cuda_occupancy.h>
#include <stdio.h>

int main(void)
{
    struct cudaOccDeviceProp device = {0};
    struct cudaOccFuncAttributes function = {0};
    struct cudaOccDeviceState state = {0};
    int threads;
    size_t dynamic_shared;

    device.warpSize = 32;
    device.numSms = 1;
    function.maxThreadsPerBlock = INT_MAX;
    function.partitionedGCConfig = PARTITIONED_GC_OFF;
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.numBlockBarriers = 1;
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;

    while (scanf("%d %d %d %d %d %d %zu %zu %zu %zu %d %d %zu",
                 &device.computeMajor, &device.computeMinor, &device.maxThreadsPerBlock,
                 &device.maxThreadsPerMultiprocessor, &device.regsPerBlock, &device.regsPerMultiprocessor,
                 &device.sharedMemPerBlock, &device.sharedMemPerMultiprocessor, &device.sharedMemPerBlockOptin,
                 &device.reservedSharedMemPerBlock, &function.numRegs, &threads, &dynamic_shared) == 13) {
        struct cudaOccResult result = {0};
        int status;

        function.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin;
        status = (int)cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads,
                                                              dynamic_shared);
        printf("%d %d %d %d %d %d %d %u %d %zu\n", status, result.activeBlocksPerMultiprocessor,
               result.blockLimitRegs, result.blockLimitSharedMem, result.blockLimitWarps, result.blockLimitBlocks,
               result.blockLimitBarriers, result.limitingFactors, result.allocatedRegistersPerBlock,
               result.allocatedSharedMemPerBlock);
    }
    return ferror(stdin) != 0;
}
