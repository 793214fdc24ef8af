/** Failure of an export or import, described in one line for the user. Nothing was stored. */
export class TransferError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TransferError';
  }
}
