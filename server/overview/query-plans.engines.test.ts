/** @module-tag extended */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenManyComments } from '#testing/many-comments.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Database, Db } from '../database/connect.ts';
import { countActivity, countParts, countPosts, listOwnCopies, listOwnDrafts } from './counts.repository.ts';
import { periodsUpTo } from './day-bounds.ts';
import {
  listRecentComments,
  listRecentDeletions,
  listRecentSaves,
  listScheduledPublications,
} from './recent-activity.repository.ts';

const serviceIds = ['many', 'talks', 'none'];
const now = '2026-11-21T04:43:00Z';
const recent = { serviceIds, limit: 60 };
const whose = { serviceIds, username: 'tester', limit: 10 };
const stretches = periodsUpTo(new Date('2020-04-21T04:43:00Z'), { days: 90, stretchDays: 1, timeZone: 'Asia/Tokyo' });

const questions: [name: string, ask: (db: Db) => Promise<unknown>][] = [
  ['own drafts', (db) => listOwnDrafts(db, whose)],
  ['own working copies', (db) => listOwnCopies(db, whose)],
  ['saves', (db) => listRecentSaves(db, recent)],
  ['posts gone live', (db) => listScheduledPublications(db, { ...recent, now })],
  ['deletions', (db) => listRecentDeletions(db, recent)],
  ['comments', (db) => listRecentComments(db, recent)],
  ['posts counted', (db) => countPosts(db, serviceIds, now)],
  ['the rest counted', (db) => countParts(db, serviceIds)],
  ['activity', (db) => countActivity(db, { serviceId: 'many', stretches, now: new Date(now) })],
];

let database: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(database);
  await givenManyComments(database, { serviceId: 'talks' });
  await insertVotesAndCopies(database);
});

test.each(questions)('%s: uses an index beside 100,000 rows', async (_, ask) => {
  const plan = (await planOf(database, ask, { isFilled: true })).join('\n');
  const tables = 'posts|saved|former|post_revisions|comments|votes|copies|post_working_copies|deleted_posts|files';
  // PostgreSQL may count a whole service by scanning its table; SQLite names the index that it scans.
  const counted = database.engine === 'postgres' ? 'post_revisions|comments|votes' : tables;
  expect(plan).not.toMatch(new RegExp(`Seq Scan on (?:${counted})\\b|^SCAN (?:${tables})\\b`, 'm'));
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

async function insertVotesAndCopies({ writer, engine }: Database): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 100000)`;
  await sql`
    insert into votes (service_id, content_id, reader_id, vote_type, created_at)
    ${numbers} select 'many', 'content-' || n, 'guest:' || n, 'like',
      '2020-0' || (1 + n % 9) || '-11T04:43:00Z' from numbers`.execute(writer);
  await sql`
    insert into post_working_copies (post_id, username, service_id, base_revision, updated_at, content)
    select post_id, case when substr(post_id, 25, 1) = '7' then 'tester' else 'other' end, service_id, 1, created_at, '{}' from posts
    where service_id = 'many'`.execute(writer);
  if (engine === 'postgres') await sql`analyze`.execute(writer);
}
