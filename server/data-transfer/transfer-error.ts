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
