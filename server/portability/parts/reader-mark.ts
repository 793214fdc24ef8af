import { createHash } from 'node:crypto';
import { z } from 'zod';

const IMPORTED = 'imported:';

/** Tells a reader of a service from the others there, and from everybody wherever it is imported to. */
export const ReaderMark = z.string().regex(/^imported:[0-9A-Za-z_-]{22}$/);

/** Whoever has the same name or browser elsewhere is not whoever has written here. Marks stay what they are. */
export function toReaderMark(serviceId: string, readerId: string): string {
  if (readerId.startsWith(IMPORTED)) return readerId;
  const hash = createHash('sha256')
    .update(JSON.stringify([serviceId, readerId]))
    .digest('base64url');
  return `${IMPORTED}${hash.slice(0, 22)}`;
}
