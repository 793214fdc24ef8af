import { isAllowedGroupSlug, MAX_SLUG } from '#contract/slugs.ts';

/** What of a label can stand in a slug, in small letters with a hyphen between words; empty where nothing can. */
export function slugOfLabel(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}

/** A slug that no group has yet: the label's own, or with a number behind it. Labels without Latin letters get `group`. */
export function freeSlug(label: string, taken: ReadonlySet<string>): string {
  const wanted = slugOfLabel(label).slice(0, MAX_SLUG - 4);
  const base = wanted === '' ? 'group' : wanted;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 && wanted !== '' ? base : `${base}-${number}`;
    if (!taken.has(slug) && isAllowedGroupSlug(slug)) return slug;
  }
}
