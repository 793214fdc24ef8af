/** @module-tag extended */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Db } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { findBinnedPost, listBinnedPosts } from './bin/bin.repository.ts';
import { findRevision, hasRevision, listHistories, listOldRevisions, listRevisions } from './revision.repository.ts';

const serviceId = 'many';
const postId = manyPostId(1);
const at = '2020-02-20T05:00:00Z';

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['a history', (db) => listRevisions(db, { serviceId, postId, before: 40, limit: 21 }), /post_revisions_(pk|1)/],
  ['one revision', (db) => findRevision(db, { serviceId, postId, revision: 7 }), /post_revisions_(pk|1)/],
  ['whether there is a revision', (db) => hasRevision(db, { serviceId, postId, revision: 7 }), /post_revisions_(pk|1)/],
  ['histories to prune', (db) => listHistories(db, { after: postId, limit: 200 }), /post_revisions_(pk|1)/],
  [
    'old revisions',
    (db) => listOldRevisions(db, { savedBefore: at, after: { postId, revision: 1, savedAt: at }, limit: 200 }),
    /post_revisions_saved[\s\S]*(?:post_revisions_pk|post_revisions_1)/,
  ],
  [
    'the bin',
    (db) => listBinnedPosts(db, { serviceId, after: { deletedAt: at, postId }, limit: 21 }),
    /deleted_posts_of_service/,
  ],
  ['a deleted post', (db) => findBinnedPost(db, { serviceId, postId }), /deleted_posts(_pkey|_1)/],
];

let database: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyPosts(database, { serviceId, count: 10_000 });
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

test.for(questions)('query for %s uses an index without sorting', async ([, ask, index]) => {
  const plan = (await planOf(database, ask)).join('\n');
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/Sort|TEMP B-TREE|^SCAN (?!histories)(?!.*COVERING INDEX)|Seq Scan/m);
});
