import type { OtherWorker, OtherWorkers } from '../metrics/index.ts';
import type { FromProcess, ToProcess } from './worker-messages.ts';

/** Longer than the timeout of the primary process. */
const WAIT_MS = 5000;

export function otherWorkersOf(): OtherWorkers {
  let readMetrics: (() => Promise<string>) | undefined;
  let requestCount = 0;
  let running: Promise<readonly OtherWorker[]> | undefined;
  const waiting = new Map<number, (otherWorkers: readonly OtherWorker[]) => void>();
  process.on('message', (message: ToProcess) => {
    if (typeof message === 'string') return;
    if ('answerTo' in message) waiting.get(message.answerTo)?.(message.otherWorkers);
    else void readMetrics?.().then((metrics) => send({ metricsFor: message.metricsFor, metrics }), ignore);
  });
  const requestAll = async () => {
    requestCount += 1;
    const requestId = requestCount;
    const { promise, resolve } = Promise.withResolvers<readonly OtherWorker[]>();
    waiting.set(requestId, resolve);
    const late = setTimeout(resolve, WAIT_MS, []);
    send({ metricsRequested: requestId });
    const otherWorkers = await promise;
    clearTimeout(late);
    waiting.delete(requestId);
    return otherWorkers;
  };
  return {
    answerWith: (read) => {
      readMetrics = read;
    },
    // Shares one result among concurrent requests.
    ask: () => {
      running ??= requestAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function send(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignore);
}

function ignore(): void {}
