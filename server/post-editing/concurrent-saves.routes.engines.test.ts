import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { testApp } from '#testing/app.ts';
import { createPost, creation, params, updatePost } from '#testing/edit-posts.ts';
import { givenUser } from '#testing/given-user.ts';

test('stale revision returns 409, missing revision is accepted', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { title: 'One' });
  const two = await updatePost(user, postId, { title: 'Two', revision: 1 });
  expect(two.revision).toBe(2);
  for (const [path, body] of [
    ['', { title: 'Three', revision: 1 }],
    ['', { title: 'Three', revision: 7 }],
    ['/status', { status: 'publish', revision: 1 }],
  ] as const) {
    const { status, json } = await user.send('POST', `/api/admin/posts/news/${postId}${path}`, { body });
    expect([status, json]).toEqual([409, { message: 'Changed by somebody else', current: two }]);
  }
  expect((await updatePost(user, postId, { title: 'Three' })).revision).toBe(3);
  const status = await user.call(adminPostApi.setStatus, {
    params: { ...params, idOrSlug: postId },
    body: { status: 'publish', revision: 3 },
  });
  expect(status.revision).toBe(4);
});

test('one of several concurrent saves of a revision succeeds', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, {});
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((title) =>
      user.send('POST', `/api/admin/posts/news/${postId}`, { body: { title, body: title, revision: 1 } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  for (const { json } of answers.filter(({ status }) => status === 409)) expect(json.current).toEqual(saved);
});

test('one of several concurrent uses of a slug succeeds', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const created = await Promise.all(
    [1, 2, 3].map(() => user.send('POST', '/api/admin/posts/news', { body: { ...creation, tags: [{ label: 'x' }] } })),
  );
  expect(created.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  const one = await createPost(user, { slug: 'one' });
  const two = await createPost(user, { slug: 'two' });
  const moved = await Promise.all(
    [one, two].map(({ postId }) => user.send('POST', `/api/admin/posts/news/${postId}`, { body: { slug: 'three' } })),
  );
  expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(moved.find(({ status }) => status === 400)?.json.message).toBe('Slug already used');
});

test('concurrent saves with the same new tags all succeed', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const labels = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      user.send('POST', '/api/admin/posts/news', {
        body: {
          ...creation,
          slug: `post-${index}`,
          tags: (index % 2 ? labels : labels.toReversed()).map((label) => ({ label })),
        },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});
