export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
