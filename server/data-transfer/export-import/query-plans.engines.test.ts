/** @module-tag extended */
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Db } from '../../database/connect.ts';
import {
  listBinnedPosts,
  listPosts,
  listPostsOfGroup,
  listRedirectsOfPosts,
  listRevisionSizes,
  listRevisions,
  listSourcesOfPosts,
  listTagsOfPosts,
} from './post-rows.repository.ts';
import { listFiles, listTags } from './service-rows.repository.ts';

const ids = Array.from({ length: 20 }, (_, index) => String(index).padStart(26, '0'));
const keys = ids.map((postId) => ({ postId, revision: 1 }));

const questions: [name: string, ask: (db: Db) => Promise<unknown>][] = [
  ['files', (db) => listFiles(db, 'news', ids)],
  ['tags', (db) => listTags(db, 'news', ids)],
  ['posts', (db) => listPosts(db, 'news', ids)],
  ['tags of posts', (db) => listTagsOfPosts(db, 'news', ids)],
  ['redirects of posts', (db) => listRedirectsOfPosts(db, 'news', ids)],
  ['sources of posts', (db) => listSourcesOfPosts(db, 'news', ids)],
  ['sizes of revisions', (db) => listRevisionSizes(db, 'news', ids)],
  ['revisions', (db) => listRevisions(db, 'news', keys)],
  ['places in a group', (db) => listPostsOfGroup(db, 'news', 'a-group')],
  ['posts in the bin', (db) => listBinnedPosts(db, 'news', ids)],
];

test('export reads batches by id without scanning the service', async () => {
  const database = await testDatabase();
  for (const [name, ask] of questions) {
    const plan = (await planOf(database, ask)).join('\n');
    expect(plan, name).not.toMatch(/Seq Scan|^SCAN/m);
    expect(plan, name).not.toMatch(/service_id\s*=/);
  }
});
