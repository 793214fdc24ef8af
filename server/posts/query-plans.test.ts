import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { listCategories } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import { listPublicServices } from '../services/service.repository.ts';
import { findTag, listTags } from '../tags/tag.repository.ts';
import { type AdminListOptions, listPosts } from './admin-post.repository.ts';
import {
  findPost,
  type ListOptions,
  listPublishedPosts,
  listPublishedPostsOfTag,
  listStaleRenderings,
  listTagsOfPost,
} from './post.repository.ts';

const page: ListOptions = {
  serviceId: 'news',
  order: 'desc',
  after: { effectiveAt: '2026-11-21T00:00:00Z', postId: '01hzx3v9d0q8e7m2k4n6p8r1st' },
  limit: 21,
  now: '2026-11-21T04:43:00Z',
  withBody: false,
};

const adminPage: AdminListOptions = {
  serviceId: 'news',
  sort: 'createdAt',
  order: 'desc',
  after: { sortedBy: '2026-11-21T00:00:00Z', postId: '01hzx3v9d0q8e7m2k4n6p8r1st' },
  limit: 21,
};
const contains = { attribute: 'title', compare: 'contains', value: 'x' } as const;

/** Every query that readers or editors cause on a table that grows, and whether its rows come out of an index in order. */
const queries: [name: string, run: (db: Db) => Promise<unknown>][] = [
  ['posts of a service', (db) => listPublishedPosts(db, page)],
  ['posts of a service, oldest first', (db) => listPublishedPosts(db, { ...page, order: 'asc' })],
  ['posts of a category', (db) => listPublishedPosts(db, { ...page, categoryIds: [5] })],
  ['posts of a tag', (db) => listPublishedPostsOfTag(db, { ...page, tagId: 'x' })],
  ['one post', (db) => findPost(db, 'news', { slug: 'x' })],
  ['tags of a post', (db) => listTagsOfPost(db, 'news', 'x')],
  ['tags of a service', (db) => listTags(db, 'news', { after: 'm', order: 'asc', limit: 51 })],
  ['one tag', (db) => findTag(db, 'news', 'x')],
  ['categories of a service', (db) => listCategories(db, 'news')],
  ['services', (db) => listPublicServices(db, { after: 'm', limit: 21 })],
  [
    'posts to render again',
    (db) => listStaleRenderings(db, { renderVersion: 2, after: { renderVersion: 1, postId: 'x' }, limit: 20 }),
  ],
  ['one post by its id', (db) => findPost(db, 'news', { postId: 'x' })],
  ['posts for editors', (db) => listPosts(db, adminPage)],
  ['posts for editors, oldest first', (db) => listPosts(db, { ...adminPage, order: 'asc' })],
  ['posts for editors by publish time', (db) => listPosts(db, { ...adminPage, sort: 'publishAt' })],
  ['posts for editors of a category', (db) => listPosts(db, { ...adminPage, categoryIds: [5, 6] })],
  ['posts for editors by a word', (db) => listPosts(db, { ...adminPage, filter: contains })],
];

test.for(queries)('%s: no table is read whole', async ([, run]) => {
  const database = await testDatabase();
  if (database.engine !== 'sqlite') return;
  const plan = await planOf(database.reader, run);
  expect(plan.length).toBeGreaterThan(0);
  expect(plan.filter((step) => /^SCAN (?!keys)/.test(step))).toEqual([]);
});

test.for(queries.filter(([name]) => name.startsWith('posts of')))(
  '%s: a page costs the same at any depth',
  async ([, run]) => {
    const database = await testDatabase();
    if (database.engine !== 'sqlite') return;
    const plan = await planOf(database.reader, run);
    expect(plan.find((step) => step.includes('_listed'))).toContain('(listed_at,post_id)');
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  },
);

test.for<[AdminListOptions['sort'], string]>([
  ['createdAt', 'USING INDEX posts_created (service_id=? AND (created_at,post_id)'],
  ['publishAt', 'USING INDEX posts_by_publish_time (service_id=? AND <expr>'],
])('the list of editors by %s begins where the last page ended, and is not sorted', async ([sort, step]) => {
  const database = await testDatabase();
  if (database.engine !== 'sqlite') return;
  for (const order of ['asc', 'desc'] as const) {
    const plan = await planOf(database.reader, (db) => listPosts(db, { ...adminPage, sort, order }));
    expect(plan.join('\n')).toContain(step);
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  }
});

async function planOf(db: Db, run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watching);
  const steps: string[] = [];
  for (const node of nodes) {
    const { sql, parameters } = db
      .getExecutor()
      .compileQuery(db.getExecutor().transformQuery(node, createQueryId()), createQueryId());
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    steps.push(...rows.map(({ detail }) => detail));
  }
  return steps;
}
