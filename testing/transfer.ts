import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Tools } from '#server/app.ts';
import { changeThread } from '#server/comments/thread.repository.ts';
import { exportService, importService } from '#server/data-transfer/index.ts';
import type { Database } from '#server/database/connect.ts';
import { inProcessRenderer } from '#server/rendering/index.ts';
import { type TestApp, testApp } from './app.ts';
import { testClock } from './clock.ts';
import { givenCategory, givenPost } from './given.ts';
import { givenComment } from './given-comment.ts';
import { givenFile } from './given-file.ts';
import { givenUser } from './given-user.ts';
import { temporaryFolder } from './product.ts';

/** Creates a service with one item of every kind, beside another service that must stay untouched. */
export async function givenWholeService(tools: Partial<Tools> = {}): Promise<TestApp> {
  const app = await testApp(tools);
  // Category ids are unique per installation, so those of this service do not start at 1.
  await givenCategory(app, { serviceId: 'other', slug: 'events' });
  await givenPost(app, { serviceId: 'other', slug: 'one' });
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['news', 'other'] });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const response = await admin.send(method, `/api/admin/${url}`, { body });
    expect([200, 201], `${url}: ${response.text}`).toContain(response.status);
    return response.json;
  };
  await app.database.writer
    .updateTable('services')
    .set({ label: 'News, 新聞', functions: '["post","comment"]' })
    .where('serviceId', '=', 'news')
    .execute();
  for (const [slug, parent] of [
    ['late', 'root'],
    ['events', 'root'],
    ['festivals', 'events'],
  ] as const) {
    await givenCategory(app, { serviceId: 'news', slug, label: `${slug} 祭り`, parent });
  }
  await app.database.writer.transaction().execute(async (trx) => {
    const ids = await trx
      .selectFrom('categories')
      .select(['id', 'slug', 'parentPath'])
      .where('serviceId', '=', 'news')
      .execute();
    const [late, festivals] = ['late', 'festivals'].map((slug) => ids.find((one) => one.slug === slug));
    const place = { parentId: festivals?.id ?? 0, parentPath: `${festivals?.parentPath}#${festivals?.id}`, orderNo: 3 };
    await trx
      .updateTable('categories')
      .set(place)
      .where('id', '=', late?.id ?? 0)
      .execute();
  });
  const image = await givenFile(app, { serviceId: 'news' });
  const file = await givenFile(app, { serviceId: 'news', fileType: 'file' });
  await givenFile(app, { serviceId: 'news', status: 'removed' });
  const create = (slug: string, body: object = {}) =>
    send('POST', 'posts/news', {
      slug,
      title: `Title of ${slug}`,
      bodyFormat: 'markdown',
      body: 'Some *text*\u2028and 日本語.',
      status: 'publish',
      ...body,
    });
  const held = {
    thumbnail: { fileId: image },
    images: [{ fileId: image, caption: 'A “stage”' }],
    files: [{ fileId: file }],
    links: [{ id: 7, url: 'https://example.com/', label: 'Map' }],
  };
  await create('one', {
    ...held,
    category: 'late',
    tags: [{ label: '東京' }, { label: 'blue' }],
    label: 'O',
    author: 'A',
    language: 'en-GB',
  });
  await create('json', { bodyFormat: 'json', body: '{"b":[1,2],"a":null}', contentId: 'article-1' });
  await create('html', {
    bodyFormat: 'html',
    editorMode: 'rawHtml',
    body: '<p>x<script>1</script></p>',
    isHiddenInList: true,
  });
  await create('text', { bodyFormat: 'text', body: ' a\n b', publishAt: '2026-11-22T10:07:00Z' });
  await create('draft', { status: 'draft', body: '' });
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await send('POST', 'posts/news/one', { slug: 'first', body: 'Other text', tags: [{ label: 'red' }] });
  await send('POST', 'posts/news/json/status', { status: 'unpublish' });
  const deleted = await create('binned', { ...held, category: 'events', tags: [{ label: 'blue' }] });
  const { postId: first } = (await admin.send('GET', '/api/admin/posts/news/first')).json;
  const { postId: html } = (await admin.send('GET', '/api/admin/posts/news/html')).json;
  const groups = [
    { groupId: '01hzx3w7gg8hh9jj0kk1mm2nn3', slug: 'tour', posts: [html, deleted.postId, first] },
    { groupId: '01hzx3w7gg8hh9jj0kk1mm2nn4', slug: 'empty', posts: [] },
  ];
  for (const { groupId, slug, posts } of groups) {
    const times = { createdAt: '2026-11-21T04:50:00Z', updatedAt: '2026-11-21T04:50:00Z' };
    await app.database.writer
      .insertInto('postGroups')
      .values({ groupId, serviceId: 'news', slug, label: slug, ...times })
      .execute();
    const places = posts.map((postId, index) => ({ groupId, postId, serviceId: 'news', position: index * 10 }));
    if (places.length > 0) await app.database.writer.insertInto('postGroupPosts').values(places).execute();
  }
  await send('POST', `posts/news/${first}/translations`, { serviceId: 'news', postId: html, language: 'fr' });
  await send('POST', `posts/news/${first}/translations/create`, { language: 'ja' });
  await send('POST', `posts/news/${first}/translations/create`, { language: 'de', serviceId: 'other' });
  await send('DELETE', 'posts/news/binned');
  await app.database.writer
    .insertInto('postImports')
    .values({
      serviceId: 'news',
      sourcePath: 'blog/a.md',
      postId: first,
      contentHash: 'x',
      postRevision: 1,
      importedAt: '2026-11-21T04:50:00Z',
    })
    .execute();
  await app.database.writer
    .insertInto('serviceConfigs')
    .values([
      {
        serviceId: 'news',
        configName: 'outerSiteUrl',
        configVal: '"https://example.org/"',
        updatedAt: '2026-11-21T04:50:00Z',
      },
      {
        serviceId: 'news',
        configName: 'mediaUploadImageSizes',
        configVal: '["10x10"]',
        updatedAt: '2026-11-21T04:50:00Z',
      },
      {
        serviceId: 'news',
        configName: 'commentBlockedWords',
        configVal: '["casino","当選, おめでとう"]',
        updatedAt: '2026-11-21T04:50:00Z',
      },
      {
        serviceId: 'news',
        configName: 'commentProofOfWork',
        configVal: 'true',
        updatedAt: '2026-11-21T04:50:00Z',
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await app.database.writer
    .insertInto('serviceContents')
    .values({
      serviceId: 'news',
      contentId: 'article-1',
      commentDefaultPublishStatus: 'publish',
      createdAt: '2026-11-21T04:50:00Z',
      updatedAt: null,
    })
    .execute();
  await givenThread(app, 'news');
  return app;
}

async function givenThread(app: TestApp, serviceId: string): Promise<void> {
  const contentId = 'article-1';
  const comment = {
    serviceId,
    contentId,
    addressHash: 'hash-of-an-address',
    sealedAddress: 'sealed',
    userAgent: 'seen',
  };
  await givenComment(app, {
    ...comment,
    body: 'First\n<b>line</b> 一行目',
    nickname: 'Hana',
    area: '京都',
    age: '30s',
  });
  await givenComment(app, { ...comment, authorId: 'user:somebody', publishStatus: 'unpublish' });
  await givenComment(app, { ...comment, publishStatus: 'unconfirm', heldFor: 'links', contentId: 'elsewhere' });
  const deleted = { isDeleted: 1, deletedAt: '2026-11-21T04:52:00Z', deletedBy: 'an-editor' };
  const { commentId } = await givenComment(app, comment);
  await app.database.writer.updateTable('comments').set(deleted).where('commentId', '=', commentId).execute();
  await app.database.writer.transaction().execute(async (trx) => {
    await changeThread(trx, { ...comment, comments: { publish: -1 }, isVisible: true, now: deleted.deletedAt });
    const vote = { serviceId, contentId, addressHash: 'hash-of-an-address', createdAt: deleted.deletedAt };
    const votes = ['guest:one', 'user:somebody', 'guest:two'].map((readerId, index) => ({
      ...vote,
      readerId,
      voteType: index === 0 ? ('dislike' as const) : ('like' as const),
    }));
    await trx.insertInto('votes').values(votes).execute();
    const count = { serviceId, contentId, updatedAt: deleted.deletedAt };
    const counts = [
      { ...count, voteType: 'like' as const, voteCount: 2 },
      { ...count, voteType: 'dislike' as const, voteCount: 1 },
    ];
    await trx.insertInto('voteCounts').values(counts).execute();
  });
}

export async function exportOf(database: Database, serviceId = 'news'): Promise<string> {
  const folder = join(await temporaryFolder(), 'export');
  await exportService({ database, serviceId, folder });
  return folder;
}

export async function importInto(database: Database, folder: string, more: object = {}) {
  const workFolder = await temporaryFolder();
  try {
    return await importService({
      database,
      clock: testClock('2026-12-01T00:00:00Z'),
      renderer: inProcessRenderer,
      folder,
      workFolder,
      previewDays: 30,
      ...more,
    });
  } finally {
    expect(await readdir(workFolder)).toEqual([]);
  }
}

export async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')])),
  );
}
