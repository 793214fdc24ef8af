import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 3000;
/** Event loop utilization above which memory is collected later. */
const BUSY = 0.2;
/** Event loop utilization below which a collection disturbs nobody. */
const QUIET = 0.02;
const MIN_INTERVAL_MS = 60_000;

/**
 * V8 collects only under memory pressure, so an idle server would keep its peak memory. Takes a tenth of a second or
 * more.
 */
export function collectGarbageWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  let isDue = true;
  let collectedAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > BUSY) isDue = true;
    else if (utilization < QUIET && isDue && performance.now() - collectedAt > MIN_INTERVAL_MS) {
      collectGarbage();
      isDue = false;
      collectedAt = performance.now();
      // Excludes the collection itself from the utilization.
      last = performance.eventLoopUtilization();
    }
  };
  setInterval(check, CHECK_MS).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
