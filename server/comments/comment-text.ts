import { createHash } from 'node:crypto';
import { foldText } from '../platform/fold-text.ts';
import type { DerivedText, NewComment } from './comment.repository.ts';

const BLANKS = /\s+/g;
const NEITHER_LETTERS_NOR_DIGITS = /[^\p{L}\p{N}]+/gu;

/** Returns the folded letters and digits of a text, or all but white space when it has none (such as emoji). */
export function toSaid(body: string): string {
  const folded = foldText(body);
  return folded.replace(NEITHER_LETTERS_NOR_DIGITS, '') || folded.replace(BLANKS, '');
}

/** Hash that ignores case, width, white space and punctuation. */
export function toBodyHash(body: string): string {
  return createHash('sha256').update(toSaid(body)).digest('base64url');
}

export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
