import { createHash } from 'node:crypto';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { isAllowedPostSlug, MAX_SLUG, PostSlug } from '#contract/slugs.ts';

const NOT_RESERVED = '-post';

/**
 * Returns a valid post slug: diacritics are removed, other characters become hyphens. Empty results become a stable
 * hash of `seed`.
 */
export function toPostSlug(text: string, seed: string): string {
  const [last = ''] = text.split('/').filter(Boolean).slice(-1);
  const plain = PostSlug.safeParse(last).success ? last : cut(toSlugCharacters(decode(last)));
  const slug = plain === '' ? `post-${shortHash(seed)}` : plain;
  return isAllowedPostSlug(slug) ? slug : `${slug.slice(0, MAX_SLUG - NOT_RESERVED.length)}${NOT_RESERVED}`;
}

export function toCategorySlug(label: string): string {
  const plain = toSlugCharacters(label.normalize('NFKD').toLowerCase().replaceAll('_', '-'));
  const slug = plain === '' ? `c-${shortHash(label)}` : cut(plain);
  return slug === ROOT_CATEGORY ? `${slug}-category` : slug;
}

export function nameWithoutEnding(name: string): string {
  return name.replace(/\.(?:md|markdown|mdx)$/i, '');
}

function toSlugCharacters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^0-9a-zA-Z_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

function cut(slug: string): string {
  return slug.slice(0, MAX_SLUG).replace(/-+$/, '');
}

/** Slugs copied from an address bar may be percent-encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
