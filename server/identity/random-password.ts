import { randomInt } from 'node:crypto';

/** Without what looks alike: 0 and o, 1 and l and i. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Easy to read and to type, and about 2^79 to guess: `k7mw-p3xh-9tfr-w2zd`. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
