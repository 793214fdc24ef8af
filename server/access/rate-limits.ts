export interface RateLimit {
  readonly kind: string;
  /** Undefined names are not counted. */
  readonly name: string | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

/** Windows begin with the first counted action. */
export interface RateLimits {
  /**
   * Returns the new count of each limit.
   * @throws {HttpError} 429 when a limit is reached; then nothing is counted
   */
  consume(limits: readonly RateLimit[]): Promise<number[]>;
  count(limit: Pick<RateLimit, 'kind' | 'windowMs'> & { readonly name: string }): Promise<number>;
  consumeOnce(value: { readonly kind: string; readonly name: string; readonly until: Date }): Promise<boolean>;
}
