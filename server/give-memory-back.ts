import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked at how much there is to do. */
const LOOK_MS = 3000;
/** A process that is busier than that has something to give back afterwards. */
const BUSY = 0.2;
/** One that is has next to nobody who would wait for it. */
const QUIET = 0.02;
const LEAST_GAP_MS = 60_000;

/**
 * Gives back what only the start needed, and later what only a busy time did. V8 would do so when it needs memory, which
 * a server with nothing to do never does. It takes as long as two full collections, a tenth of a second or several, and so
 * waits for a moment in which there is next to nothing to do.
 */
export function giveMemoryBack(): void {
  let last = performance.eventLoopUtilization();
  let isDue = true;
  let givenAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > BUSY) isDue = true;
    else if (utilization < QUIET && isDue && performance.now() - givenAt > LEAST_GAP_MS) {
      collectGarbage();
      isDue = false;
      givenAt = performance.now();
      // What it took itself is not to be taken for work.
      last = performance.eventLoopUtilization();
    }
  };
  setInterval(look, LOOK_MS).unref();
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
