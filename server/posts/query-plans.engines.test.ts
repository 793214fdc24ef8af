/** @module-tag extended */
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PostFilter, PostSort } from '#contract/admin-posts.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenManyPosts, givenManySearchTerms, manyPostId } from '#testing/many-posts.ts';
import { hasPosts } from '../categories/category.repository.ts';
import { descendantsOf, findCategory, listCategories } from '../categories/index.ts';
import { connect, type Database, type DatabaseTarget, type Db } from '../database/connect.ts';
import { listFilesById } from '../media/file.repository.ts';
import { listStaleRenderings } from '../post-editing/rerender.repository.ts';
import {
  countPostsOfGroups,
  findGroup,
  listGroups,
  listGroupsBySlug,
  listGroupsHolding,
  listPostIdsOfGroups,
  listVisiblePostIds,
} from '../post-groups/post-group.repository.ts';
import { listBinnedPosts } from '../post-history/bin/bin.repository.ts';
import { findRevision, listRevisions } from '../post-history/revision.repository.ts';
import { listLanguages, searchAnyState } from '../post-search/index.ts';
import { listDuePosts, listUpcomingPosts } from '../publishing/schedule/schedule.repository.ts';
import { listServiceRevisions } from '../response-cache/revision.repository.ts';
import { listPublicServices } from '../services/service.repository.ts';
import { listTagsOfPost, listTagsOfPosts } from '../tags/index.ts';
import { countPostsOfTags, findTag, listTags, listTagsById } from '../tags/tag.repository.ts';
import { listAuthors, listPostsById } from './admin-post.repository.ts';
import { filterPosts, type SearchOptions } from './filter-posts.ts';
import { findRelated } from './find-related.ts';
import {
  findPost,
  findPostIdBySlug,
  findPostVersion,
  isPostOfAnotherService,
  listGroupsOfPost,
} from './post.repository.ts';
import { findAdjacent } from './post.routes.ts';
import { type ListOptions, listPublishedPosts, listPublishedPostsOfGroup } from './post-list.repository.ts';
import type { PostListQuery } from './post-list-query.repository.ts';
import { listSimilarPostIds, listSlugsOfSimilarPosts } from './related.repository.ts';
import { findSlugRedirect, listUsedSlugs } from './slugs/slug-redirect.repository.ts';

const serviceId = 'many';
const now = '2026-11-21T04:43:00Z';
const middle = '2020-02-20T05:00:00Z';
const postId = manyPostId(55_000);
const ORDERS = ['asc', 'desc'] as const;
const SORTS: readonly PostSort[] = ['createdAt', 'publishAt', 'updatedAt', 'title'];
const clock = testClock(now);

const page: ListOptions = {
  ...{ serviceId, order: 'desc', limit: 21, now, withBody: true },
  after: { effectiveAt: middle, postId },
};
const adminPage: SearchOptions = { serviceId, sort: 'createdAt', order: 'desc', count: 20 };

const someIds = Array.from({ length: 50 }, (_, index) => manyPostId(1000 * (index + 1)));
const historic = { serviceId, postId: manyPostId(1) };

type Run = (db: Db, database: Database) => Promise<unknown>;
interface Query {
  readonly name: string;
  readonly run: Run;
  readonly reads?: number;
  readonly sortsFew?: true;
}

const search = (requested: Partial<PostListQuery>, options: Partial<SearchOptions> = {}): Run => {
  return (reader, database) =>
    filterPosts({ database: { ...database, reader }, clock }, { ...adminPage, ...options }, { now, ...requested });
};
const filter = (attribute: PostFilter['attribute'], compare: PostFilter['compare'], value: string) => ({
  filter: { attribute, compare, value },
});

async function idsOf(db: Db, slug: string): Promise<number[]> {
  const all = await listCategories(db, serviceId);
  const category = all.find((candidate) => candidate.slug === slug);
  if (!category) throw new Error(`No category ${slug}`);
  return [category, ...descendantsOf(category, all)].map(({ id }) => id);
}

const middles: Readonly<Record<PostSort, string>> = { createdAt: middle, publishAt: '', updatedAt: '', title: 'note' };

const adminLists: Query[] = SORTS.flatMap((sort) =>
  ORDERS.flatMap((order) =>
    [undefined, { sortedBy: middles[sort], postId }].flatMap((after): Query[] => {
      const name = `for editors by ${sort} ${order}${after ? ', a later page' : ''}`;
      return [
        { name: `posts ${name}`, run: search({}, { sort, order, after }) },
        {
          name: `posts of a category ${name}`,
          run: async (db, database) =>
            search({}, { sort, order, after, categoryIds: await idsOf(db, 'top-3') })(db, database),
        },
      ];
    }),
  ),
);

const queries: Query[] = [
  ...ORDERS.flatMap((order): Query[] =>
    [undefined, page.after].flatMap((after): Query[] => {
      const options = { ...page, order, after };
      const name = `${order}${after ? ', a later page' : ''}`;
      return [
        { name: `posts ${name}`, run: (db) => listPublishedPosts(db, options) },
        { name: `posts without bodies ${name}`, run: (db) => listPublishedPosts(db, { ...options, withBody: false }) },
        { name: `posts in a language ${name}`, run: (db) => listPublishedPosts(db, { ...options, language: 'ja' }) },
        {
          name: `posts of a category and all below it ${name}`,
          run: async (db) => listPublishedPosts(db, { ...options, categoryIds: await idsOf(db, 'top-3') }),
        },
        {
          name: `posts of all sixty categories ${name}`,
          run: async (db) => listPublishedPosts(db, { ...options, categoryIds: await idsOf(db, 'root') }),
          reads: 3000,
        },
        {
          name: `posts of a tag ${name}`,
          run: async (db) => {
            const { tagId = '' } = (await findTag(db, serviceId, 'everywhere')) ?? {};
            return listPublishedPosts(db, { ...options, tagId });
          },
        },
        {
          name: `posts of a group ${name}`,
          run: async (db) => {
            const { groupId = '' } = (await findGroup(db, serviceId, 'group-1')) ?? {};
            const after = options.after && { postId, position: 500 };
            return listPublishedPostsOfGroup(db, { ...options, groupId, after });
          },
        },
      ];
    }),
  ),
  ...adminLists,
  { name: 'a post by its slug', run: (db) => findPost(db, serviceId, { slug: 'post-55000' }) },
  { name: 'a post by its id', run: (db) => findPost(db, serviceId, { postId }) },
  { name: 'the id of a slug', run: (db) => findPostIdBySlug(db, serviceId, 'post-55000') },
  { name: 'the revision of a post', run: (db) => findPostVersion(db, serviceId, postId) },
  { name: 'whose post an id is', run: (db) => isPostOfAnotherService(db, 'other', postId) },
  { name: 'tags of a post', run: (db) => listTagsOfPost(db, serviceId, postId), sortsFew: true },
  { name: 'tags of a page of posts', run: (db) => listTagsOfPosts(db, serviceId, someIds), sortsFew: true },
  { name: 'groups of a post', run: (db) => listGroupsOfPost(db, serviceId, manyPostId(7)), sortsFew: true },
  { name: 'whole groups of a post', run: (db) => listGroupsHolding(db, serviceId, manyPostId(7)), sortsFew: true },
  { name: 'groups by their slugs', run: (db) => listGroupsBySlug(db, serviceId, ['group-1', 'group-2']) },
  {
    name: 'how many posts fifty groups have',
    run: async (db) => countPostsOfGroups(db, serviceId, await listGroups(db, { serviceId, order: 'asc', limit: 50 })),
    reads: 6000,
  },
  {
    name: 'how many posts of fifty groups readers see',
    run: async (db) => {
      const groups = await listGroups(db, { serviceId, order: 'asc', limit: 50 });
      return countPostsOfGroups(db, serviceId, groups, now);
    },
    reads: 12_000,
  },
  {
    name: 'how many posts of two tags readers see',
    run: async (db) => {
      const tags = [await findTag(db, serviceId, 'everywhere'), await findTag(db, serviceId, 'rare')];
      return countPostsOfTags(
        db,
        serviceId,
        tags.map((tag) => tag?.tagId ?? ''),
        now,
      );
    },
    reads: 3000,
  },
  { name: 'tags of a service', run: (db) => listTags(db, serviceId, { after: 'm', order: 'asc', limit: 51 }) },
  {
    name: 'tags of a service with posts that readers see',
    run: (db) => listTags(db, serviceId, { after: 'm', order: 'asc', limit: 51, usedAt: now }),
  },
  { name: 'one tag', run: (db) => findTag(db, serviceId, 'rare') },
  { name: 'one category', run: (db) => findCategory(db, serviceId, 'top-3') },
  { name: 'services', run: (db) => listPublicServices(db, { after: 'm', limit: 21 }) },
  { name: 'what readers may be told from memory', run: (db) => listServiceRevisions(db, middle) },
  {
    name: 'posts to render again',
    run: (db) => listStaleRenderings(db, { renderVersion: 2000, after: { renderVersion: 1000, postId }, limit: 20 }),
  },
  { name: 'some posts by their ids', run: (db) => listPostsById(db, serviceId, someIds) },
  { name: 'some files by their ids', run: (db) => listFilesById(db, serviceId, ['file00000000000000000000070', 'x']) },
  { name: 'some tags by their ids', run: (db) => listTagsById(db, serviceId, ['x', 'y']) },
  { name: 'whether a category has posts', run: hasPostsIn('top-3') },
  {
    name: 'the bin',
    run: (db) => listBinnedPosts(db, { serviceId, after: { deletedAt: '2020-01-01T10:00:00Z', postId }, limit: 21 }),
  },
  { name: 'the history of a post', run: (db) => listRevisions(db, { ...historic, before: 30, limit: 21 }) },
  { name: 'a revision of a post', run: (db) => findRevision(db, { ...historic, revision: 30 }) },
  { name: 'posts that are due', run: (db) => listDuePosts(db, { now, limit: 100 }) },
  { name: 'what happens next', run: (db) => listUpcomingPosts(db, { serviceIds: [serviceId], now, limit: 51 }) },
  { name: 'where a post has moved', run: (db) => findSlugRedirect(db, serviceId, 'old-70') },
  { name: 'which slugs are in use', run: (db) => listUsedSlugs(db, serviceId, ['post-7', 'old-7', 'free']) },
  ...ORDERS.map((order): Query => {
    const after = { updatedAt: '2020-01-01T01:00:00Z', groupId: '' };
    return { name: `groups ${order}`, run: (db) => listGroups(db, { serviceId, order, after, limit: 11 }) };
  }),
  {
    name: 'groups with posts that readers see',
    run: (db) => listGroups(db, { serviceId, order: 'asc', limit: 51, usedAt: now }),
  },
  {
    name: 'the first posts of fifty groups',
    run: async (db) => {
      const groups = await listGroups(db, { serviceId, order: 'asc', limit: 50 });
      return listVisiblePostIds(db, serviceId, groups, { now, limit: 50 });
    },
    reads: 6000,
  },
  {
    name: 'all posts of a group',
    run: async (db) => {
      const group = await findGroup(db, serviceId, 'group-1');
      return group && listPostIdsOfGroups(db, serviceId, [group]);
    },
    reads: 2000,
  },
  { name: 'what stands beside a post', run: (db) => findAdjacent(db, { serviceId, slug: 'post-55001', now }) },
  {
    name: 'what stands beside a post in a group of a thousand',
    run: (db) => findAdjacent(db, { serviceId, slug: 'post-50479', group: 'group-1', now }),
    reads: 3000,
  },
  {
    name: 'related posts',
    run: (db) => findRelated(db, { serviceId, slug: 'post-55001', count: 10, now }),
    sortsFew: true,
  },
  {
    name: 'related posts in a group of a thousand',
    run: (db) => findRelated(db, { serviceId, slug: 'post-50479', count: 10, now }),
    reads: 3000,
    sortsFew: true,
  },
  { name: 'posts similar to a post', run: similarTo('post-55001', listSimilarPostIds) },
  ...['post-55001', 'post-1', 'post-99999'].map((slug) => ({
    name: `pages of posts similar to ${slug}`,
    run: similarTo(slug, (db, { before: after, ...like }) => listSlugsOfSimilarPosts(db, { ...like, after })),
  })),
  { name: 'a slug as it is', run: search(filter('slug', 'eq', 'POST-55000')), sortsFew: true },
  { name: 'a title as it is', run: search(filter('title', 'eq', 'note 55001')), sortsFew: true },
  { name: 'a title that half of the posts have', run: search(filter('title', 'eq', 'Note')), reads: 3000 },
  { name: 'a tag of few, for editors', run: tagSearch('rare'), reads: 3000, sortsFew: true },
  { name: 'a tag of all, for editors', run: tagSearch('everywhere'), reads: 3000 },
  { name: 'drafts, a thousand of them', run: search({ status: 'draft' }), reads: 4000, sortsFew: true },
  { name: 'published posts, for editors', run: search({ status: 'published' }), reads: 3000 },
  { name: 'a word in titles', run: search(filter('title', 'contains', 'ote 55001')), reads: 3000 },
  { name: 'a word in bodies that none has', run: search(filter('body', 'contains', 'y')), reads: 3000 },
  {
    name: 'a word in the titles of a category',
    run: async (db, database) =>
      search(filter('title', 'contains', '1'), { categoryIds: await idsOf(db, 'top-3') })(db, database),
    reads: 3000,
  },
  { name: 'a rare word', run: wordSearch({ q: '55001' }), reads: 1500, sortsFew: true },
  { name: 'a word of all posts', run: wordSearch({ q: 'note' }), reads: 4000 },
  { name: 'a word of all posts by title', run: wordSearch({ q: 'note' }, {}, { sort: 'title' }), reads: 4000 },
  { name: 'a phrase in titles', run: wordSearch({ q: '"note 55001"' }), reads: 1500, sortsFew: true },
  { name: 'a word among drafts', run: wordSearch({ q: 'note' }, { status: 'draft' }), reads: 6000, sortsFew: true },
  { name: 'a language', run: wordSearch({ language: 'ja' }), reads: 4000 },
  {
    name: 'a word in a time of another date',
    run: wordSearch({ q: 'note' }, { range: { date: 'publishAt', from: '2020-02-20T05:00:00Z', to: undefined } }),
    reads: 6000,
  },
  { name: 'posts of an author whom none has', run: search({ author: 'nobody' }) },
  { name: 'posts of the creator of all', run: search({ createdBy: 'tester' }), reads: 3000 },
  {
    name: 'posts of a day by creation',
    run: search({ range: { date: 'createdAt', from: '2020-02-20T00:00:00Z', to: '2020-02-21T00:00:00Z' } }),
  },
  {
    name: 'posts of a day, by title',
    run: search(
      { range: { date: 'updatedAt', from: '2020-02-20T00:00:00Z', to: '2020-02-21T00:00:00Z' } },
      { sort: 'title' },
    ),
    reads: 3000,
    sortsFew: true,
  },
  { name: 'creators', run: (db) => listAuthors(db, serviceId, 'createdBy') },
  { name: 'authors', run: (db) => listAuthors(db, serviceId, 'author') },
  { name: 'languages in any state', run: (db) => listLanguages(db, serviceId) },
];

function wordSearch(
  wanted: { q?: string; language?: string },
  requested: Partial<PostListQuery> = {},
  options: Partial<SearchOptions> = {},
): Run {
  return async (db, database) => {
    const words = { serviceId, q: '', tagId: undefined, language: undefined, ...wanted };
    const found = await searchAnyState({ reader: db, clock }, words);
    return search({ search: found, ...requested }, options)(db, database);
  };
}

function hasPostsIn(slug: string): Run {
  return async (db) => {
    const category = await findCategory(db, serviceId, slug);
    return category && hasPosts(db, category);
  };
}

function similarTo(
  slug: string,
  list: (db: Db, like: Parameters<typeof listSimilarPostIds>[1]) => Promise<unknown>,
): Run {
  return async (db, { reader }) => {
    const post = await findPost(reader, serviceId, { slug });
    const tags = await listTagsOfPost(reader, serviceId, post?.postId ?? '');
    const tagIds = tags.map(({ tagId }) => tagId);
    const before = post?.effectiveAt ?? now;
    return list(db, { serviceId, tagIds, categoryIds: [post?.categoryId ?? 0], before, limit: 51 });
  };
}

function tagSearch(label: string): Run {
  return async (db, database) => {
    const { tagId } = (await findTag(db, serviceId, label)) ?? {};
    return search({ tagId })(db, database);
  };
}

let shared: Database;
let target: DatabaseTarget;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  ({ database: shared, target } = await testDatabaseWithTarget((undo) => atTheEnd.unshift(undo)));
  await givenManyPosts(shared, { serviceId });
  await givenManySearchTerms(shared, serviceId);
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

test.for(queries.map((query) => [query.name, query] as const))(
  '%s: costs the same with 100,000 posts',
  async ([, { run, reads = 500, sortsFew = false }]) => {
    // Nothing is compiled for new connections yet.
    await using database = connect(target);
    const statements = await statementsOf(database, run);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      if (shared.engine === 'sqlite') expect(await sqlitePlanProblems(shared.reader, statement, sortsFew)).toEqual([]);
      else expect(await postgresPlanProblems(shared.reader, statement, reads)).toEqual([]);
    }
  },
);

async function statementsOf(database: Database, run: Run): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const watching = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watching, database);
  const executor = database.reader.getExecutor();
  const compiled = nodes.map((node) =>
    executor.compileQuery(executor.transformQuery(node, createQueryId()), createQueryId()),
  );
  // The second call of a compiled query has placeholders in place of values; the first was explained with its values.
  const withValues = compiled.filter(({ parameters }) => parameters.every((value) => Object(value) !== value));
  return [...new Map(withValues.reverse().map((statement) => [statement.sql, statement])).values()];
}

async function explain<Row>(db: Db, words: string, { sql, parameters }: CompiledQuery): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(`${words} ${sql}`, [...parameters]))).rows;
}

const SMALL = new Set(['services', 'categories', 'service_configs', 'post_groups']);

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

async function sqlitePlanProblems(db: Db, statement: CompiledQuery, sortsFew: boolean): Promise<string[]> {
  const steps = await explain<Step>(db, 'explain query plan', statement);
  expect(steps.length).toBeGreaterThan(0);
  const isRead = ({ detail }: Step) => /^(SCAN|SEARCH) /.test(detail);
  const isLimitedPart = ({ detail }: Step) =>
    /^SCAN (keys|known|merged|list|listed|visible|some|\(subquery-\d+\))$/.test(detail) ||
    /^SCAN post_search (EXISTS )?VIRTUAL TABLE INDEX \d+:[=<>]*M/.test(detail);
  const tableOf = ({ detail }: Step) => detail.split(' ')[1] ?? '';
  return steps.flatMap((step) => {
    const { detail } = step;
    if (detail.startsWith('USE TEMP B-TREE')) {
      const first = steps.find((other) => other.parent === step.parent && isRead(other));
      return sortsFew || !first || isLimitedPart(first) || SMALL.has(tableOf(first)) ? [] : [detail, first.detail];
    }
    if (!isRead(step) || isLimitedPart(step) || SMALL.has(tableOf(step))) return [];
    const isWhole =
      detail.startsWith('SCAN') || (/\(service_id=\?\)$/.test(detail) && !statement.sql.includes('limit'));
    return isWhole ? [detail] : [];
  });
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function postgresPlanProblems(db: Db, statement: CompiledQuery, reads: number): Promise<string[]> {
  const [row] = await explain<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    db,
    'explain (analyze, timing off, format json)',
    statement,
  );
  if (!row) throw new Error('There is no plan');
  const nodes = flatten(row['QUERY PLAN'][0].Plan);
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined && !SMALL.has(node['Relation Name']));
  const whole = scans.filter((node) => node['Node Type'] === 'Seq Scan');
  const total = scans.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
  return total > reads ? [`${total} rows`, ...scans.slice(0, 10).map(describe)] : whole.map(describe);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function describe(node: PlanNode): string {
  return [node['Node Type'], node['Relation Name'], node['Index Name'], node['Actual Rows'], node['Actual Loops']].join(
    ' ',
  );
}
