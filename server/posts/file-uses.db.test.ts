import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FilePlace } from '#contract/admin-files.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { prunePosts } from '../post-history/prune-posts.ts';

interface PostFields {
  readonly thumbnail?: number | null;
  readonly images?: readonly number[];
  readonly files?: readonly number[];
  readonly body?: readonly number[];
}

type Step =
  | { readonly kind: 'create' | 'save' | 'type'; readonly fields: PostFields }
  | { readonly kind: 'restore'; readonly back: number }
  | { readonly kind: 'remove file' | 'bring file back'; readonly file: number }
  | { readonly kind: 'save copy' | 'drop copy' | 'publish' | 'delete' | 'bring back' | 'delete for good' }
  | { readonly kind: 'prune'; readonly maxRevisions: number; readonly days: number };

const FILES = 5;
const POSTS = 2;
const some = fc.uniqueArray(fc.nat({ max: FILES - 1 }), { maxLength: 3 });
const fields: fc.Arbitrary<PostFields> = fc.record(
  { thumbnail: fc.option(fc.nat({ max: FILES - 1 })), images: some, files: some, body: some },
  { requiredKeys: [] },
);
const kinds = <Kind extends string>(...all: Kind[]) => fc.constantFrom(...all);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kinds('save', 'save', 'type'), fields }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('create'), fields }) },
  { weight: 2, arbitrary: fc.record({ kind: kinds('restore'), back: fc.nat({ max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kinds('remove file', 'bring file back'), file: fc.nat({ max: FILES - 1 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kinds('save copy', 'drop copy', 'publish', 'delete', 'bring back', 'bring back', 'delete for good'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kinds('prune'),
      maxRevisions: fc.constantFrom(1, 2, 5),
      days: fc.constantFrom(0, 31, 100),
    }),
  },
);
const life = fc.array(fc.record({ step, post: fc.nat({ max: POSTS - 1 }), who: fc.nat({ max: 1 }) }), {
  minLength: 4,
  maxLength: 25,
});

test('file uses equal a recount after random operations', {
  timeout: 240_000,
}, async () => {
  const app = await testApp();
  const editors = [await givenUser(app), await givenUser(app)];
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const remaining = await roomOf(app);
      for (const one of steps) {
        const editor = editors[one.who];
        if (editor) await take(app, remaining, { ...one, editor });
        expect(await noted(app), JSON.stringify(one)).toEqual(await counted(app));
      }
    }),
    { numRuns: 25 },
  );
});

interface Room {
  readonly fileIds: readonly string[];
  readonly postIds: (string | undefined)[];
}

async function roomOf(app: TestApp): Promise<Room> {
  for (const table of ['posts', 'deletedPosts', 'postRevisions', 'files'] as const)
    await app.database.writer.deleteFrom(table).execute();
  const fileIds: string[] = [];
  for (let made = 0; made < FILES; made += 1) fileIds.push(await givenFile(app, { isUploaded: true }));
  return { fileIds, postIds: [] };
}

async function take(
  app: TestApp,
  { fileIds, postIds }: Room,
  { step, post, editor }: { readonly step: Step; readonly post: number; readonly editor: GivenUser },
): Promise<void> {
  const postId = postIds[post] ?? 'none';
  const url = `/api/admin/posts/news/${postId}`;
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await editor.send(method, path, body ? { body } : {});
    expect([200, 400, 404], JSON.stringify([step, answer.json])).toContain(answer.status);
    return answer.json;
  };
  const inWords = ({ thumbnail, images, files, body }: PostFields) => ({
    ...(thumbnail !== undefined && { thumbnail: thumbnail === null ? null : { fileId: fileIds[thumbnail] } }),
    ...(images && { images: images.map((file) => ({ fileId: fileIds[file] })) }),
    ...(files && { files: files.map((file) => ({ fileId: fileIds[file] })) }),
    ...(body && { body: body.map((file) => `![](/media/news/images/${fileIds[file]}/800x800.png)`).join('\n\n') }),
  });
  const acts: Record<Step['kind'], () => Promise<unknown>> = {
    create: async () => {
      const creation = {
        title: 'T',
        bodyFormat: 'markdown',
        status: 'draft',
        ...inWords((step as { fields: PostFields }).fields),
      };
      if (!postIds[post]) postIds[post] = (await send('POST', '/api/admin/posts/news', creation))?.postId;
    },
    save: () => send('POST', url, inWords((step as { fields: PostFields }).fields)),
    type: async () => {
      const { revision = 1 } = await send('GET', url);
      await send('PUT', `${url}/working-copy`, {
        baseRevision: revision,
        ...inWords((step as { fields: PostFields }).fields),
      });
    },
    'save copy': () => send('POST', `${url}/working-copy/save`, {}),
    'drop copy': () => send('DELETE', `${url}/working-copy`),
    publish: () => send('POST', `${url}/status`, { status: 'publish' }),
    restore: async () => {
      const items = (await send('GET', `${url}/revisions`))?.items ?? [];
      const wanted = items[(step as { back: number }).back]?.revision;
      if (wanted) await send('POST', `${url}/revisions/${wanted}/restore`, {});
    },
    delete: () => send('DELETE', url),
    'bring back': () => send('POST', `/api/admin/posts/news/bin/${postId}/restore`, {}),
    'delete for good': async () => {
      if ((await send('DELETE', `/api/admin/posts/news/bin/${postId}`)) === null) postIds[post] = undefined;
    },
    'remove file': () => setStatus(app, fileIds[(step as { file: number }).file] ?? '', 'removed'),
    'bring file back': () => setStatus(app, fileIds[(step as { file: number }).file] ?? '', 'published'),
    prune: async () => {
      const { maxRevisions, days } = step as { maxRevisions: number; days: number };
      const later = new Date(app.clock.now().getTime() + days * 86_400_000);
      const content = { history: { maxRevisions, maxDays: 30 }, binDays: 30, previewDays: 30 };
      await prunePosts({ ...app, clock: { now: () => later }, content });
    },
  };
  await acts[step.kind]();
}

async function setStatus({ database }: TestApp, fileId: string, status: string): Promise<void> {
  await database.writer.updateTable('files').set({ status }).where('fileId', '=', fileId).execute();
}

type Uses = Record<string, number>;

async function noted({ database }: TestApp): Promise<Uses> {
  const rows = await database.reader.selectFrom('fileUses').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [`${row.postId} ${row.place} ${row.fileId}`, row.revision]));
}

async function counted({ database: { reader } }: TestApp): Promise<Uses> {
  const uses: Uses = {};
  const note = (postId: string, place: FilePlace, text: string, revision = 0) => {
    for (const [fileId] of text.matchAll(/01hzx3w7gg8hh9jj0kk1\d{6}/g)) {
      const key = `${postId} ${place} ${fileId}`;
      uses[key] = Math.max(uses[key] ?? 0, revision);
    }
  };
  const posts = await reader.selectFrom('posts').selectAll().execute();
  for (const post of posts) {
    note(post.postId, 'thumbnail', post.thumbnail ?? '');
    for (const place of ['images', 'files', 'body'] as const) note(post.postId, place, post[place]);
  }
  const revisions = new Map(posts.map(({ postId, revision }) => [postId, revision]));
  for (const copy of await reader.selectFrom('postWorkingCopies').selectAll().execute())
    note(copy.postId, 'draft', copy.content);
  for (const { postId, revision, content } of await reader.selectFrom('postRevisions').selectAll().execute()) {
    const present = revisions.get(postId);
    if (present === undefined) note(postId, 'bin', content, revision);
    else if (revision < present) note(postId, 'history', content, revision);
  }
  for (const { postId, content } of await reader.selectFrom('deletedPosts').selectAll().execute()) {
    const { row } = JSON.parse(content);
    note(postId, 'bin', [row.thumbnail, row.images, row.files, row.body].join(), row.revision);
  }
  return uses;
}
