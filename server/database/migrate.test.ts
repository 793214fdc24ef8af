import { existsSync } from 'node:fs';
import { NO_MIGRATIONS } from 'kysely/migration';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { blankDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { connect } from './connect.ts';
import { migrateToLatest, migratorOf } from './migrate.ts';

test('migrations go up, down and up again', async () => {
  const { database, target } = await blankDatabase();
  const { applied } = await migrateToLatest(database, target);
  expect(applied.length).toBeGreaterThan(0);
  const down = await migratorOf(database).migrateTo(NO_MIGRATIONS);
  expect(down.error).toBeUndefined();
  expect((await migrateToLatest(database, target)).applied).toEqual(applied);
  expect((await migrateToLatest(database, target)).applied).toEqual([]);
  await givenPost({ database, clock: testClock() }, {});
});

test('two processes that start at once migrate once', async () => {
  const { database, target } = await blankDatabase();
  const other = connect(target);
  const results = await Promise.all([migrateToLatest(database, target), migrateToLatest(other, target)]);
  await other.close();
  const runs = results.flatMap(({ applied }) => applied);
  expect(new Set(runs).size).toBe(runs.length);
});

test('a copy of an existing SQLite file is made before a migration, and none without one', async ({ skip }) => {
  const { database, target } = await testDatabaseWithTarget();
  if (target.engine !== 'sqlite') return skip('PostgreSQL keeps its own copies');
  await migratorOf(database).migrateTo(NO_MIGRATIONS);
  const { copy } = await migrateToLatest(database, target);
  expect(copy && existsSync(copy)).toBe(true);
  expect(await migrateToLatest(database, target)).toEqual({ applied: [] });
});
