/** @module-tag extended */
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { createPost } from '#testing/edit-posts.ts';
import { givenUser } from '#testing/given-user.ts';
import { createRenderPool } from '../rendering/render-pool.ts';
import { inProcessRenderer } from '../rendering/renderer.ts';

test('body allows a million characters, request four megabytes', async () => {
  const app = await testApp({ renderer: { ...inProcessRenderer, render: async () => emptyRendering } });
  const user = await givenUser(app);
  const post = await createPost(user, { body: '瓦'.repeat(1_000_000) });
  expect(post.body).toHaveLength(1_000_000);
  for (const path of ['', '/preview', `/${post.postId}`]) {
    const { status, json } = await user.send('POST', `/api/admin/posts/news${path}`, {
      body: { body: 'x'.repeat(4 * 1024 * 1024) },
    });
    expect([status, json]).toEqual([413, { message: 'Payload Too Large' }]);
  }
});

test('slow rendering does not block other requests and is rejected', async () => {
  const renderer = createRenderPool({ timeLimitMs: 5000 });
  onTestFinished(() => renderer.close());
  const app = await testApp({ renderer });
  const user = await givenUser(app);
  const preview = (body: string) =>
    user.send('POST', '/api/admin/posts/news/preview', { body: { body, bodyFormat: 'markdown' } });
  let isSlowDone = false;
  // Rendering takes minutes without a time limit.
  const rejected = preview('>'.repeat(900_000)).finally(() => {
    isSlowDone = true;
  });
  const { bodyHtml } = await createPost(user, { slug: 'quick', body: '*quick*', status: 'publish' });
  expect(bodyHtml).toBe('<p><em>quick</em></p>');
  expect((await app.get('/api/posts/news')).json.items).toHaveLength(1);
  expect(isSlowDone).toBe(false);
  expect(await rejected).toMatchObject({ status: 400, json: { errors: [{ field: 'body', message: 'Too complex' }] } });
});

test('overloaded renderer returns 503 and recovers', async () => {
  const renderer = createRenderPool({ processes: 1, timeLimitMs: 1000, maxWaiting: 0 });
  onTestFinished(() => renderer.close());
  const app = await testApp({ renderer, expectsErrors: true });
  const [first, second] = [await givenUser(app), await givenUser(app, { username: 'second' })];
  const preview = ({ send }: typeof first, body: string) =>
    send('POST', '/api/admin/posts/news/preview', { body: { body, bodyFormat: 'markdown' } });
  // Each takes minutes, and only one fits. Two accounts, because previews of one account queue behind each other.
  const both = await Promise.all([first, second].map((user) => preview(user, '>'.repeat(900_000))));
  const rejected = both.find(({ status }) => status !== 400);
  expect([rejected?.status, rejected?.json]).toEqual([503, { message: 'Service is unavailable' }]);
  expect((await preview(first, 'x')).status).toBe(200);
});

const emptyRendering = { html: '', text: '', excerpt: '', headings: [], readingSeconds: 0 };
