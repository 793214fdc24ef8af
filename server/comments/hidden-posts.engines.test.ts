import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import { listHiddenContents } from '../posts/index.ts';

test('visibility of contents is looked up in an index', async () => {
  const database = await testDatabase();
  const asked = { serviceId: 'news', contentIds: ['one', 'another'], now: '2026-11-21T04:43:00Z' };
  const plan = (await planOf(database, (db) => listHiddenContents(db, asked))).join('\n');
  expect(plan).toMatch(/posts_content/);
  expect(plan).not.toMatch(/Seq Scan|^SCAN/m);
});
