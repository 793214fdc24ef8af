import { expect, test } from 'vitest';
import type { BodyFormat } from '#contract/posts.ts';
import { type Answer, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { inProcessRenderer, type Renderer } from '../rendering/renderer.ts';

const NOTE = '/api/admin/posts/news/note';

async function openTestSite() {
  const hooks = { meanwhile: async (_format: BodyFormat): Promise<void> => {} };
  const renderer: Renderer = {
    ...inProcessRenderer,
    render: async (...source) => {
      await hooks.meanwhile(source[0].bodyFormat);
      return inProcessRenderer.render(...source);
    },
  };
  const app = await testApp({ renderer });
  await givenPost(app, { slug: 'note', body: '*One*' });
  const user = await givenUser(app);
  const save = (body: object): Promise<Answer> => user.send('POST', NOTE, { body });
  const saveMeanwhile = (body: object) => {
    hooks.meanwhile = async () => {
      hooks.meanwhile = async () => {};
      expect((await save(body)).status).toBe(200);
    };
  };
  return { hooks, save, saveMeanwhile };
}

test('body without format uses the format at save time', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ bodyFormat: 'html' });
  const { status, json } = await save({ body: '<em>Two</em> *three*' });
  expect(status).toBe(200);
  expect(json).toMatchObject({ bodyFormat: 'html', bodyHtml: '<em>Two</em> *three*', revision: 3 });
});

test('format without body uses the body at save time', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ body: '<b>Two</b>' });
  const { status, json } = await save({ bodyFormat: 'html' });
  expect(status).toBe(200);
  expect(json).toMatchObject({ bodyFormat: 'html', body: '<b>Two</b>', bodyHtml: '<b>Two</b>', revision: 3 });
});

test('body without language uses the language at save time', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ language: 'ja' });
  const { status, json } = await save({ body: 'A[^a].\n\n[^a]: B.' });
  expect([status, json.language]).toEqual([200, 'ja']);
  expect(json.bodyHtml).toContain('>脚注</h2>');
});

test('save follows a concurrent slug change', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ bodyFormat: 'html', slug: 'moved' });
  const { status, json } = await save({ body: '<b>Two</b>' });
  expect(status).toBe(200);
  expect(json).toMatchObject({ slug: 'moved', bodyHtml: '<b>Two</b>' });
});

test('body invalid in a concurrently changed format is rejected', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ bodyFormat: 'json', body: '{}' });
  const { status, json } = await save({ body: 'Two' });
  expect([status, json.errors]).toEqual([400, [{ field: 'body', message: 'InvalidInput' }]]);
});

test('save with a stale revision returns 409', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  saveMeanwhile({ bodyFormat: 'html' });
  const { status, json } = await save({ body: 'Two', revision: 1 });
  expect(status).toBe(409);
  expect(json).toMatchObject({ message: 'Changed by somebody else', current: { bodyFormat: 'html', revision: 2 } });
});

test('save gives up with 409 after repeated conflicts', async () => {
  const { hooks, save } = await openTestSite();
  let isWithin = false;
  let times = 0;
  hooks.meanwhile = async (format) => {
    if (isWithin) return;
    isWithin = true;
    times += 1;
    await save({ bodyFormat: format === 'html' ? 'markdown' : 'html' });
    isWithin = false;
  };
  const { status, json } = await save({ body: 'Two' });
  expect([status, times]).toEqual([409, 5]);
  expect(json.current).toMatchObject({ revision: 6, bodyFormat: 'html', body: '*One*' });
});

test('editor mode chosen by a concurrent save stays', async () => {
  const { save, saveMeanwhile } = await openTestSite();
  await save({ editorMode: 'richText' });
  saveMeanwhile({ editorMode: 'rawHtml' });
  expect((await save({ body: '<b>Two</b>' })).json).toMatchObject({ editorMode: 'rawHtml', body: '<b>Two</b>' });
});
