import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const ROUNDS = 12;

async function given() {
  const app = await testApp();
  const editor = await givenUser(app);
  const other = await givenUser(app);
  const file = (columns = {}) => givenFile(app, { isUploaded: true, status: 'published', columns });
  return { app, editor, other, file };
}

const url = (fileId: string) => `/api/admin/files/news/${fileId}`;

async function createPost(editor: GivenUser, slug: string, body: object = {}) {
  const creation = { slug, title: slug, bodyFormat: 'markdown', status: 'draft', ...body };
  return editor.send('POST', '/api/admin/posts/news', { body: creation });
}

async function stateOf({ database }: TestApp, fileId: string) {
  const file = await database.reader.selectFrom('files').selectAll().where('fileId', '=', fileId).executeTakeFirst();
  const uses = await database.reader.selectFrom('fileUses').select('postId').where('fileId', '=', fileId).execute();
  return { file, uses: uses.length };
}

test('concurrent removal and use of a file stay consistent', async () => {
  const { app, editor, other, file } = await given();
  for (let round = 0; round < ROUNDS; round += 1) {
    const fileId = await file();
    const [removed, created] = await Promise.all([
      other.send('DELETE', url(fileId)),
      createPost(editor, `post-${round}`, { images: [{ fileId }], body: `/media/news/images/${fileId}/raw.png` }),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 400]).toContain(created.status);
    const { file: after, uses } = await stateOf(app, fileId);
    expect(uses).toBe(created.status === 200 ? 2 : 0);
    // An earlier save used the file before it was removed.
    expect(['published', 'removed']).toContain(after?.status);
    if (created.status === 400) expect(after?.status).toBe('removed');
  }
});

test('concurrent changes of a file are both kept', async () => {
  const { editor, other, file } = await given();
  for (let round = 0; round < ROUNDS; round += 1) {
    const fileId = await file();
    const output = [
      editor.send('POST', url(fileId), { body: { alt: { en: 'Stage' } } }),
      other.send('POST', url(fileId), { body: { alt: { ja: '舞台' }, name: 'b.png' } }),
      editor.send('DELETE', url(fileId)),
      other.send('POST', url(fileId), { body: { caption: { en: 'Summer' } } }),
    ];
    expect((await Promise.all(output)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { json } = await editor.send('GET', url(fileId));
    expect(json).toMatchObject({
      name: 'b.png',
      alt: { en: 'Stage', ja: '舞台' },
      caption: { en: 'Summer' },
      status: 'removed',
    });
  }
});

test('restoring a file during clean-up keeps it whole or gone', async () => {
  const { app, editor, file } = await given();
  const clean = (fileId: string) =>
    app.database.writer.deleteFrom('files').where('fileId', '=', fileId).where('status', '=', 'removed').execute();
  for (let round = 0; round < ROUNDS; round += 1) {
    const fileId = await file({ status: 'removed' });
    const [restored] = await Promise.all([editor.send('POST', `${url(fileId)}/restore`, { body: {} }), clean(fileId)]);
    const { file: after } = await stateOf(app, fileId);
    expect([restored.status, after?.status]).toEqual(restored.status === 200 ? [200, 'published'] : [404, undefined]);
  }
});

test('concurrent typing on a post records uses of active editors', async () => {
  const { app, editor, other, file } = await given();
  const { postId } = (await createPost(editor, 'post')).json;
  const copy = `/api/admin/posts/news/${postId}/working-copy`;
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await file();
    const two = await file();
    const type = (who: GivenUser, fileId: string) =>
      who.send('PUT', copy, { body: { baseRevision: 1, images: [{ fileId }] } });
    const typed = await Promise.all([type(editor, one), type(other, two)]);
    expect(typed.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await stateOf(app, one)).uses, (await stateOf(app, two)).uses]).toEqual([1, 1]);
    const ended = await Promise.all([editor.send('DELETE', copy), type(other, one)]);
    expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await stateOf(app, one)).uses, (await stateOf(app, two)).uses]).toEqual([1, 0]);
    await other.send('DELETE', copy);
    expect((await stateOf(app, one)).uses).toBe(0);
  }
});

test('post deleted during typing takes only its own files', async () => {
  const { app, editor, other, file } = await given();
  for (let round = 0; round < ROUNDS; round += 1) {
    const had = await file();
    const typed = await file();
    const { postId } = (await createPost(editor, `post-${round}`, { images: [{ fileId: had }] })).json;
    const post = `/api/admin/posts/news/${postId}`;
    const body = { baseRevision: 1, images: [{ fileId: typed }] };
    const [stored, deleted, saved] = await Promise.all([
      other.send('PUT', `${post}/working-copy`, { body }),
      editor.send('DELETE', post),
      other.send('POST', post, { body: { title: 'Saved' } }),
    ]);
    expect([stored.status, saved.status].every((status) => [200, 404].includes(status))).toBe(true);
    expect(deleted.status).toBe(200);
    const uses = await app.database.reader
      .selectFrom('fileUses')
      .select(['fileId', 'place'])
      .where('postId', '=', postId)
      .execute();
    expect(uses).toEqual([{ fileId: had, place: 'bin' }]);
  }
});
