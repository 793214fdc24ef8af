import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { NO_MIGRATIONS } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { blankDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { toNameKey } from '../media/index.ts';
import { connect } from './connect.ts';
import { migrateToLatest, migratorOf } from './migrate.ts';

test('migrated files get the same name keys as new ones', async () => {
  const { database, target } = await blankDatabase();
  const names = ['Ｆｏｏ ＡＢ.JPG', 'ÄÖ Éa.png', 'ｶﾀｶﾅ 写真', `${'a'.repeat(599)}😀`, 'plain'];
  await migratorOf(database).migrateTo('20261121-1515-labels-in-one-spelling');
  await sql`insert into services (service_id, label, functions, revision, created_at) values ('news', 'x', '[]', 0, 'x')`.execute(
    database.writer,
  );
  for (const [index, name] of names.entries())
    await sql`insert into files (file_id, service_id, file_type, mime_type, name, size, status, created_at, created_by)
      values (${`f${index}`}, 'news', 'image', 'image/png', ${name}, 1, 'published', 'x', 'x')`.execute(
      database.writer,
    );
  await migrateToLatest(database, target);
  const files = await database.reader.selectFrom('files').select(['name', 'nameKey']).orderBy('fileId').execute();
  expect(files).toEqual(names.map((name) => ({ name, nameKey: toNameKey(name) })));
});

test('migrations run up, down and up again', async () => {
  const { database, target } = await blankDatabase();
  const { applied } = await migrateToLatest(database, target);
  expect(applied.length).toBeGreaterThan(0);
  const down = await migratorOf(database).migrateTo(NO_MIGRATIONS);
  expect(down.error).toBeUndefined();
  expect((await migrateToLatest(database, target)).applied).toEqual(applied);
  expect((await migrateToLatest(database, target)).applied).toEqual([]);
  await givenPost({ database, clock: testClock() }, {});
});

test('migrated posts have the time of their last change as that of their text', async () => {
  const { database, target } = await blankDatabase();
  await migrateToLatest(database, target);
  const { postId } = await givenPost({ database, clock: testClock() }, {});
  const updatedAt = '2026-11-22T00:00:00Z';
  await database.writer.updateTable('posts').set({ updatedAt }).where('postId', '=', postId).execute();
  await givenPost({ database, clock: testClock() }, {});
  await migratorOf(database).migrateTo('20261127-1200-revisions-of-texts');
  await migrateToLatest(database, target);
  const posts = await database.reader.selectFrom('posts').select('textUpdatedAt').execute();
  expect(new Set(posts.map(({ textUpdatedAt }) => textUpdatedAt))).toEqual(new Set([updatedAt, null]));
});

test('two processes starting at once migrate once', async () => {
  const { database, target } = await blankDatabase();
  const other = connect(target);
  const results = await Promise.all([migrateToLatest(database, target), migrateToLatest(other, target)]);
  await other.close();
  const runs = results.flatMap(({ applied }) => applied);
  expect(new Set(runs).size).toBe(runs.length);
});

test('waiting for a migration ignores the lock timeout', async ({ skip }) => {
  const { database, target } = await testDatabaseWithTarget();
  if (target.engine === 'sqlite') return skip('SQLite has one writer at a time');
  await migratorOf(database).migrateTo(NO_MIGRATIONS);
  const others = [1, 2].map(() => connect(target, { lockWaitMs: 50 }));
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))));
  const results = await Promise.all(others.map((other) => migrateToLatest(other, target)));
  const runs = results.flatMap(({ applied }) => applied);
  expect(new Set(runs).size).toBe(runs.length);
});

test('SQLite files are copied before a migration only', async ({ skip }) => {
  const { database, target } = await testDatabaseWithTarget();
  if (target.engine !== 'sqlite') return skip('PostgreSQL keeps its own copies');
  await migratorOf(database).migrateTo(NO_MIGRATIONS);
  const { copy } = await migrateToLatest(database, target);
  expect(copy && existsSync(copy)).toBe(true);
  expect(await migrateToLatest(database, target)).toEqual({ applied: [] });
});

const BEFORE_HISTORY = '20261121-1220-audit-log';
const NFD = 'ガイド'.normalize('NFD');

test('migration keeps post texts and merges equivalent labels', async () => {
  const { database, target } = await blankDatabase();
  await migratorOf(database).migrateTo(BEFORE_HISTORY);
  // biome-ignore lint/suspicious/noExplicitAny: no types exist for the old schema
  const old = database.writer.withoutPlugins() as unknown as Kysely<any>;
  const created = { service_id: 'news', created_at: '2026-11-21T00:00:00Z' };
  await old
    .insertInto('services')
    .values({ ...created, label: 'News', functions: '[]', revision: 1 })
    .execute();
  const texts = {
    body: '*本文*',
    body_html: '<p>',
    body_text: '本文',
    links: '[{"id":1,"url":"https://example.com/"}]',
  };
  for (const post_id of ['one', 'two']) {
    await old
      .insertInto('posts')
      .values({
        ...created,
        ...texts,
        post_id,
        slug: post_id,
        title: post_id,
        description: '',
        author: '',
        excerpt: '',
        body_format: 'markdown',
        status: 'draft',
        is_hidden_in_list: 0,
        preview_token: 'x',
        revision: 5,
        render_version: 1,
        created_by: 'somebody',
      })
      .execute();
  }
  const tags = [
    { tag_id: 'a', label: NFD },
    { tag_id: 'b', label: 'ガイド' },
    { tag_id: 'c', label: 'パン'.normalize('NFD') },
  ];
  await old
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...created, ...tag })))
    .execute();
  const links = ['one a', 'one b', 'two a', 'two c'].map((link) => link.split(' '));
  await old
    .insertInto('post_tags')
    .values(links.map(([post_id, tag_id]) => ({ service_id: 'news', post_id, tag_id })))
    .execute();

  await migrateToLatest(database, target);
  const posts = await old.selectFrom('posts').selectAll().orderBy('post_id').execute();
  for (const post of posts) {
    expect(post).toMatchObject({
      ...texts,
      content_id: post.post_id,
      editor_mode: 'markdown',
      images: '[]',
      label: '',
    });
    expect(post.preview_expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  expect(await old.selectFrom('tags').select(['tag_id', 'label']).orderBy('tag_id').execute()).toEqual([
    { tag_id: 'b', label: 'ガイド' },
    { tag_id: 'c', label: 'パン' },
  ]);
  const linked = await old
    .selectFrom('post_tags')
    .select(['post_id', 'tag_id'])
    .orderBy('post_id')
    .orderBy('tag_id')
    .execute();
  expect(linked.map(({ post_id, tag_id }) => `${post_id} ${tag_id}`)).toEqual(['one b', 'two b', 'two c']);
});
