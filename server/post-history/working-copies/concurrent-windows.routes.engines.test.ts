import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const COPY = '/api/admin/posts/news/note/working-copy';

async function given() {
  const app = await testApp();
  const editor = await givenUser(app);
  await givenPost(app, { slug: 'note', title: 'One' });
  const put = (title: string, revision?: number) =>
    editor.send('PUT', COPY, { body: { baseRevision: 1, title, ...(revision !== undefined && { revision }) } });
  const read = async () => (await editor.send('GET', COPY)).json;
  return { editor, put, read };
}

const STALE = 'Changed by somebody else';

test('second window does not replace newer text', async () => {
  const { put, read } = await given();
  const first = await put('First window', 0);
  expect([first.status, first.json.revision]).toEqual([200, 1]);
  const second = await put('Second window', 0);
  expect([second.status, second.json]).toEqual([409, { message: STALE, current: first.json }]);
  expect((await put('First window, more', 1)).json.revision).toBe(2);
  expect((await put('Second window', 1)).status).toBe(409);
  expect((await put('Second window', 2)).json.revision).toBe(3);
  expect((await read()).content).toEqual({ title: 'Second window' });
});

test('client without revisions replaces its working copy', async () => {
  const { put, read } = await given();
  await put('First');
  await put('Second');
  expect(await read()).toMatchObject({ content: { title: 'Second' }, revision: 2 });
});

test('second window does not discard newer text', async () => {
  const { editor, put, read } = await given();
  await put('First window', 0);
  const newer = await put('First window, more', 1);
  const stale = await editor.send('DELETE', `${COPY}?revision=1`);
  expect([stale.status, stale.json]).toEqual([409, { message: STALE, current: newer.json }]);
  expect((await read()).revision).toBe(2);
  expect((await editor.send('DELETE', `${COPY}?revision=2`)).status).toBe(200);
  expect((await editor.send('DELETE', `${COPY}?revision=2`)).status).toBe(404);
});

test('recreated working copy continues from the given revision', async () => {
  const { editor, put } = await given();
  await put('First window', 0);
  await editor.send('DELETE', `${COPY}?revision=1`);
  expect((await put('First window again', 1)).json.revision).toBe(2);
  expect((await put('Second window', 1)).status).toBe(409);
});

test('one of several concurrent autosaves is kept', async () => {
  const { put } = await given();
  for (const revision of [0, 1]) {
    const answers = await Promise.all(['a', 'b', 'c'].map((title) => put(title, revision)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  }
});
