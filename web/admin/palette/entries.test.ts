import { expect, test } from 'vitest';
import type { Actor } from '../../session/actor.ts';
import { entriesFor, fittingEntries, suggestedEntries } from './entries.ts';

const times = { revision: 1, createdAt: '2026-11-21T00:00:00Z', updatedAt: null };
const blog = { serviceId: 'blog', label: 'ブログ', functions: ['post' as const], ...times };
const talk = { serviceId: 'talk', label: 'Talk', functions: ['post' as const, 'comment' as const], ...times };

function actor(role: Actor['role']): Actor {
  return { username: 'anna', name: 'Anna', signInName: 'anna', role, services: [blog, talk] };
}

const names: Readonly<Record<string, string>> = {
  'palette.action.post': 'New post',
  'frame.place.posts': 'Posts',
  'frame.place.comments': 'コメント',
  'frame.users': 'Users',
};
const nameOf = ({ title }: { title: string }) => names[title] ?? title;

function pathsOf(role: Actor['role'], typed: string): (string | undefined)[] {
  return fittingEntries(entriesFor(actor(role), '/admin', 'en'), typed, nameOf).map(
    ({ path, action }) => path ?? action,
  );
}

test('finds entries by any word, width and case', () => {
  expect(pathsOf('editor', 'ＮＥＷ　post')).toEqual(['/admin/posts/talk/create', '/admin/posts/blog/create']);
  expect(pathsOf('editor', 'posts ブロ')).toContain('/admin/posts/blog');
  expect(pathsOf('editor', 'コメント')).toEqual(['/admin/comments/talk']);
  expect(pathsOf('editor', 'dark')).toEqual(['dark']);
});

test('offers only what the role permits', () => {
  expect(pathsOf('viewer', 'new')).toEqual([]);
  expect(pathsOf('editor', 'users')).toEqual([]);
  expect(pathsOf('admin', 'users')).toEqual(['/admin/users', '/admin/users/create']);
  expect(pathsOf('viewer', 'settings')).toEqual(['/settings', '/admin/settings/talk/content']);
});

test('lists entries of the current service first', () => {
  const entries = entriesFor(actor('editor'), '/admin/files/talk', 'en');
  expect(entries[0]?.path).toBe('/admin/posts/talk/create');
  const suggested = suggestedEntries(entries, '/admin/files/talk').map(({ path }) => path);
  expect(suggested).toContain('/admin/posts/talk');
  expect(suggested).not.toContain('/admin/posts/blog');
});
