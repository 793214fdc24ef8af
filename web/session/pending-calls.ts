let count = 0;
const listeners = new Set<() => void>();

/** Whether a call is under way that the page should wait for. */
export function isCallPending(): boolean {
  return count > 0;
}

export function onPendingCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the loading display up for as long as the work takes. */
export async function whilePending<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}
