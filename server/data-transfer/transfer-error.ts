/** The message describes the failure in one line for the user. */
export class TransferError extends Error {
  /** Set for obstacles that the user may override. */
  readonly reason: 'not-empty' | undefined;

  constructor(message: string, { reason, cause }: { reason?: 'not-empty'; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'TransferError';
    this.reason = reason;
  }
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
