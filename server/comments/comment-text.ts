import { createHash } from 'node:crypto';
import { foldText } from '../platform/fold-text.ts';
import type { DerivedText, NewComment } from './comment.repository.ts';

const BLANKS = /\s+/g;
const PUNCTUATION = /[^\p{L}\p{N}]+/gu;

/** Returns the normalized letters and digits of a text, or all but white space when it has none (such as emoji). */
export function normalizeBody(body: string): string {
  const folded = foldText(body);
  return folded.replace(PUNCTUATION, '') || folded.replace(BLANKS, '');
}

/** Hash that ignores case, width, white space and punctuation. */
export function toBodyHash(body: string): string {
  return createHash('sha256').update(normalizeBody(body)).digest('base64url');
}

export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
