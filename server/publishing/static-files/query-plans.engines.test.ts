/** @module-tag extended */
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { markStaticFilesOfFiles, markStaticFilesWithPictures } from './static-file.repository.ts';

const serviceId = 'many';
const now = '2026-11-21T04:43:00Z';

test('marking by file uses the index of file uses', async () => {
  const database = await testDatabase();
  await givenManyPosts(database, { serviceId, count: 5000 });
  const fileIds = ['file00000000000000000000070', 'x'];
  const steps = await planOf(
    database,
    (db) => db.transaction().execute((trx) => markStaticFilesOfFiles(trx, { serviceId, fileIds, now })),
    { isFilled: true },
  );
  const plan = steps.join('\n');
  expect(plan).toMatch(/file_uses.*(?:file_uses_pk|sqlite_autoindex_file_uses_1)|(?:file_uses_pk).*file_uses/);
  expect(plan).not.toMatch(/SCAN (?:posts|file_uses)|Seq Scan on (?:posts|file_uses)|SEARCH posts .*service_id=/);
});

test('marking posts with files looks up each post by index', async () => {
  const database = await testDatabase();
  await givenManyPosts(database, { serviceId, count: 1000 });
  const steps = await planOf(database, (db) =>
    db.transaction().execute((trx) => markStaticFilesWithPictures(trx, { serviceId, now })),
  );
  expect(steps.join('\n')).not.toMatch(/SCAN (?:posts|file_uses)|Seq Scan/);
});
