/** @module-tag extended */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import type { Transaction } from '#server/database/tables.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import {
  deleteHistoryUses,
  deleteUsesOfGonePosts,
  listUsedFileIds,
  moveUsesToBin,
  noteHistoryUses,
  replaceFileUses,
  takeUsesFromBin,
} from '../../media-uses/file-use.repository.ts';
import { listPlaces, listUsingPosts } from './file-uses.repository.ts';
import { type FileFilter, listDuplicates, listFilesInOrder, scanLibrary } from './library.repository.ts';
import { searchLibrary } from './library.routes.ts';

const serviceId = 'many';
const all: FileFilter = { isUnused: false, isRemoved: false };
const fileId = manyFileId(500);
const some = [1, 5000, 90_000].map(manyFileId);

function manyFileId(number: number): string {
  return `${'file'.padEnd(16, '0')}${String(number).padStart(9, '0')}0`;
}

let database: Database;
const atTheEnd: (() => Promise<void>)[] = [];

const COUNT = 100_000;
const number = sql`substr(cast(1000000000 + n as text), 2)`;

beforeAll(async () => {
  database = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(database, { serviceId, count: 2000 });
  const { writer } = database;
  const numbers = sql`with recursive numbers(n) as (select 401 union all select n + 1 from numbers where n < ${sql.lit(COUNT)})`;
  await sql`insert into files (file_id, service_id, file_type, mime_type, name, size, status, created_at, created_by)
    ${numbers} select 'file000000000000' || ${number} || '0', ${serviceId},
      case when n % 1000 = 0 then 'file' else 'image' end, 'image/png', 'x', n % 500,
      case when n % 100 = 77 then 'removed' else 'published' end,
      '2020-02-' || substr(cast(110 + n % 19 as text), 2) || 'T05:00:00Z', 'x' from numbers`.execute(writer);
  await sql`update files set uploaded_at = created_at, name_key = substr(file_id, 20, 4),
    digest = substr(file_id, 22, 4)`.execute(writer);
  await sql`insert into file_uses (file_id, post_id, place, service_id)
    ${numbers} select 'file000000000000' || ${number} || '0', 'post000000000000' || substr(cast(1000000001 + n % 2000 as text), 2) || '0',
      'body', ${serviceId} from numbers where n % 5 = 0`.execute(writer);
  await sql`insert into file_uses (file_id, post_id, place, service_id)
    select ${fileId}, post_id, 'history', service_id from posts where post_id < ${manyPostId(1500)}`.execute(writer);
  if (database.engine === 'postgres') await sql`analyze`.execute(writer);
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

const middles = { createdAt: '2020-02-20T05:00:00Z', name: '0500', size: 1 } as const;

const scans = (['createdAt', 'name', 'size'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).flatMap((order) =>
    [undefined, { fileId, place: middles[sort] }].map((after) => {
      const name = `a library by ${sort}, ${order}${after ? ', later' : ''}`;
      const options = { serviceId, sort, order, after, limit: 100 };
      return [name, (db: Db) => scanLibrary(db, options, { ...all, isUnused: true, nameKey: 'x' })] as const;
    }),
  ),
);

const questions: readonly (readonly [name: string, ask: (db: Db) => Promise<unknown>])[] = [
  ...scans,
  ['files by their ids', (db) => listFilesInOrder(db, serviceId, some)],
  ['which of some files are used', (db) => listUsedFileIds(db, serviceId, some)],
  ['what has the same bytes', (db) => listDuplicates(db, serviceId, some)],
  ['posts that have a file', (db) => listUsingPosts(db, { serviceId, fileId, after: manyPostId(5000), limit: 21 })],
  ['where posts have a file', (db) => listPlaces(db, { serviceId, fileId, postIds: [manyPostId(12)] })],
];

const post = { serviceId, postId: manyPostId(12) };
const inTransaction = (write: (trx: Transaction) => Promise<void>) => (db: Db) => db.transaction().execute(write);

const writes: readonly (readonly [name: string, write: (db: Db) => Promise<unknown>])[] = [
  ['what a post has', inTransaction((trx) => replaceFileUses(trx, post, { images: some, body: some, draft: [] }))],
  ['what it has had', inTransaction((trx) => noteHistoryUses(trx, { ...post, revision: 1 }, some))],
  ['what nobody remembers', inTransaction((trx) => deleteHistoryUses(trx, { ...post, upTo: 1 }))],
  ['what goes to the bin', inTransaction((trx) => moveUsesToBin(trx, { ...post, revision: 2 }))],
  ['what comes back', inTransaction((trx) => takeUsesFromBin(trx, post))],
  ['what is gone', inTransaction((trx) => deleteUsesOfGonePosts(trx, [post.postId, 'gone']))],
];

test.for(writes)('%s is written by post, without a full scan', async ([, write]) => {
  const plan = (await planOf(database, write, { isFilled: true })).join('\n');
  // The bin holds so few rows here that PostgreSQL may scan it.
  expect(plan).not.toMatch(/Seq Scan on (?!deleted_posts)|^SCAN (?!\d+-ROW VALUES)/m);
  expect(plan).not.toMatch(/\(service_id=\?/);
});

test.for(questions)('%s: reads from an index in order', async ([, call]) => {
  const plan = (await planOf(database, call, { isFilled: true })).join('\n');
  expect(plan).not.toMatch(/Seq Scan|^SCAN (?!uses)|TEMP B-TREE FOR ORDER BY|Sort {2}/m);
});

test.for<[string, Partial<FileFilter>]>([
  ['everything', {}],
  ['documents', { type: { fileType: 'file' } }],
  ['what was removed', { isRemoved: true }],
  ['a MIME type that no file has', { type: { mimeType: 'image/gif' } }],
  ['what nothing uses', { isUnused: true }],
  ['part of a name', { nameKey: '0500' }],
])('page of %s takes few statements', async ([, requested]) => {
  const { plugin, count } = watchQueries();
  const list = { serviceId, sort: 'name', order: 'asc', count: 20 } as const;
  const tools = { reader: database.reader.withPlugin(plugin), clock: testClock() };
  const { fileIds, end } = await searchLibrary(tools, { ...list, after: undefined }, { ...all, ...requested });
  expect(fileIds.length > 0 || end !== undefined || 'type' in requested).toBe(true);
  // One for the candidates, one for the first 100 files and one for every further 1,000 of at most 20,000.
  expect(count()).toBeLessThanOrEqual(22);
});
