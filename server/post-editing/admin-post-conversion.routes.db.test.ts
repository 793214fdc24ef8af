import { expect, onTestFinished, test } from 'vitest';
import { postConversionApi } from '#contract/admin-posts.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { createRenderPool } from '../rendering/render-pool.ts';

const params = { serviceId: 'news' };
const body = { body: '**a**', from: 'markdown', to: 'html' } as const;

test('converts a body to another format', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const answer = await editor.call(postConversionApi.convert, { params, body });
  expect(answer).toEqual({ body: '<p><strong>a</strong></p>' });
});

test('too deeply nested body returns 400 in a worker process', async () => {
  const renderer = createRenderPool({ processes: 2, timeLimitMs: 5000 });
  onTestFinished(() => renderer.close());
  const app = await testApp({ renderer });
  const editor = await givenUser(app);
  const deep = { body: '<div title="a">'.repeat(20_000), from: 'html', to: 'markdown' } as const;
  await expect(editor.call(postConversionApi.convert, { params, body: deep })).rejects.toMatchObject({ status: 400 });
  expect(await editor.call(postConversionApi.convert, { params, body })).toEqual({ body: '<p><strong>a</strong></p>' });
});
