export interface RateLimit {
  readonly kind: string;
  /** Counted entity. Undefined names are not counted. */
  readonly name: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

/** Counts actions in windows that begin with the first one. */
export interface RateLimits {
  /**
   * Counts an action under each limit and returns the new counts.
   * @throws {HttpError} 429 when a limit is reached. Nothing is counted then.
   */
  consume(limits: readonly RateLimit[]): Promise<number[]>;
  count(limit: Pick<RateLimit, 'kind' | 'windowMs'> & { readonly name: string }): Promise<number>;
  /** Consumes a one-time value. Resolves to false if it was used before. */
  consumeOnce(value: { readonly kind: string; readonly name: string; readonly until: Date }): Promise<boolean>;
}
