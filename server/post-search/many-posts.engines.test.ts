/** @module-tag extended */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchPagerKey } from '#contract/post-search.ts';
import type { Database, Db } from '#server/database/connect.ts';
import type { Transaction } from '#server/database/tables.ts';
import type { Clock } from '#server/platform/clock.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { findPosts, type SearchFilter } from './find-posts.ts';
import { listBodyTexts, listFoundPosts, listTagLabels, listTitles } from './found-post.repository.ts';
import { indexAllServices } from './index-posts.ts';
import {
  countUnindexed,
  findHighestKey,
  findServiceToIndex,
  keyAfter,
  listLanguages,
  listMatches,
  listUnindexed,
} from './search-index.repository.ts';
import { SearchBudget } from './search-limit.ts';
import { rankQueries } from './search-query.ts';

const serviceId = 'many';
const now = '2026-11-21T04:43:00Z';
const readers = { serviceId, now };
const postIds = [1, 50, 700].map(manyPostId);
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
  ['posts that are not indexed', (db) => listUnindexed(db, serviceId, 100), /posts_by_search_version/],
  ['the number of posts that are not indexed', (db) => countUnindexed(db, 100), /posts_by_search_version/],
  ['a service with such posts', (db) => findServiceToIndex(db), /posts_by_search_version/],
  ['the highest key', (db) => findHighestKey(db as Transaction, { from: 0, to: 9 }), /posts_by_search_key/],
  ['titles', (db) => listTitles(db, serviceId, postIds, { withTexts: true }), /posts_pkey|posts_1/],
  ['texts', (db) => listBodyTexts(db, serviceId, postIds), /posts_pkey|posts_1/],
  ['posts that were found', (db) => listFoundPosts(db, readers, postIds), /posts_pkey|posts_1/],
  ['languages', (db) => listLanguages(db, serviceId, now), /posts_by_search_language/],
  ['labels', (db) => listTagLabels(db, serviceId, 100), /tags_/],
];

test.for(questions)('query for %s uses an index', async ([, ask, index]) => {
  // Indexing has compiled queries of the writer.
  const plan = (await planOf(database, ask, { db: database.reader })).join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/TEMP B-TREE|^SCAN (?!known|.*COVERING INDEX)|Seq Scan on (posts|search)/m);
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

test('matches come in index order without sorting', async () => {
  const [title] = await rankQueries(database.reader, serviceId, { words: ['note'] });
  const range = { serviceId, below: keyAfter(now), from: 0, limit: 20 };
  const plan = (await planOf(database, (db) => listMatches(db, title?.query ?? '', range))).join('\n');
  expect(plan).toMatch(/VIRTUAL TABLE INDEX|Function Scan on search_keys/);
  expect(plan).toMatch(/posts_by_search_key/);
  expect(plan).not.toMatch(/TEMP B-TREE|Seq Scan on post/);
});

test('filters find the few matches of a category, a tag or a year', async () => {
  const posts = await database.reader
    .selectFrom('posts')
    .select(['postId', 'listedAt', 'categoryId'])
    .where('serviceId', '=', serviceId)
    .where('listedAt', '<=', now)
    .orderBy('listedAt', 'desc')
    .orderBy('postId', 'desc')
    .execute();
  const oldest = posts.findLast(({ categoryId }) => categoryId !== null);
  const categoryIds = new Set([oldest?.categoryId ?? 0]);
  const ofCategory = posts.filter(({ categoryId }) => categoryId !== null && categoryIds.has(categoryId));
  const year = Number(oldest?.listedAt?.slice(0, 4));
  const ofYear = posts.filter(({ listedAt }) => listedAt?.startsWith(String(year)));
  expect(ofCategory.length).toBeGreaterThan(0);
  for (const [filter, expected] of [
    [{ categoryIds }, ofCategory],
    [{ year }, ofYear],
    [{ categoryIds, year }, ofCategory.filter(({ listedAt }) => listedAt?.startsWith(String(year)))],
  ] as const) {
    const { postIds: found } = await search(['note'], undefined, 50, testClock(now), filter);
    expect(found).toEqual(expected.slice(0, 50).map(({ postId }) => postId));
  }
});

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
    .select('searchKey')
    .where('postId', '=', last)
    .executeTakeFirstOrThrow();
  const end = await search(['note'], { rank: 0, searchKey: Number(place.searchKey) }, 50);
  expect(end).toEqual({ postIds: expected.slice(-2), end: undefined, isLimited: false });
});

function search(
  words: readonly string[],
  after: SearchPagerKey | undefined,
  count: number,
  clock: Clock = testClock(now),
  filter: SearchFilter = {},
) {
  const budget = new SearchBudget(clock);
  return findPosts({ reader: database.reader, budget }, { serviceId, words, count, after, now, ...filter });
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
  const others = { title: 'Ink paper', searchVersion: 0 };
  await database.writer.updateTable('posts').set(others).where('title', '=', 'Note').execute();
  const oldest = await database.reader
    .selectFrom('posts')
    .select('postId')
    .where('title', '=', 'Ink paper')
    .where('listedAt', '<=', now)
    .orderBy('listedAt')
    .limit(1)
    .executeTakeFirstOrThrow();
  await database.writer
    .updateTable('posts')
    .set({ title: 'Paper ink', searchVersion: 0 })
    .where('postId', '=', oldest.postId)
    .execute();
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
