import type { Worker } from 'node:cluster';
import type { OtherWorker, OtherWorkers } from '../metrics/index.ts';
import { type FromProcess, type ToProcess, workerIdOf } from './worker-messages.ts';

/** Longer than the timeout of the primary process. */
const PRIMARY_WAIT_MS = 5000;

/** Requests the metrics of the other workers from the primary process. */
export function otherWorkersOf(): OtherWorkers {
  let readMetrics: (() => Promise<string>) | undefined;
  let requestCount = 0;
  let running: Promise<readonly OtherWorker[]> | undefined;
  const waiting = new Map<number, (otherWorkers: readonly OtherWorker[]) => void>();
  process.on('message', (message: ToProcess) => {
    if (typeof message === 'string') return;
    if ('answerTo' in message) waiting.get(message.answerTo)?.(message.otherWorkers);
    else void readMetrics?.().then((metrics) => sendToPrimary({ metricsFor: message.metricsFor, metrics }), ignore);
  });
  const requestAll = async () => {
    requestCount += 1;
    const requestId = requestCount;
    const { promise, resolve } = Promise.withResolvers<readonly OtherWorker[]>();
    waiting.set(requestId, resolve);
    const late = setTimeout(resolve, PRIMARY_WAIT_MS, []);
    sendToPrimary({ metricsRequested: requestId });
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

function sendToPrimary(message: FromProcess): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignore);
}

function ignore(): void {}

/** Longer than a worker waits for the database to read its metrics. */
const WORKER_WAIT_MS = 4000;

/** Collects the metrics of all workers, in the primary process. */
export class MetricsCollector {
  #requestCount = 0;
  readonly #waiting = new Map<number, (metrics: string) => void>();

  receive(message: FromProcess, requester: Worker, others: readonly Worker[]): void {
    if ('metricsFor' in message) this.#waiting.get(message.metricsFor)?.(message.metrics);
    if ('metricsRequested' in message) void this.#collect(message.metricsRequested, requester, others);
  }

  async #collect(answerTo: number, requester: Worker, others: readonly Worker[]): Promise<void> {
    const otherWorkers = await Promise.all(others.map((other) => this.#request(other)));
    sendToWorker(requester, { answerTo, otherWorkers });
  }

  async #request(worker: Worker): Promise<OtherWorker> {
    this.#requestCount += 1;
    const requestId = this.#requestCount;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting.set(requestId, resolve);
    const late = setTimeout(resolve, WORKER_WAIT_MS);
    sendToWorker(worker, { metricsFor: requestId });
    const metrics = await promise;
    clearTimeout(late);
    this.#waiting.delete(requestId);
    return { worker: workerIdOf(worker), metrics };
  }
}

function sendToWorker(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
