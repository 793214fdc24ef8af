/** @module-tag extended */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchPagerKey } from '#contract/post-search.ts';
import type { Database, Db } from '#server/database/connect.ts';
import type { Clock } from '#server/platform/clock.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { findPosts } from './find-posts.ts';
import {
  listBodyTexts,
  listFoundPosts,
  listListedPosts,
  listNewestPosts,
  listTagLabels,
  listTitles,
} from './found-post.repository.ts';
import { indexAllServices } from './index-in-background.ts';
import { findIndexVersion, listPostings, listPostingsFrom, listUnindexed } from './search-index.repository.ts';
import { SearchBudget } from './search-limit.ts';

const serviceId = 'many';
const now = '2026-11-21T04:43:00Z';
const readers = { serviceId, now };
const postIds = [1, 50, 700].map(manyPostId);
const middle = { listedAt: '2020-01-05T05:00:00Z', postId: manyPostId(4500) };
const COUNT = 8000;

let database: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(database, { serviceId, count: COUNT });
  await indexAllServices({ database });
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['posts by their numbers', (db) => listListedPosts(db, readers, [1, 5, 4000]), /posts_by_search_number/],
  [
    'the newest posts',
    (db) => listNewestPosts(db, readers, { after: undefined, limit: 500 }),
    /posts_listed on posts|posts_listed_to_search on posts|COVERING INDEX posts_listed_to_search/,
  ],
  [
    'the newest posts after a place',
    (db) => listNewestPosts(db, readers, { after: middle, limit: 500 }),
    /posts_listed on posts|posts_listed_to_search on posts|COVERING INDEX posts_listed_to_search/,
  ],
  [
    'what is indexed of grams',
    (db) => listPostings(db, serviceId, ['t^not', 't^note']),
    /search_postings_pk|PRIMARY KEY/,
  ],
  [
    'what is indexed of all that begins so',
    (db) => listPostingsFrom(db, serviceId, { prefix: 't=not', limit: 100 }),
    /search_postings_pk|PRIMARY KEY/,
  ],
  ['what is not indexed', (db) => listUnindexed(db, serviceId, 100), /posts_by_search_number/],
  ['the version of an index', (db) => findIndexVersion(db, serviceId), /search_indexes/],
  ['titles', (db) => listTitles(db, serviceId, postIds, { withTexts: true }), /posts_pkey|posts_1/],
  ['texts', (db) => listBodyTexts(db, serviceId, postIds), /posts_pkey|posts_1/],
  ['posts that were found', (db) => listFoundPosts(db, readers, postIds), /posts_pkey|posts_1/],
  ['labels', (db) => listTagLabels(db, serviceId, 100), /tags_/],
];

test.for(questions)('query for %s uses an index', async ([, ask, index]) => {
  const plan = (await planOf(database, ask)).join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/TEMP B-TREE|^SCAN (?!.*COVERING INDEX)|Seq Scan on (posts|search)/m);
});

async function newest(limit: number): Promise<string[]> {
  const rows = await database.reader
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .where('listedAt', '<=', now)
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ postId }) => postId);
}

test('common words are found in list order across pages', async () => {
  const expected = await newest(COUNT);
  expect(expected.length).toBeGreaterThan(7000);
  for (const q of ['note', 'everywhere']) {
    const found: string[] = [];
    let after: SearchPagerKey | undefined;
    for (let page = 0; page < 30; page += 1) {
      const { postIds: some, end } = await search([q], after, 50);
      found.push(...some);
      after = end;
    }
    expect(found, q).toEqual(expected.slice(0, 1500));
  }
  const last = expected.at(-3) ?? '';
  const place = await database.reader
    .selectFrom('posts')
    .select(['listedAt', 'postId'])
    .where('postId', '=', last)
    .executeTakeFirstOrThrow();
  const end = await search(['note'], { rank: 0, postId: place.postId, listedAt: place.listedAt ?? '' }, 50);
  expect(end).toEqual({ postIds: expected.slice(-2), end: undefined, isLimited: false });
});

function search(
  words: readonly string[],
  after: SearchPagerKey | undefined,
  count: number,
  clock: Clock = testClock(now),
) {
  const budget = new SearchBudget(clock);
  return findPosts({ reader: database.reader, budget }, { serviceId, words, count, after, now });
}

function slowClock(): Clock {
  let time = Date.parse(now);
  return {
    now: () => {
      time += 60;
      return new Date(time);
    },
  };
}

test('page ends early when the budget is spent, search continues', async () => {
  const others = { title: 'Ink paper', searchNumber: null };
  await database.writer.updateTable('posts').set(others).where('title', '=', 'Note').execute();
  const oldest = await database.reader
    .selectFrom('posts')
    .select('postId')
    .where('title', '=', 'Ink paper')
    .where('listedAt', '<=', now)
    .orderBy('listedAt')
    .limit(1)
    .executeTakeFirstOrThrow();
  await database.writer.updateTable('posts').set({ title: 'Paper ink' }).where('postId', '=', oldest.postId).execute();
  await indexAllServices({ database });
  const pages: (readonly string[])[] = [];
  let after: SearchPagerKey | undefined;
  do {
    const { postIds: some, end, isLimited } = await search(['paper ink'], after, 20, slowClock());
    expect(isLimited).toBe(end !== undefined);
    pages.push(some);
    after = end;
  } while (after);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.flat()).toEqual([oldest.postId]);
  expect(pages.at(-1)).toEqual([oldest.postId]);
  // Without time pressure a page stays empty only after some thousand texts.
  expect((await search(['paper ink'], undefined, 20)).postIds).toEqual([oldest.postId]);
});

test('excess concurrent searches are rejected with 503', async () => {
  const searches = Array.from({ length: 80 }, () => search(['ink paper'], undefined, 5));
  const outcomes = await Promise.allSettled(searches);
  const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.length).toBeLessThanOrEqual(48);
  for (const reason of rejected) expect(reason).toMatchObject({ status: 503 });
  expect((await search(['ink paper'], undefined, 5)).postIds).toHaveLength(5);
});
