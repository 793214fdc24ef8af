/** @module-tag extended */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { PostRevision, PostSnapshot } from '#contract/post-history.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

type Step =
  | { readonly kind: 'save'; readonly body: object }
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'restore'; readonly back: number }
  | { readonly kind: 'copy'; readonly body: object }
  | { readonly kind: 'delete' }
  | { readonly kind: 'bring back' };

const labels = fc.uniqueArray(fc.constantFrom('red', 'blue', '赤'), { maxLength: 3 });
const changes = fc.record(
  {
    title: fc.constantFrom('One', 'Two', '三'),
    body: fc.constantFrom('', 'Some *text*.', '# 見出し\n\n本文'),
    bodyFormat: fc.constantFrom('markdown', 'text', 'html'),
    label: fc.constantFrom('', 'L'),
    tags: labels.map((all) => all.map((label) => ({ label }))),
    category: fc.constantFrom(null, 'food', 'travel'),
    isHiddenInList: fc.boolean(),
    links: fc.constantFrom([], [{ id: 1, url: 'https://example.com' }]),
  },
  { requiredKeys: ['title'] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('save' as const), body: changes }) },
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom('publish', 'unpublish') }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), back: fc.nat({ max: 6 }) }) },
  fc.record({ kind: fc.constant('copy' as const), body: changes }),
  fc.constant({ kind: 'delete' as const }),
  { weight: 2, arbitrary: fc.constant({ kind: 'bring back' as const }) },
);

test('history and bin stay consistent through random operations', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  for (const slug of ['food', 'travel']) await givenCategory(app, { serviceId: 'news', slug });
  const at = '2026-11-21T04:43:00Z';
  const group = { groupId: 'g', serviceId: 'news', slug: 'tour', label: 'Tour', createdAt: at, updatedAt: at };
  await app.database.writer.insertInto('postGroups').values(group).execute();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (life) => {
      let seen = await createPost(app, editor);
      let isInBin = false;
      for (const one of life) {
        const url = `/api/admin/posts/news/${seen.post.postId}`;
        const { status } = await take(editor, one, { url, ...seen });
        expect([200, 400, 404], JSON.stringify(one)).toContain(status);
        if (status === 200) isInBin = one.kind === 'delete';
        expect((await editor.send('GET', url)).status).toBe(isInBin ? 404 : 200);
        if (isInBin) continue;
        const next = await readPost(editor, url);
        expectMatchingHistory(one, seen, next);
        seen = next;
      }
    }),
    { numRuns: 40 },
  );
});

function expectMatchingHistory(step: Step, before: Seen, after: Seen): void {
  const isChanged = after.history.length > before.history.length;
  expect(after.post.revision - before.post.revision, JSON.stringify(step)).toBe(isChanged ? 1 : 0);
  expect(after.history.slice(-before.history.length).map(toRecorded)).toEqual(before.history.map(toRecorded));
  expect(after.snapshot).toEqual(toSnapshot(after.post));
  expect(after.post.groups).toEqual([{ slug: 'tour', label: 'Tour' }]);
  if (!isChanged) expect(after.post).toEqual(before.post);
  if (step.kind === 'bring back') expect(toSnapshot(after.post)).toEqual(toSnapshot(before.post));
}

let postCount = 0;

async function createPost(app: TestApp, editor: GivenUser) {
  postCount += 1;
  const body = {
    slug: `post-${postCount}`,
    title: 'One',
    bodyFormat: 'markdown',
    status: 'draft',
    tags: [{ label: 'red' }],
  };
  const { postId } = (await editor.send('POST', '/api/admin/posts/news', { body })).json;
  const place = { groupId: 'g', postId, serviceId: 'news', position: postCount };
  await app.database.writer.insertInto('postGroupPosts').values(place).execute();
  return readPost(editor, `/api/admin/posts/news/${postId}`);
}

interface Seen {
  readonly post: AdminPost;
  readonly history: readonly PostRevision[];
  readonly snapshot: PostSnapshot;
}

async function readPost(editor: GivenUser, url: string): Promise<Seen> {
  const post = (await editor.send('GET', url)).json;
  const history = (await editor.send('GET', `${url}/revisions?count=50`)).json.items;
  const newest = (await editor.send('GET', `${url}/revisions/${post.revision}`)).json;
  expect(history[0]).toMatchObject({ revision: post.revision, title: post.title, isCurrent: true });
  return { post, history, snapshot: newest.content };
}

async function take(
  { send }: GivenUser,
  step: Step,
  { url, post, history }: { readonly url: string; readonly post: AdminPost; readonly history: readonly PostRevision[] },
) {
  switch (step.kind) {
    case 'save':
      return send('POST', url, { body: step.body });
    case 'status':
      return send('POST', `${url}/status`, { body: { status: step.status } });
    case 'restore': {
      const wanted = history[step.back % history.length]?.revision;
      return send('POST', `${url}/revisions/${wanted}/restore`, { body: { revision: post.revision } });
    }
    case 'copy':
      await send('PUT', `${url}/working-copy`, { body: { ...step.body, baseRevision: post.revision } });
      return send('POST', `${url}/working-copy/save`, { body: {} });
    case 'delete':
      return send('DELETE', url);
    case 'bring back':
      return send('POST', `/api/admin/posts/news/bin/${post.postId}/restore`, { body: {} });
  }
}

function toRecorded({ isCurrent: _, ...revision }: PostRevision) {
  return revision;
}

function toSnapshot(post: AdminPost): PostSnapshot {
  const { slug, title, label, description, author, language, contentId, bodyFormat, editorMode, body } = post;
  const { categorySlug, thumbnail, images, files, links, isHiddenInList, status, publishAt } = post;
  return {
    ...{ slug, title, label, description, author, language, contentId, bodyFormat, editorMode, body },
    ...{ categorySlug, thumbnail, images, files, links, isHiddenInList, status, publishAt },
    tags: post.tags.map((tag) => tag.label),
  };
}
