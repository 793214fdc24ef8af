/** A copy that cannot be made, said in one line to whoever asked for it. */
export class MoveError extends Error {
  /** What stands in the way, where whoever asked may have said that it may. */
  readonly reason: 'not-empty' | undefined;

  constructor(message: string, { reason, cause }: { reason?: 'not-empty'; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'MoveError';
    this.reason = reason;
  }
}

/** What an error says, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
