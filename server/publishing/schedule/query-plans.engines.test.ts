/** @module-tag extended */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { planOf } from '#testing/query-plan.ts';
import { findClockFacts, listDuePosts, listUpcomingPosts } from './schedule.repository.ts';

const now = '2026-11-21T04:43:00Z';
const after = { effectiveAt: '2026-11-21T06:00:00Z', postId: '01hzx3v9d0q8e7m2k4n6p8r1st' };

const questions: [name: string, run: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['what is due', (db) => listDuePosts(db, { now, limit: 200 }), /posts_reserved\b/],
  ['what is due first', findClockFacts, /posts_reserved\b/],
  [
    'what is next in one service',
    (db) => listUpcomingPosts(db, { serviceIds: ['few'], now, limit: 21 }),
    /posts_reserved_of_service\b/,
  ],
  [
    'what is next in several, further on',
    (db) => listUpcomingPosts(db, { serviceIds: ['few', 'many', 'none'], now, after, limit: 21 }),
    /posts_reserved_of_service\b/,
  ],
];

test('schedule queries use an index at any size', async () => {
  const database = await testDatabase();
  await fill(database);
  for (const [name, run, index] of questions) {
    const plan = (await planOf(database, run, { isFilled: true })).join('\n');
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(/Seq Scan on posts|^SCAN posts(?! USING)/m);
  }
});

test('schedule page seeks in the index at any depth', async () => {
  const database = await testDatabase();
  await fill(database);
  const ask = (db: Db) => listUpcomingPosts(db, { serviceIds: ['many'], now, after, limit: 21 });
  const plan = (await planOf(database, ask, { isFilled: true })).join('\n');
  const bound =
    database.engine === 'sqlite'
      ? 'posts_reserved_of_service (service_id=? AND (effective_at,post_id)>(?,?))'
      : 'ROW(effective_at, post_id) > ROW(';
  expect(plan).toContain(bound);
  expect(plan).toContain(database.engine === 'sqlite' ? 'service_id=?' : 'Index Cond: ((service_id = ');
});

async function fill(database: Database): Promise<void> {
  const { writer, engine } = database;
  await givenPost({ database }, { serviceId: 'few', publishAt: new Date('2026-11-22T00:00:00Z') });
  await givenService({ database }, { serviceId: 'many' });
  await givenService({ database }, { serviceId: 'none' });
  const columns = Object.keys(await writer.selectFrom('posts').selectAll().executeTakeFirstOrThrow()).map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const numbers =
    engine === 'sqlite'
      ? sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000)`
      : sql`with numbers as (select generate_series(1, 20000) as n)`;
  const padded = engine === 'sqlite' ? sql`printf('%022d', n)` : sql`lpad(n::text, 22, '0')`;
  const isMany = sql`n % 2 = 0`;
  const own: Record<string, ReturnType<typeof sql>> = {
    post_id: sql`'01kx' || ${padded}`,
    slug: sql`'copy-' || n`,
    service_id: sql`case when ${isMany} then 'many' else 'few' end`,
    status: sql`case when ${isMany} then 'reserved' else 'published' end`,
    effective_at: sql`case when ${isMany} then '2026-11-22T00:00:00Z' else '2026-11-01T00:00:00Z' end`,
    body: sql`''`,
    body_html: sql`''`,
    body_text: sql`''`,
  };
  const values = columns.map((name) => own[name] ?? sql.ref(`posts.${name}`));
  await sql`insert into posts (${sql.join(columns.map((name) => sql.ref(name)))})
    ${numbers} select ${sql.join(values)} from numbers, posts`.execute(writer);
  await sql`analyze posts`.execute(writer);
}
