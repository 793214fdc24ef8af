import { expect, test } from 'vitest';
import { trailTo } from './crumbs.tsx';

test.each([
  ['/admin/posts/news/create', ['/admin/posts/news']],
  ['/admin/posts/news/abc', ['/admin/posts/news']],
  ['/admin/posts/news/abc/edit', ['/admin/posts/news', '/admin/posts/news/abc']],
  ['/admin/posts/news/abc/history/', ['/admin/posts/news', '/admin/posts/news/abc']],
  ['/admin/posts/news/abc/translation', ['/admin/posts/news', '/admin/posts/news/abc']],
  ['/admin/posts/news/groups/create', ['/admin/posts/news/groups']],
  ['/admin/posts/news/groups/weekly', ['/admin/posts/news/groups']],
  ['/admin/posts/news/groups/weekly/edit', ['/admin/posts/news/groups', '/admin/posts/news/groups/weekly']],
  ['/admin/categories/news/create', ['/admin/categories/news']],
  ['/admin/categories/news/ink/edit', ['/admin/categories/news']],
  ['/admin/files/news/abc', ['/admin/files/news']],
  ['/admin/comments/news/content/abc', ['/admin/comments/news']],
  ['/admin/settings/news/content', ['/admin/comments/news']],
])('%s lies below %s in its service', (pathname, paths) => {
  expect(trailTo(pathname)?.serviceId).toBe('news');
  expect(trailTo(pathname)?.steps.map(({ path }) => path)).toEqual(paths);
});

test.each([
  ['/admin/services/create', '/admin/services'],
  ['/admin/services/news/edit', '/admin/services'],
  ['/admin/users/create', '/admin/users'],
  ['/admin/users/anna', '/admin/users'],
  ['/admin/api-keys/create', '/admin/api-keys'],
  ['/admin/mails/abc', '/admin/mails'],
])('%s lies below %s outside of services', (pathname, path) => {
  expect(trailTo(pathname)?.serviceId).toBeUndefined();
  expect(trailTo(pathname)?.steps.map((step) => step.path)).toEqual([path]);
});

test.each([
  '/admin',
  '/admin/posts/news',
  '/admin/posts/news/groups',
  '/admin/posts/news/bin',
  '/admin/categories/news',
  '/admin/files/news',
  '/admin/comments/news',
  '/admin/services',
  '/admin/users',
  '/admin/mails',
  '/admin/webhooks/news',
])('%s has no breadcrumbs', (pathname) => expect(trailTo(pathname)).toBeUndefined());

test('webhook screens lie below their list', () => {
  expect(trailTo('/admin/webhooks/news/create')).toEqual({
    ...{ serviceId: 'news', steps: [{ path: '/admin/webhooks/news', title: 'page.webhooks' }] },
  });
  expect(trailTo('/admin/webhooks/news/abc/edit')?.steps.map(({ path }) => path)).toEqual([
    '/admin/webhooks/news',
    '/admin/webhooks/news/abc',
  ]);
});
