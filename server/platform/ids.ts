import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';

/** A ULID in lower case: 26 letters and digits that sort by creation time. */
export function newId(now: Date): string {
  return ulid(now.getTime()).toLowerCase();
}

/** 64 hexadecimal characters that nobody can guess. */
export function newPreviewToken(): string {
  return randomBytes(32).toString('hex');
}
