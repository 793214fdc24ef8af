import { expect, test } from 'vitest';
import type { PublicPost } from '#contract/posts.ts';
import { toPostSummary } from './post-summary.ts';

const post: PublicPost = {
  postId: '01hzx3v9d0q8e7m2k4n6p8r1st',
  slug: 'first',
  serviceId: 'news',
  title: 'First',
  excerpt: 'How it begins.',
  body: '# Long',
  contentId: 'post',
  bodyFormat: 'markdown',
  bodyHtml: '<h1>Long</h1>',
  status: 'published',
  postStatus: 'publish',
  publishAt: '2026-11-21T04:43:00Z',
  statusPublishAt: 'publish#2026-11-21T04:43:00Z',
  createdAt: '2026-11-20T00:00:00Z',
  categorySlug: 'events',
};
const events = {
  id: 5,
  slug: 'events',
  label: 'Events',
  serviceId: 'news',
  parentPath: '1',
  publishStatus: 'publish',
} as const;

test('summary contains list fields without the body', () => {
  expect(toPostSummary(post, [events])).toEqual({
    slug: 'first',
    title: 'First',
    excerpt: 'How it begins.',
    publishedAt: '2026-11-21T04:43:00Z',
    authors: [],
    readingSeconds: undefined,
    category: { slug: 'events', label: 'Events' },
    tags: [],
    picture: undefined,
  });
});

test('description takes precedence over the excerpt', () => {
  expect(toPostSummary({ ...post, description: 'In short.' }).excerpt).toBe('In short.');
});

test('byline is split into names', () => {
  expect(toPostSummary({ ...post, author: 'Hana Sato and Ken Mori', readingSeconds: 90 })).toMatchObject({
    authors: ['Hana Sato', 'Ken Mori'],
    readingSeconds: 90,
  });
});

test('unknown category is omitted', () => {
  expect(toPostSummary(post).category).toBeUndefined();
});

test('tags are reduced to their labels', () => {
  const tags = [{ tagId: '01hzx3v9d0q8e7m2k4n6p8r1sv', label: 'ink', serviceId: 'news' }];
  expect(toPostSummary({ ...post, tags }).tags).toEqual(['ink']);
});
