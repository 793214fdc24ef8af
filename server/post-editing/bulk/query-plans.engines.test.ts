/** @module-tag extended */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { deleteOldBulkChanges, findBulkChange, saveBulkChange } from './bulk-change.repository.ts';

const serviceId = 'many';
const maker = { serviceId, username: 'edith' };
const madeAt = '2026-11-21T04:43:00Z';

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  [
    'one change',
    (db) => findBulkChange(db, { ...maker, changeId: manyPostId(1), madeSince: '2020-01-01T00:00:00Z' }),
    /bulk_changes_(pkey|of_maker)|sqlite_autoindex_bulk_changes_1/,
  ],
  [
    'the last changes of a maker',
    (db) =>
      db
        .transaction()
        .execute((trx) =>
          saveBulkChange(
            trx,
            { ...maker, changeId: manyPostId(2), madeAt, action: 'publish', posts: [] },
            { keep: 10 },
          ),
        ),
    /bulk_changes_of_maker/,
  ],
  [
    'old changes',
    (db) => db.transaction().execute((trx) => deleteOldBulkChanges(trx, { madeBefore: madeAt, limit: 200 })),
    /bulk_changes_made/,
  ],
];

let database: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenService({ database, clock: testClock() }, { serviceId });
  for (let author = 0; author < 20; author += 1) {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...{
        serviceId,
        changeId: manyPostId(1000 + 100 * author + index),
        username: author === 0 ? 'edith' : `u${author}`,
      },
      ...{ action: 'publish', madeAt: `2020-01-${10 + author}T00:00:00Z`, content: '[]' },
    }));
    await database.writer.insertInto('bulkChanges').values(rows).execute();
  }
  await sql`analyze`.execute(database.writer);
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

test.for(questions)('query for %s uses an index without sorting', async ([, ask, index]) => {
  const plan = (await planOf(database, ask)).join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/Sort|TEMP B-TREE|^SCAN|Seq Scan/m);
});
