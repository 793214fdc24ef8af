import type { AdminPostRow } from '#contract/admin-posts.ts';
import { type AdminPostGroup, adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import type { FakeApi } from '#testing/fake-api.ts';

export const TREES: ListedPostGroup = {
  serviceId: 'news',
  slug: 'trees',
  label: 'Trees',
  postCount: 4,
  revision: 1,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
};

export function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .padEnd(26, '0');
}

export function post(title: string, change: Partial<AdminPostRow> = {}): AdminPostRow {
  const postId = idOf(title);
  return {
    ...{ postId, serviceId: 'news', slug: title.toLowerCase(), title, label: '', contentId: postId },
    ...{ categorySlug: null, categoryLabel: null, bodyFormat: 'markdown', editorMode: 'markdown', thumbnail: null },
    ...{ status: 'published', postStatus: 'publish', statusPublishAt: '', isHiddenInList: false, tags: [] },
    ...{ publishAt: '2026-11-20T12:00:00Z', effectiveAt: '2026-11-20T12:00:00Z', revision: 1 },
    ...{ createdAt: '2026-11-01T00:00:00Z', createdBy: 'hokusai', updatedAt: null, updatedBy: null },
    ...change,
  };
}

export function group(posts: readonly AdminPostRow[]): AdminPostGroup {
  const { postCount: _, ...named } = TREES;
  return { ...named, postIds: posts.map(({ postId }) => postId), posts: [...posts] };
}

export function answerGroup(api: FakeApi, titles: readonly string[], known: readonly AdminPostRow[]): void {
  let current = titles.map(idOf);
  const answer = () => group(current.flatMap((id) => known.find(({ postId }) => postId === id) ?? []));
  api.answer(adminPostGroupApi.find, answer);
  api.answer(adminPostGroupApi.update, ({ body }) => {
    current = body.postIds ?? current;
    return answer();
  });
}
