import { z } from 'zod';

/** Reserved slugs: each is, or may become, a literal path next to the posts of a service. */
export const RESERVED_POST_SLUGS: ReadonlySet<string> = new Set([
  'archive',
  'atom',
  'atom.xml',
  'bin',
  'bulk',
  'cache',
  'categories',
  'comments',
  'create',
  'edit',
  'feed',
  'feed.json',
  'groups',
  'history',
  'page',
  'preview',
  'rss',
  'rss.xml',
  'search',
  'sitemap',
  'sitemap.xml',
  'slug',
  'tags',
]);

/** Slugs of this form would be ambiguous with ids. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-z]{26}$/.test(text);
}

export const MAX_SLUG = 128;

export const PostSlug = z
  .string()
  .min(1)
  .max(MAX_SLUG)
  .regex(/^[0-9a-zA-Z_-]+$/);

const smallLetters = () =>
  z
    .string()
    .min(1)
    .max(MAX_SLUG)
    .regex(/^[0-9a-z-]+$/);

/** Slug in a path of a request, which need not exist. */
export const CategorySlug = smallLetters();
export const GroupSlug = smallLetters();

/** Reserved slugs: literal paths next to the groups of a service. */
const RESERVED_GROUP_SLUGS: ReadonlySet<string> = new Set(['create', 'slug']);

export function isAllowedGroupSlug(slug: string): boolean {
  return GroupSlug.safeParse(slug).success && !looksLikeId(slug) && !RESERVED_GROUP_SLUGS.has(slug);
}

export function isAllowedPostSlug(slug: string): boolean {
  return PostSlug.safeParse(slug).success && !looksLikeId(slug) && !RESERVED_POST_SLUGS.has(slug.toLowerCase());
}
