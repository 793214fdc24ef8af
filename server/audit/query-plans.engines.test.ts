/** @module-tag extended */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import { type AuditListOptions, deleteAuditEntries, listAuditEntries } from './audit.repository.ts';

const before = '01ksx3v9d0q8e7m2k4n6p8r1st';
const page = { before, limit: 51 };
const [action, actor, target] = ['signed-in', 'user-7', 'user-8'] as const;

const questions: [name: string, options: AuditListOptions, index: RegExp][] = [
  ['everything', page, /sqlite_autoindex_audit_log_1|audit_log_pkey/],
  ['a time', { ...page, from: '01ksx3v9d0000000000000000' }, /sqlite_autoindex_audit_log_1|audit_log_pkey/],
  ['an action', { ...page, action }, /audit_log_action\b/],
  ['an actor', { ...page, actor }, /audit_log_actor\b/],
  ['a target', { ...page, target }, /audit_log_target\b/],
  ['an actor’s action', { ...page, action, actor }, /audit_log_actor_action\b/],
  ['what happened to a target', { ...page, action, target }, /audit_log_target_action\b/],
  ['an actor and a target', { ...page, actor, target }, /audit_log_actor_target\b/],
  ['all of it', { ...page, action, actor, target }, /audit_log_actor_target\b/],
];

test('filtered audit pages use the matching index', async () => {
  const database = await testDatabase();
  await fill(database);
  for (const [name, options, index] of questions) {
    const plan = (await planOf(database, (db) => listAuditEntries(db, options), { isFilled: true })).join('\n');
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(/TEMP B-TREE|Seq Scan|^SCAN/m);
  }
});

test('old entries are found without a full scan', async () => {
  const database = await testDatabase();
  await fill(database);
  const oldest = '01000000000000000000000000';
  const ask = (db: Db) => deleteAuditEntries(db, { before: oldest, limit: 500 });
  const plan = (await planOf(database, ask, { isFilled: true })).join('\n');
  expect(plan).not.toMatch(/Seq Scan|^SCAN audit_log/m);
});

async function fill({ writer, engine }: Database): Promise<void> {
  const numbers =
    engine === 'sqlite'
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)`
      : sql`with numbers as (select generate_series(1, 20000) as n)`;
  const id = engine === 'sqlite' ? sql`printf('01k%023d', n)` : sql`'01k' || lpad(n::text, 23, '0')`;
  const actions = sql`case when n % 300 = 0 then 'signed-in' else 'signed-out' end`;
  await sql`insert into audit_log (entry_id, at, action, actor_kind, actor, target, details)
    ${numbers} select ${id}, '2026-11-21T04:43:00Z', ${actions}, 'user', 'user-' || (n % 50), 'user-' || (n % 60), '{}'
    from numbers`.execute(writer);
  await sql`analyze audit_log`.execute(writer);
}
