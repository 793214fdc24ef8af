/** The storage is unreachable, full or denies access. The message contains no path. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'StorageUnavailable';
  }
}

/** Objects can be read and written, but not listed. */
export class ListingDenied extends StorageUnavailable {}
