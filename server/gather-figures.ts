import type { Worker } from 'node:cluster';
import type { Colleague } from './metrics/index.ts';
import { numberOf } from './worker-numbers.ts';
import type { FromProcess, ToProcess } from './worker-talk.ts';

/** Longer than a process waits for the database while it reads its figures. */
const WAIT_MS = 4000;

/** Passes questions for figures from one process to all others, and their answers back. */
export class FigureGathering {
  #questions = 0;
  readonly #waiting = new Map<number, (figures: string) => void>();

  /** To be called with whatever a process says; `others` are those that answer readers beside it. */
  hear(said: FromProcess, asking: Worker, others: readonly Worker[]): void {
    if ('figuresFor' in said) this.#waiting.get(said.figuresFor)?.(said.figures);
    if ('figuresWanted' in said) void this.#gather(said.figuresWanted, asking, others);
  }

  async #gather(answerTo: number, asking: Worker, others: readonly Worker[]): Promise<void> {
    const colleagues = await Promise.all(others.map((other) => this.#ask(other)));
    tell(asking, { answerTo, colleagues });
  }

  /** One that stands still, or ends meanwhile, is waited for no longer than that. */
  async #ask(worker: Worker): Promise<Colleague> {
    this.#questions += 1;
    const question = this.#questions;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#waiting.set(question, resolve);
    const late = setTimeout(resolve, WAIT_MS);
    tell(worker, { figuresFor: question });
    const figures = await promise;
    clearTimeout(late);
    this.#waiting.delete(question);
    return { worker: numberOf(worker), figures };
  }
}

function tell(worker: Worker, word: ToProcess): void {
  if (worker.isConnected()) worker.send(word, () => {});
}
