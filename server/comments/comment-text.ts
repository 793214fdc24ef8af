import { createHash } from 'node:crypto';
import { foldText } from '../posts/index.ts';
import type { DerivedText, NewComment } from './comment.repository.ts';

const BLANKS = /\s+/g;
/** What may be between two texts that say the same. */
const NEITHER_LETTERS_NOR_DIGITS = /[^\p{L}\p{N}]+/gu;

/** A text's letters and digits, as searches compare them; all but the blanks of what has none, such as pictures. */
export function toSaid(body: string): string {
  const folded = foldText(body);
  return folded.replace(NEITHER_LETTERS_NOR_DIGITS, '') || folded.replace(BLANKS, '');
}

/** The same for texts that differ in nothing but case, width, blanks and marks of punctuation. */
export function toBodyHash(body: string): string {
  return createHash('sha256').update(toSaid(body)).digest('base64url');
}

/** What searches and checks look at: body and nickname as searches compare them, a line each, and the body's hash. */
export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
