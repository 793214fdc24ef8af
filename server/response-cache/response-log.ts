import { type Answered, type Log, logAnswer } from '../platform/log.ts';

const LINES_A_SECOND = 50;
const SECOND_MS = 1000;

export class ResponseLog {
  readonly #log: Log;
  #lines = 0;
  #unlogged = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(toAnswered: () => Answered, reqId: string): void {
    this.#second ??= setTimeout(() => this.endSecond(), SECOND_MS).unref();
    if (this.#lines < LINES_A_SECOND) {
      this.#lines += 1;
      logAnswer(this.#log, toAnswered(), { reqId, isKept: true });
    } else {
      this.#unlogged += 1;
    }
  }

  endSecond(): void {
    clearTimeout(this.#second);
    this.#second = undefined;
    if (this.#unlogged > 0) this.#log.info({ count: this.#unlogged }, 'more requests served from cache');
    this.#lines = 0;
    this.#unlogged = 0;
  }
}
