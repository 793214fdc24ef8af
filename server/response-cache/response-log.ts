import { type AnsweredRequest, type Log, logResponse } from '../platform/log.ts';

const MAX_LINES_PER_SECOND = 50;
const SECOND_MS = 1000;

export class ResponseLog {
  readonly #log: Log;
  #lines = 0;
  #unlogged = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(toLogged: () => AnsweredRequest, reqId: string): void {
    this.#second ??= setTimeout(() => this.endSecond(), SECOND_MS).unref();
    if (this.#lines < MAX_LINES_PER_SECOND) {
      this.#lines += 1;
      logResponse(this.#log, toLogged(), { reqId, isKept: true });
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

export interface CacheCounters {
  fromMemory: number;
  /** Shared a response that was being rendered for another request. */
  shared: number;
  rendered: number;
  /** Passed to the application, usually because the service or post does not exist. */
  passedOn: number;
}

export interface CacheLoad extends Readonly<CacheCounters> {
  readonly dropped: number;
  readonly count: number;
  readonly bytes: number;
}

interface LoggedResponse {
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

export type ResponseListener = (answer: LoggedResponse) => void;
