let pending: ReadonlySet<symbol> = new Set();
const listeners = new Set<() => void>();

/** Whether a call is under way that the page should wait for. */
export function isCallPending(): boolean {
  return pending.size > 0;
}

export function onPendingCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the loading display up for as long as the work takes. */
export async function whilePending<Result>(work: () => Promise<Result>): Promise<Result> {
  const call = Symbol();
  change(new Set([...pending, call]));
  try {
    return await work();
  } finally {
    change(new Set([...pending].filter((other) => other !== call)));
  }
}

/** No longer waits for any of them. */
export function forgetPendingCalls(): void {
  change(new Set());
}

function change(next: ReadonlySet<symbol>): void {
  pending = next;
  for (const listener of listeners) listener();
}
