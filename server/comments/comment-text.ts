import { createHash } from 'node:crypto';
import { foldText } from '../posts/index.ts';
import type { DerivedText, NewComment } from './comment.repository.ts';

/** What may be between two texts that say the same. */
const BLANKS = /\s+/g;

/** The same for texts that differ in nothing but case, width and blanks. */
export function toBodyHash(body: string): string {
  return createHash('sha256').update(foldText(body).replace(BLANKS, '')).digest('base64url');
}

/** What searches and checks look at: body and nickname as searches compare them, a line each, and the body's hash. */
export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
