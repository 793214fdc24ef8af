import type { AdminPost, AdminPostRow } from '#contract/admin-posts.ts';
import type { Category } from '#contract/categories.ts';
import type { DeletedPost, PostRevision, PostSnapshot } from '#contract/post-history.ts';
import type { Tag } from '#contract/tags.ts';
import { serviceDetail } from '#testing/console-screen.tsx';

/** Author of every post. Shared by all tests because display names are cached for the lifetime of the page. */
export const writer = { username: 'sharaku', name: 'Sharaku' };

export function idFor(name: string): string {
  return `01m8${name.toLowerCase().replace(/[^0-9a-z]/g, '')}`.padEnd(26, '0');
}

export function tagNamed(label: string): Tag {
  return { tagId: idFor(`tag${label}`), label, serviceId: 'news' };
}

export const categories: Category[] = [
  { id: 1, slug: 'root', label: 'Root', serviceId: 'news', parentPath: '0', publishStatus: 'publish' },
  { id: 2, slug: 'guide', label: 'Guide', serviceId: 'news', parentPath: '0#1', publishStatus: 'publish' },
  { id: 3, slug: 'food', label: 'Food', serviceId: 'news', parentPath: '0#1#2', publishStatus: 'publish' },
];

export function categoryOf(slug: string): Category {
  const found = categories.find((category) => category.slug === slug);
  if (!found) throw new Error(`No category ${slug}`);
  return found;
}

export function postRow(post: Partial<AdminPostRow> = {}): AdminPostRow {
  const { slug = 'tour' } = post;
  const postId = idFor(slug);
  return {
    postId,
    serviceId: 'news',
    slug,
    title: 'A tour',
    label: '',
    contentId: postId,
    categorySlug: null,
    categoryLabel: null,
    bodyFormat: 'markdown',
    editorMode: 'markdown',
    thumbnail: null,
    status: 'draft',
    postStatus: 'unpublish',
    statusPublishAt: 'unpublish#2026-11-01T12:00:00Z',
    isHiddenInList: false,
    tags: [],
    publishAt: null,
    effectiveAt: null,
    revision: 1,
    createdAt: '2026-11-01T12:00:00Z',
    createdBy: writer.username,
    updatedAt: null,
    updatedBy: null,
    ...post,
  };
}

export function adminPost(post: Partial<AdminPost> = {}): AdminPost {
  return {
    ...postRow(post),
    description: '',
    author: '',
    language: '',
    body: 'Along the *river*.',
    bodyHtml: '<p>Along the <em>river</em>.</p>',
    bodyText: 'Along the river.',
    bodyJson: null,
    categoryPath: null,
    category: null,
    images: [],
    files: [],
    links: [],
    groups: [],
    previewToken: 'c0ffee',
    previewExpiresAt: '2099-01-01T12:00:00Z',
    service: serviceDetail(),
    ...post,
  };
}

export function pageOf<Item, Key = never>(items: Item[], pagerKey: Key | null = null) {
  return { items, pagerKey, pageToken: pagerKey && btoa(JSON.stringify(pagerKey)) };
}

export function snapshot(content: Partial<PostSnapshot> = {}): PostSnapshot {
  return {
    slug: 'tour',
    title: 'A tour',
    label: '',
    description: '',
    author: '',
    language: '',
    contentId: idFor('tour'),
    bodyFormat: 'markdown',
    editorMode: 'markdown',
    body: 'Along the *river*.',
    categorySlug: null,
    tags: [],
    thumbnail: null,
    images: [],
    files: [],
    links: [],
    isHiddenInList: false,
    status: 'draft',
    publishAt: null,
    ...content,
  };
}

export function revisionOf(revision: number, more: Partial<PostRevision> = {}): PostRevision {
  return {
    revision,
    kind: 'saved',
    title: 'A tour',
    savedAt: `2026-11-0${revision}T12:00:00Z`,
    savedBy: writer.username,
    isCurrent: false,
    ...more,
  };
}

const DAY_MS = 24 * 60 * 60_000;

export function deletedPost(post: Partial<DeletedPost> = {}): DeletedPost {
  const { slug = 'tour' } = post;
  return {
    postId: idFor(slug),
    slug,
    title: 'A tour',
    status: 'published',
    deletedAt: '2026-11-03T12:00:00Z',
    deletedBy: writer.username,
    goneAt: inDays(10),
    ...post,
  };
}

/** Adds an hour, so that the whole number of days is still left when the test checks it. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS + 3_600_000).toISOString().replace(/\.\d+Z/, 'Z');
}
