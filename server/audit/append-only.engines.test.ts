import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { firstIdAt } from '../platform/ids.ts';
import { pruneAuditLog, startAuditPruning } from './audit-log.ts';

/** Triggers compare with the database's clock, so this entry never gets old. */
const YOUNG = '9998-11-21T04:43:00Z';
const OLD = '2020-11-21T04:43:00Z';

function entry(at: string, n = 0) {
  const entryId = `${firstIdAt(new Date(at)).slice(0, 20)}${String(n).padStart(6, '0')}`;
  return { entryId, at, action: 'signed-in', actorKind: 'nobody', details: '{}' } as const;
}

async function databaseWith(...entries: ReturnType<typeof entry>[]): Promise<Database> {
  const database = await testDatabase();
  await database.writer.insertInto('auditLog').values(entries).execute();
  return database;
}

const idsIn = async ({ reader }: Database) =>
  (await reader.selectFrom('auditLog').select('entryId').orderBy('entryId').execute()).map(({ entryId }) => entryId);

const rejected = /audit_log is append-only/;

test('audit entries cannot be updated', async () => {
  const database = await databaseWith(entry(YOUNG), entry(OLD));
  for (const change of [{ actor: 'somebody else' }, { at: OLD }, { details: '{"n":1}' }]) {
    await expect(database.writer.updateTable('auditLog').set(change).execute()).rejects.toThrow(rejected);
    const one = database.writer.updateTable('auditLog').set(change).where('entryId', '=', entry(OLD).entryId);
    await expect(one.execute()).rejects.toThrow(rejected);
  }
});

test('recent audit entries cannot be deleted', async () => {
  const database = await databaseWith(entry(YOUNG), entry(OLD));
  await expect(database.writer.deleteFrom('auditLog').execute()).rejects.toThrow(rejected);
  const young = database.writer.deleteFrom('auditLog').where('at', '=', YOUNG);
  await expect(young.execute()).rejects.toThrow(rejected);
  expect(await idsIn(database)).toHaveLength(2);
  await database.writer.deleteFrom('auditLog').where('at', '=', OLD).execute();
  expect(await idsIn(database)).toEqual([entry(YOUNG).entryId]);
});

test('audit entries cannot be replaced or truncated', async () => {
  const database = await databaseWith(entry(YOUNG));
  const { writer, engine } = database;
  const again = { ...entry(YOUNG), action: 'signed-out' };
  const upsert = writer
    .insertInto('auditLog')
    .values(again)
    .onConflict((conflict) => conflict.column('entryId').doUpdateSet({ action: 'signed-out' }));
  await expect(upsert.execute()).rejects.toThrow(rejected);
  const bySpecialWay =
    engine === 'sqlite'
      ? sql`insert or replace into audit_log (entry_id, at, action, actor_kind, details)
          values (${again.entryId}, ${OLD}, 'signed-out', 'nobody', '{}')`
      : sql`truncate audit_log`;
  await expect(bySpecialWay.execute(writer)).rejects.toThrow(rejected);
  expect(await writer.selectFrom('auditLog').select(['entryId', 'at', 'action']).execute()).toEqual([
    { entryId: entry(YOUNG).entryId, at: YOUNG, action: 'signed-in' },
  ]);
});

test('audit entries are pruned after 400 days', async () => {
  const old = Array.from({ length: 1203 }, (_, n) => entry(OLD, n));
  const database = await databaseWith(entry('2020-11-21T04:43:01Z'), ...old, entry(YOUNG));
  const clock = testClock('2021-12-26T04:43:00Z');
  expect(await pruneAuditLog({ database, clock })).toBe(0);
  clock.moveTo('2021-12-26T04:43:01Z');
  expect(await pruneAuditLog({ database, clock })).toBe(1203);
  expect(await idsIn(database)).toEqual([entry('2020-11-21T04:43:01Z').entryId, entry(YOUNG).entryId]);
});

test('old entries are pruned and logged at startup', async () => {
  const database = await databaseWith(entry(OLD), entry(YOUNG));
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => logged.push(line) });
  const pruning = startAuditPruning({ database, clock: testClock(), log });
  await pruning.stop();
  expect(await idsIn(database)).toEqual([entry(YOUNG).entryId]);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ pruned: 1, level: 'info' }]);
});
