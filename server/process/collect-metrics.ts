import type { Worker } from 'node:cluster';
import type { OtherWorker } from '../metrics/index.ts';
import { type FromProcess, type ToProcess, workerIdOf } from './worker-messages.ts';

/** Longer than a worker waits for the database to read its metrics. */
const WAIT_MS = 4000;

export class MetricsCollector {
  #requestCount = 0;
  readonly #waiting = new Map<number, (metrics: string) => void>();

  receive(message: FromProcess, requester: Worker, others: readonly Worker[]): void {
    if ('metricsFor' in message) this.#waiting.get(message.metricsFor)?.(message.metrics);
    if ('metricsRequested' in message) void this.#collect(message.metricsRequested, requester, others);
  }

  async #collect(answerTo: number, requester: Worker, others: readonly Worker[]): Promise<void> {
    const otherWorkers = await Promise.all(others.map((other) => this.#request(other)));
    send(requester, { answerTo, otherWorkers });
  }

  async #request(worker: Worker): Promise<OtherWorker> {
    this.#requestCount += 1;
    const requestId = this.#requestCount;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting.set(requestId, resolve);
    const late = setTimeout(resolve, WAIT_MS);
    send(worker, { metricsFor: requestId });
    const metrics = await promise;
    clearTimeout(late);
    this.#waiting.delete(requestId);
    return { worker: workerIdOf(worker), metrics };
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
