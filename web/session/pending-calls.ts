let pending: ReadonlySet<symbol> = new Set();
const listeners = new Set<() => void>();

export function isCallPending(): boolean {
  return pending.size > 0;
}

export function onPendingCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function whilePending<Result>(work: () => Promise<Result>): Promise<Result> {
  const call = Symbol();
  change(new Set([...pending, call]));
  try {
    return await work();
  } finally {
    change(new Set([...pending].filter((other) => other !== call)));
  }
}

export function forgetPendingCalls(): void {
  change(new Set());
}

function change(next: ReadonlySet<symbol>): void {
  pending = next;
  for (const listener of listeners) listener();
}
