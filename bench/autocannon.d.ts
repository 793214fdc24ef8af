declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Requests per second of all connections together. */
    readonly overallRate?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly { readonly setupRequest: (request: Request) => Request }[];
  }

  interface Request {
    readonly path?: string;
  }

  interface Result {
    readonly errors: number;
    readonly timeouts: number;
    /** Seconds. */
    readonly duration: number;
  }

  type Run = PromiseLike<Result> & EventEmitter<{ response: [unknown, number, number, number] }>;

  function autocannon(options: Options): Run;
  export = autocannon;
}
