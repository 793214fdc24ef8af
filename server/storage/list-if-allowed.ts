import type { ListedObject, Storage } from './storage.ts';
import { ListingDenied } from './storage-unavailable.ts';

/** Lists objects for clean-up; yields nothing when listing is denied. */
export async function* listIfAllowed(storage: Pick<Storage, 'list'>, prefix: string): AsyncIterable<ListedObject> {
  try {
    yield* storage.list(prefix);
  } catch (error) {
    if (!(error instanceof ListingDenied)) throw error;
  }
}
