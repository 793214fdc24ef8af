/** Longer than the steps of 4 ms in which Linux counts processor time. */
const MIN_MICROSECONDS = 20_000;
const FACTOR = 8;

/**
 * Between the growth of linear work (64) and of quadratic work (4096). Linear work grows several times faster where the
 * large size needs memory of its own from the operating system.
 */
export const MAX_LINEAR_GROWTH = 800;

export function cpuGrowth(work: (size: number) => unknown, size: number): number {
  const small = cpuCost(() => work(size / FACTOR));
  return cpuCost(() => work(FACTOR * size)) / small;
}

/** Measures the processor time of this thread per call, in microseconds: the least of three rounds. */
export function cpuCost(work: () => unknown): number {
  // The first call compiles.
  work();
  return Math.min(...Array.from({ length: 3 }, () => costOfOneRound(work)));
}

function costOfOneRound(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= MIN_MICROSECONDS) return (user + system) / calls;
  }
}
