import { expect, test } from 'vitest';
import { consoleServiceIdIn, homeOfService, placesOfService, samePlaceIn } from './places.ts';

const blog = { serviceId: 'blog', functions: ['post' as const] };
const forum = { serviceId: 'forum', functions: ['comment' as const] };
const bare = { serviceId: 'bare', functions: [] };

test.each([
  ['/admin/posts/news', 'news'],
  ['/admin/posts/news/groups/weekly/edit', 'news'],
  ['/admin/categories/news/create', 'news'],
  ['/admin/settings/news/content', 'news'],
  ['/admin/services/news/edit', 'news'],
  ['/admin/webhooks/news/create', 'news'],
  ['/admin/services/create', undefined],
  ['/admin/services', undefined],
  ['/admin', undefined],
  ['/admin/users/posts', undefined],
])('%s belongs to service %s', (pathname, serviceId) => {
  expect(consoleServiceIdIn(pathname)).toBe(serviceId);
});

test.each([
  ['/admin/posts/news', '/admin/posts/blog'],
  ['/admin/posts/news/create', '/admin/posts/blog/create'],
  ['/admin/posts/news/bin', '/admin/posts/blog/bin'],
  ['/admin/posts/news/groups', '/admin/posts/blog/groups'],
  ['/admin/posts/news/groups/create', '/admin/posts/blog/groups/create'],
  ['/admin/posts/news/groups/weekly/edit', '/admin/posts/blog/groups'],
  ['/admin/posts/news/01hzx3v9d0q8e7m2k4n6p8r1st/edit', '/admin/posts/blog'],
  ['/admin/posts/news/create-a-thing', '/admin/posts/blog'],
  ['/admin/categories/news/create', '/admin/categories/blog/create'],
  ['/admin/categories/news/ink/edit', '/admin/categories/blog'],
  ['/admin/files/news/01hzx3v9d0q8e7m2k4n6p8r1st', '/admin/files/blog'],
  ['/admin/services/news/edit', '/admin/services/blog/edit'],
  ['/admin/webhooks/news/01hzx3v9d0q8e7m2k4n6p8r1st/edit', '/admin/webhooks/blog'],
  ['/admin/comments/news/content/x', '/admin/posts/blog'],
  ['/admin/users', '/admin/posts/blog'],
])('switching the service leads from %s to %s', (pathname, expected) => {
  expect(samePlaceIn(pathname, blog, 'admin')).toBe(expected);
});

test('switching leaves screens that the service lacks', () => {
  expect(samePlaceIn('/admin/posts/news', forum, 'editor')).toBe('/admin/comments/forum');
  expect(samePlaceIn('/admin/settings/news/content', forum, 'editor')).toBe('/admin/settings/forum/content');
  expect(samePlaceIn('/admin/posts/news', bare, 'editor')).toBe('/admin');
  expect(homeOfService(bare, 'admin')).toBe('/admin/services/bare/edit');
});

test('only admins see the settings of a service', () => {
  const paths = (role: 'admin' | 'viewer') => placesOfService(blog, role).map(({ path }) => path);
  expect(paths('admin')).toContain('/admin/services/blog/edit');
  expect(paths('admin')).toContain('/admin/webhooks/blog');
  expect(paths('viewer')).not.toContain('/admin/webhooks/blog');
  expect(paths('viewer')).not.toContain('/admin/services/blog/edit');
  expect(paths('viewer')).not.toContain('/admin/comments/blog');
});
