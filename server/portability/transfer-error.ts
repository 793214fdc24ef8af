/** Why a service could not be exported or imported, in one line for whoever started it. Nothing was stored. */
export class TransferError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TransferError';
  }
}
