import type { PublicPost } from '#contract/posts.ts';

/** As much of a text's beginning as is looked at, and as much as makes it the same. */
const BEGINNING = 1000;
const SAME = 40;

/** What the author says of a post before it begins. Many texts begin with just that, which then is not said twice. */
export function ledeOf({ description = '', bodyText = '' }: Pick<PublicPost, 'description' | 'bodyText'>): string {
  const plain = (text: string) => text.replace(/\s+/g, '');
  const isSaidAgain = plain(bodyText.slice(0, BEGINNING)).includes(plain(description).slice(0, SAME));
  return isSaidAgain ? '' : description;
}
