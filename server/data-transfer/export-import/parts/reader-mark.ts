import { createHash } from 'node:crypto';
import { z } from 'zod';

const IMPORTED = 'imported:';

/** Pseudonym of a visitor within a service, distinct from all visitors of the destination. */
export const ReaderMark = z.string().regex(/^imported:[0-9A-Za-z_-]{22}$/);

/**
 * Hashes a visitor id; pseudonyms stay unchanged. Prevents visitors of the destination with the same id from owning
 * imported comments.
 */
export function toReaderMark(serviceId: string, readerId: string): string {
  if (readerId.startsWith(IMPORTED)) return readerId;
  const hash = createHash('sha256')
    .update(JSON.stringify([serviceId, readerId]))
    .digest('base64url');
  return `${IMPORTED}${hash.slice(0, 22)}`;
}
