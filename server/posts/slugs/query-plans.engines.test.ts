import { expect, test } from 'vitest';
import type { Db } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import { findSlugRedirect, listUsedSlugs } from './slug-redirect.repository.ts';

test('redirect and slug queries use an index', async () => {
  const database = await testDatabase();
  const queries = [(db: Db) => findSlugRedirect(db, 'news', 'a'), (db: Db) => listUsedSlugs(db, 'news', ['a', 'b'])];
  for (const query of queries) {
    const plan = await planOf(database, query);
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter((step) => /^SCAN|Seq Scan/.test(step))).toEqual([]);
  }
});
