import { createHash } from 'node:crypto';
import { foldText } from '../platform/fold-text.ts';
import type { DerivedText, NewComment } from './comment.repository.ts';

const BLANKS = /\s+/g;
const PUNCTUATION = /[^\p{L}\p{N}]+/gu;

export function normalizeBody(body: string): string {
  const folded = foldText(body);
  return folded.replace(PUNCTUATION, '') || folded.replace(BLANKS, '');
}

export function toBodyHash(body: string): string {
  return createHash('sha256').update(normalizeBody(body)).digest('base64url');
}

export function toDerivedText({ body, nickname }: Pick<NewComment, 'body' | 'nickname'>): DerivedText {
  return { searchText: `${foldText(body)}\n${foldText(nickname)}`, bodyHash: toBodyHash(body) };
}
