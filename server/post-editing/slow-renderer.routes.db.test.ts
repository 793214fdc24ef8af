import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { creation } from '#testing/edit-posts.ts';
import { givenUser } from '#testing/given-user.ts';
import { createRenderPool, type RenderPoolOptions } from '../rendering/render-pool.ts';

const WORKER = `
  process.on('message', ({ body }) =>
    process.send({ html: body, text: body, excerpt: body, headings: [], readingSeconds: 0 }));
  process.on('disconnect', () => process.exit());
  process.send('ready');
`;

async function givenModule() {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-renderer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { module: pathToFileURL(join(folder, 'worker.mjs')), gate: join(folder, 'gate') };
}

async function givenHeldRenderer(options: RenderPoolOptions = {}) {
  const { module, gate } = await givenModule();
  const wait = `
    import { existsSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    while (!existsSync(${JSON.stringify(gate)})) await pause(10);
  `;
  await writeFile(module, wait + WORKER);
  const renderer = createRenderPool({ module, ...options });
  onTestFinished(() => renderer.close());
  return { renderer, releaseRenderer: () => writeFile(gate, '') };
}

test('/readyz returns 503 until the renderer has started', async () => {
  const { renderer, releaseRenderer } = await givenHeldRenderer();
  const app = await testApp({ renderer });
  const warm = renderer.warmUp();
  expect((await app.get('/readyz')).status).toBe(503);
  expect((await app.get('/healthz')).status).toBe(200);
  await releaseRenderer();
  await warm;
  expect((await app.get('/readyz')).status).toBe(200);
});

test('saves wait for a renderer that starts slowly', async () => {
  const { renderer, releaseRenderer } = await givenHeldRenderer({ timeLimitMs: 5000, maxWaitMs: 1 });
  const app = await testApp({ renderer });
  const user = await givenUser(app);
  const save = (slug: string) =>
    user.send('POST', '/api/admin/posts/news', { body: { ...creation, slug, body: '*text*' } });
  const saves = ['one', 'two', 'three', 'four', 'five'].map(save);
  await expect.poll(() => renderer.load?.()).toEqual({ processes: 2, working: 2, waiting: 3 });
  await releaseRenderer();
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('save returns 503 when the renderer does not start', async () => {
  const { renderer } = await givenHeldRenderer({ startLimitMs: 200 });
  const app = await testApp({ renderer, expectsErrors: true });
  const user = await givenUser(app);
  const { status, headers } = await user.send('POST', '/api/admin/posts/news', { body: { ...creation } });
  expect([status, headers['retry-after']]).toEqual([503, '1']);
});

test('renderer that starts too slowly is stopped and reported', async () => {
  const errors: Error[] = [];
  const limits = { startLimitMs: 100, startAgainMs: 10, onError: (error: Error) => void errors.push(error) };
  const { renderer } = await givenHeldRenderer(limits);
  void renderer.warmUp();
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  expect(errors[0]).toMatchObject({ isOutOfTime: true });
  expect(renderer.isWarm?.()).toBe(false);
});

test('renderer that fails to start is restarted', async () => {
  const { module } = await givenModule();
  const errors: Error[] = [];
  const renderer = createRenderPool({ module, startAgainMs: 10, onError: (error) => errors.push(error) });
  onTestFinished(() => renderer.close());
  const warm = renderer.warmUp();
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await writeFile(module, WORKER);
  await warm;
  expect((await renderer.render({ body: 'text', bodyFormat: 'markdown' })).text).toBe('text');
});
