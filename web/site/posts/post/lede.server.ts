import type { PublicPost } from '#contract/posts.ts';

/** Characters at the start of the text that are searched, and characters of the description that have to match. */
const BEGINNING = 1000;
const SAME = 40;

export function ledeOf({ description = '', bodyText = '' }: Pick<PublicPost, 'description' | 'bodyText'>): string {
  const plain = (text: string) => text.replace(/\s+/g, '');
  const isRepeated = plain(bodyText.slice(0, BEGINNING)).includes(plain(description).slice(0, SAME));
  return isRepeated ? '' : description;
}
