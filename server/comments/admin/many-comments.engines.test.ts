/** @module-tag extended */
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Database, Db } from '#server/database/connect.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyComments, manyCommentId } from '#testing/many-comments.ts';
import { listPostsOfContents } from '../../posts/index.ts';
import { countNewComments, findNewestComment, listDueNotices, listNewComments } from '../notices/notice.repository.ts';
import { countDeletedComments, matchComments } from './admin-comment.repository.ts';
import { type SearchOptions, searchComments } from './admin-comment.routes.ts';

const serviceId = 'many';
const all: SearchOptions = { serviceId, isDeleted: false, order: 'asc', count: 20 };

interface Query {
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown>;
  readonly reads?: number;
}

const ORDERS = ['asc', 'desc'] as const;
const STATES: readonly (CommentStatus | undefined)[] = ['unconfirm', 'unpublish', 'publish', undefined];
const news = { serviceId, after: manyCommentId(99_000), before: manyCommentId(99_990) };

const lists: Query[] = ORDERS.flatMap((order) =>
  STATES.flatMap((publishStatus) =>
    [undefined, 'busy-content', 'content-77'].flatMap((contentId) =>
      [undefined, manyCommentId(50_000)].map((after) => ({
        name: `comments ${order} ${publishStatus ?? 'in every state'} of ${contentId ?? 'all'}${after ? ', a later page' : ''}`,
        run: (db: Db) => searchComments(db, { ...all, order, publishStatus, contentId, after }, ''),
      })),
    ),
  ),
);

const queries: Query[] = [
  ...lists,
  { name: 'the bin', run: (db) => searchComments(db, { ...all, isDeleted: true, order: 'desc' }, '') },
  {
    name: 'what a search looks at in one step',
    run: (db) => matchComments(db, { ...all, after: manyCommentId(50_000), limit: 500 }, 'needle'),
    reads: 600,
  },
  {
    name: 'what a search of a content looks at in one step',
    run: (db) => matchComments(db, { ...all, contentId: 'busy-content', publishStatus: 'publish', limit: 500 }, 'x'),
    // PostgreSQL may skip over the few in other states.
    reads: 1500,
  },
  { name: 'how full the bin is', run: (db) => countDeletedComments(db, { serviceId }, 10_000), reads: 2100 },
  {
    name: 'how full the bin is with a content',
    run: (db) => countDeletedComments(db, { serviceId, contentId: 'content-77' }, 10_000),
  },
  { name: 'new comments, how many', run: (db) => countNewComments(db, news, 1000), reads: 1100 },
  { name: 'new comments, the first', run: (db) => listNewComments(db, news, 3) },
  { name: 'the newest comment', run: (db) => findNewestComment(db, news) },
  {
    name: 'who is to be mailed',
    run: (db) => listDueNotices(db, { mailedUntil: '2026-11-21T04:43:00Z', before: manyCommentId(99_990), limit: 100 }),
  },
  {
    name: 'the posts of contents',
    run: (db) => listPostsOfContents(db, { serviceId, contentIds: ['busy-content'], now: '2026-11-21T04:43:00Z' }),
  },
];

let shared: Database;
const atTheEnd: (() => Promise<void>)[] = [];

beforeAll(async () => {
  shared = await testDatabase((undo) => atTheEnd.unshift(undo));
  await givenManyComments(shared, { serviceId });
  const createdAt = '2026-11-21T04:43:00Z';
  const rights = { role: 'editor', createdAt, isEnabled: 1 };
  for (const username of ['one', 'two', 'three']) {
    await shared.writer
      .insertInto('users')
      .values({ username, ...rights })
      .execute();
    const lastCommentId = manyCommentId(username === 'one' ? 1 : 99_980);
    const notice = { username, serviceId, lastCommentId, mailedAt: null, language: 'en', createdAt };
    await shared.writer.insertInto('commentNotices').values(notice).execute();
  }
});

afterAll(async () => {
  for (const undo of atTheEnd) await undo();
});

test.for(queries.map((query) => [query.name, query] as const))(
  '%s: costs the same with 100,000 comments',
  async ([, { run, reads = 300 }]) => {
    const statements = await statementsOf(run);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      if (shared.engine === 'sqlite') expect(await sqlitePlanProblems(statement)).toEqual([]);
      else expect(await rowsRead(statement)).toBeLessThanOrEqual(reads);
    }
  },
);

test('search without match ends after 5,000 comments with a position', async () => {
  const { comments, end } = await searchComments(shared.reader, all, 'needle');
  // One of fifty is in the bin.
  expect([comments.length, end]).toEqual([0, manyCommentId(5102)]);
  const statements = await statementsOf((db) => searchComments(db, all, 'needle'));
  expect(statements).toHaveLength(10);
});

test('search continues from its end until all are found', async () => {
  for (const order of ORDERS) {
    const found: string[] = [];
    let steps = 0;
    for (let after: string | undefined; ; ) {
      const page = await searchComments(shared.reader, { ...all, order, after }, 'needle');
      found.push(...page.comments.map(({ commentId }) => commentId));
      steps += 1;
      if (page.end === undefined) break;
      after = page.end;
    }
    expect(found).toEqual([manyCommentId(70_000)]);
    expect(steps).toBe(20);
  }
});

test('page of frequent matches ends at its last comment', async () => {
  const { comments, end } = await searchComments(shared.reader, { ...all, publishStatus: 'unconfirm' }, 'common');
  expect(comments.map(({ commentId }) => commentId)).toEqual(
    Array.from({ length: 20 }, (_, index) => manyCommentId(100 * (index + 1))),
  );
  expect(end).toBe(manyCommentId(2000));
});

async function statementsOf(run: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  await run(
    shared.reader.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  const executor = shared.reader.getExecutor();
  return nodes.map((node) => executor.compileQuery(executor.transformQuery(node, createQueryId()), createQueryId()));
}

async function explain<Row>(words: string, { sql, parameters }: CompiledQuery): Promise<Row[]> {
  return (await shared.reader.executeQuery<Row>(CompiledQuery.raw(`${words} ${sql}`, [...parameters]))).rows;
}

async function sqlitePlanProblems(statement: CompiledQuery): Promise<string[]> {
  const steps = (await explain<{ detail: string }>('explain query plan', statement)).map(({ detail }) => detail);
  const isOfPart = steps.some((detail) => /^SCAN (first|some)$/.test(detail));
  return steps.filter(
    (detail) =>
      /^SCAN (?!(first|some|comment_notices)\b)/.test(detail) || (detail.startsWith('USE TEMP B-TREE') && !isOfPart),
  );
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function rowsRead(statement: CompiledQuery): Promise<number> {
  const [row] = await explain<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    'explain (analyze, timing off, format json)',
    statement,
  );
  if (!row) throw new Error('There is no plan');
  return flatten(row['QUERY PLAN'][0].Plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
