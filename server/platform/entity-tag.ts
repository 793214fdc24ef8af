import { createHash } from 'node:crypto';

/** A strong tag, by which the same bytes are known again. */
export function entityTagOf(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** RFC 9110, 13.1.2: tags are compared as if they were weak. */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
