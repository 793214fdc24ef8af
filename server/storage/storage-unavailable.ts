/** Thrown where a storage does not do what it should: it is away, full, or does not let us. Its message names no place. */
export class StorageUnavailable extends Error {
  readonly code = 'STORAGE_UNAVAILABLE';

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'StorageUnavailable';
  }
}

/** Thrown where a storage lets us read and write objects, but not list them. */
export class ListingDenied extends StorageUnavailable {}
