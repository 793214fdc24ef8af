import { isAllowedGroupSlug, MAX_SLUG } from '#contract/slugs.ts';

export function slugOfLabel(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}

export function freeSlug(label: string, takenSlugs: ReadonlySet<string>): string {
  const labelSlug = slugOfLabel(label).slice(0, MAX_SLUG - 4);
  const base = labelSlug === '' ? 'group' : labelSlug;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 && labelSlug !== '' ? base : `${base}-${number}`;
    if (!takenSlugs.has(slug) && isAllowedGroupSlug(slug)) return slug;
  }
}
