/** @module-tag extended */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Database, Db } from '../../database/connect.ts';
import {
  findNextTag,
  findPartEnd,
  findPostPosition,
  findTagLabel,
  listCategoriesInSitemap,
  listGroupsInSitemap,
  listLastChanges,
  listPostsOfPart,
  listServicesInSitemap,
  listTagsOfPart,
} from './sitemap.repository.ts';

const serviceId = 'many';
const now = '2026-11-21T04:43:00Z';
const range = { serviceId, now, partSize: 1000 };
const from = { listedAt: '2020-02-20T05:00:00Z', postId: manyPostId(10_000) };
const LISTED = /posts_listed\b|posts_listed_to_search/;

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['which parts there are', (db) => listServicesInSitemap(db, range), LISTED],
  ['where a part ends', (db) => findPartEnd(db, { ...range, from }), LISTED],
  ['where the first part ends', (db) => findPartEnd(db, range), LISTED],
  ['what is in a part', (db) => listPostsOfPart(db, { ...range, from }), LISTED],
  [
    'where a part begins',
    (db) => findPostPosition(db, { ...range, postId: from.postId }),
    /posts_pkey|autoindex_posts_1/,
  ],
  ['what was changed last', (db) => listLastChanges(db, serviceId), /posts_by_update/],
  ['which categories have posts', (db) => listCategoriesInSitemap(db, range), /posts_listed_in_category/],
  ['which groups have posts', (db) => listGroupsInSitemap(db, range), /post_group_posts_order/],
  ['which tags have posts', (db) => listTagsOfPart(db, { ...range, fromLabel: 'm' }), /post_tags_listed/],
  ['where the next tags begin', (db) => findNextTag(db, { ...range, partSize: 100 }), /tags_label|autoindex_tags_2/],
  ['which tag a part begins with', (db) => findTagLabel(db, { serviceId, tagId: 'x' }), /tags_pkey|autoindex_tags_1/],
];

let filled: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  filled = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(filled, { serviceId, count: 20_000 });
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

const SMALL = /(?:SCAN|Seq Scan on) "?(?:services|categories|post_groups|some|\(subquery-\d+\))/;

test.for(questions)('%s: uses an index', async ([, ask, index]) => {
  const plan = await planOf(filled, ask, { isFilled: true });
  expect(plan.join('\n')).toMatch(index);
  expect(plan.filter((step) => /Seq Scan|^SCAN/.test(step) && !SMALL.test(step))).toEqual([]);
  if (filled.engine === 'sqlite') expect(plan.filter((step) => step.startsWith('USE TEMP B-TREE'))).toEqual([]);
});
