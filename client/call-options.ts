export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
