import { expect, test } from 'vitest';
import { MAX_DELIVERY_SUBJECT, type WebhookPost } from '#contract/webhooks.ts';
import { subjectOf } from './delivery-log.repository.ts';

const post: WebhookPost = {
  postId: 'p',
  contentId: 'c',
  slug: 'bridge',
  path: '/posts/news/bridge',
  status: 'deleted',
  isHiddenInList: false,
  categorySlug: null,
  publishAt: null,
  updatedAt: null,
};
const comment = { commentId: 'k', contentId: 'c', createdAt: '2026-11-21T04:43:00Z' };

test('subject is post title, path or commented content', () => {
  const titles = new Map([['c', 'The bridge is open']]);
  expect(subjectOf({ post: { ...post, title: 'A title' } }, new Map())).toBe('A title');
  expect(subjectOf({ post }, titles)).toBe('/posts/news/bridge');
  expect(subjectOf({ comment }, titles)).toBe('The bridge is open');
  expect(subjectOf({ comment }, new Map())).toBe('c');
  expect(subjectOf({}, titles)).toBeNull();
});

test.for([
  ['a'.repeat(MAX_DELIVERY_SUBJECT), 'a'.repeat(MAX_DELIVERY_SUBJECT)],
  ['a'.repeat(MAX_DELIVERY_SUBJECT + 1), `${'a'.repeat(MAX_DELIVERY_SUBJECT - 1)}…`],
  ['𠮟'.repeat(300), `${'𠮟'.repeat(MAX_DELIVERY_SUBJECT - 1)}…`],
  // This emoji is a single grapheme of seven code points.
  [`${'a'.repeat(MAX_DELIVERY_SUBJECT - 3)}👨‍👩‍👧‍👦 and more`, `${'a'.repeat(MAX_DELIVERY_SUBJECT - 3)}…`],
  [`e${'\u0301'.repeat(300)}`, `e${'\u0301'.repeat(MAX_DELIVERY_SUBJECT - 2)}…`],
])('shortens %s without splitting graphemes', ([title, reported]) => {
  expect(subjectOf({ post: { ...post, title } }, new Map())).toBe(reported);
});
