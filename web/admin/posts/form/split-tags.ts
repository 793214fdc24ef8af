import { TAG_SEPARATORS } from '#contract/tags.ts';

const SEPARATOR = new RegExp(`[${TAG_SEPARATORS.join('')}]`);

export function hasSeparator(text: string): boolean {
  return SEPARATOR.test(text);
}

/** Splits typed text into complete tags and `rest`, the part after the last separator. */
export function splitTags(tags: readonly string[], text: string): { tags: string[]; rest: string } {
  const parts = text.split(SEPARATOR).map((part) => part.trim());
  const rest = parts.pop() ?? '';
  const all = [...tags, ...parts.filter((part) => part !== '')];
  return { tags: [...new Set(all)], rest };
}
