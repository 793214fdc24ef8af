import { z } from 'zod';

/**
 * Words that no post may take as its slug: each is, or may become, a literal path beside the posts of a service.
 */
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

/** Whether a text has the form of an id: 26 lower-case letters and digits. A slug of that form could not be told from one. */
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

/** A slug as a reader or client may send it in a path; whether there is such a thing is another question. */
export const CategorySlug = smallLetters();
export const GroupSlug = smallLetters();

/** Words that are literal paths beside the groups of a service. */
const RESERVED_GROUP_SLUGS: ReadonlySet<string> = new Set(['create', 'slug']);

/** Whether a post group may take this slug, were it free. */
export function isAllowedGroupSlug(slug: string): boolean {
  return GroupSlug.safeParse(slug).success && !looksLikeId(slug) && !RESERVED_GROUP_SLUGS.has(slug);
}

/** Whether a post may take this slug, were it free. */
export function isAllowedPostSlug(slug: string): boolean {
  return PostSlug.safeParse(slug).success && !looksLikeId(slug) && !RESERVED_POST_SLUGS.has(slug.toLowerCase());
}
