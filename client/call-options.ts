export interface CallOptions {
  /** Stops waiting for the answer. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
