import type { Worker } from 'node:cluster';
import type { OtherWorker } from '../metrics/index.ts';
import { type FromProcess, type ToProcess, workerIdOf } from './worker-messages.ts';

/** Longer than a worker waits for the database to read its metrics. */
const WAIT_MS = 4000;

export class MetricsCollector {
  #questions = 0;
  readonly #waiting = new Map<number, (figures: string) => void>();

  receive(message: FromProcess, requester: Worker, others: readonly Worker[]): void {
    if ('figuresFor' in message) this.#waiting.get(message.figuresFor)?.(message.figures);
    if ('figuresWanted' in message) void this.#gather(message.figuresWanted, requester, others);
  }

  async #gather(answerTo: number, requester: Worker, others: readonly Worker[]): Promise<void> {
    const otherWorkers = await Promise.all(others.map((other) => this.#ask(other)));
    send(requester, { answerTo, otherWorkers });
  }

  async #ask(worker: Worker): Promise<OtherWorker> {
    this.#questions += 1;
    const question = this.#questions;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting.set(question, resolve);
    const late = setTimeout(resolve, WAIT_MS);
    send(worker, { figuresFor: question });
    const figures = await promise;
    clearTimeout(late);
    this.#waiting.delete(question);
    return { worker: workerIdOf(worker), figures };
  }
}

function send(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
