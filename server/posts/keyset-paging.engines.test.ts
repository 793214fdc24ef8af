import fc from 'fast-check';
import { createQueryId, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PostSort } from '#contract/admin-posts.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { descendantsOf, insertCategory, listCategories } from '../categories/index.ts';
import type { Database, Db } from '../database/connect.ts';
import { newId } from '../platform/ids.ts';
import { ensureTags, replaceTagsOfPost } from '../tags/index.ts';
import type { AdminListPosition } from './admin-post.repository.ts';
import { filterPosts, type SearchOptions } from './filter-posts.ts';
import { insertPost } from './post.repository.ts';
import { type ListedPosts, type ListOptions, type ListPosition, listPublishedPosts } from './post-list.repository.ts';
import type { PostListQuery } from './post-list-query.repository.ts';

const now = '2026-11-21T04:43:00Z';
const ORDERS = ['asc', 'desc'] as const;
const SORTS: readonly PostSort[] = ['createdAt', 'publishAt', 'updatedAt', 'title'];

const time = fc.constantFrom('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z');
const anyPost = fc.record({
  title: fc.constantFrom<string[]>('a', 'A', 'b', 'é', 'É', '橋', 'z'),
  createdAt: time,
  publishAt: fc.option(time),
  updatedAt: fc.option(time),
  listedAt: fc.option(fc.oneof(time, fc.constant('2027-01-01T00:00:00Z'))),
  category: fc.option(fc.constantFrom('top', 'sub', 'deep', 'other')),
  isTagged: fc.boolean(),
  isDraft: fc.boolean(),
});
type AnyPost = typeof anyPost extends fc.Arbitrary<infer Post> ? Post : never;
type GivenPost = AnyPost & { readonly postId: string };

interface World {
  readonly database: Database;
  readonly serviceId: string;
  readonly posts: readonly GivenPost[];
  readonly tagId: string;
  readonly subtree: readonly number[];
}

async function givenWorld(database: Database, drawn: readonly AnyPost[]): Promise<World> {
  const serviceId = await givenService({ database });
  const ids = new Map<string, number>();
  for (const [slug, parent] of [
    ['top', 'root'],
    ['sub', 'top'],
    ['deep', 'sub'],
    ['other', 'root'],
  ] as const) {
    ids.set(slug, (await givenCategory({ database }, { serviceId, slug, parent })).id);
  }
  return database.writer.transaction().execute(async (trx) => {
    const clock = testClock(now);
    const [tag] = await ensureTags(trx, { clock }, serviceId, ['tagged']);
    if (!tag) throw new Error('The tag was not made');
    const posts = drawn.map((post) => ({ ...post, postId: newId(clock.now()) }));
    for (const { category, isTagged, isDraft, ...post } of posts) {
      const { postId, listedAt } = post;
      await insertPost(trx, {
        ...{ serviceId, slug: postId, contentId: postId, status: isDraft ? 'draft' : 'published', ...post },
        ...{
          description: '',
          author: '',
          language: '',
          excerpt: '',
          label: '',
          bodyFormat: 'markdown',
          editorMode: 'markdown',
        },
        ...{ thumbnail: null, images: '[]', files: '[]', links: '[]', body: '', bodyHtml: '', bodyText: '' },
        ...{ effectiveAt: listedAt, isHiddenInList: 0, previewToken: '', previewExpiresAt: '', renderVersion: 1 },
        ...{ headings: '[]', readingSeconds: 0 },
        ...{ revision: 1, createdBy: 'tester', updatedBy: null, textUpdatedAt: null },
        categoryId: ids.get(category ?? '') ?? null,
      });
      if (isTagged) await replaceTagsOfPost(trx, { serviceId, postId, listedAt }, [tag]);
    }
    const all = await listCategories(trx, serviceId);
    const top = all.find(({ slug }) => slug === 'top');
    if (!top) throw new Error('The category was not made');
    const subtree = [top, ...descendantsOf(top, all)].map(({ id }) => id);
    return { database, serviceId, posts, tagId: tag.tagId, subtree };
  });
}

const isInSubtree = ({ category }: GivenPost) => category !== null && category !== 'other';

function inOrder(posts: readonly GivenPost[], placeOf: (post: GivenPost) => string, order: 'asc' | 'desc'): string[] {
  const bytes = (post: GivenPost) => Buffer.from(`${placeOf(post)}\u0000${post.postId}`);
  const sorted = posts.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other))).map(({ postId }) => postId);
  return order === 'asc' ? sorted : sorted.toReversed();
}

async function readAll<Place>(
  read: (after: Place | undefined) => Promise<{ ids: readonly string[]; end: Place | undefined }>,
): Promise<string[]> {
  const all: string[] = [];
  for (let after: Place | undefined; ; ) {
    const { ids, end } = await read(after);
    all.push(...ids);
    if (end === undefined) return all;
    after = end;
  }
}

const readersLists: [name: string, isIn: (post: GivenPost) => boolean, list: ListOf][] = [
  ['the service', () => true, (db, options) => listPublishedPosts(db, options)],
  [
    'a category',
    isInSubtree,
    (db, options, { subtree }) => listPublishedPosts(db, { ...options, categoryIds: subtree }),
  ],
  ['a tag', ({ isTagged }) => isTagged, (db, options, { tagId }) => listPublishedPosts(db, { ...options, tagId })],
];
type ListOf = (db: Db, options: ListOptions, world: World) => Promise<ListedPosts>;

const requests: [
  name: string,
  isIn: (post: GivenPost) => boolean,
  requested: (world: World) => Partial<PostListQuery>,
][] = [
  ['all posts', () => true, () => ({})],
  ['a tag', ({ isTagged }) => isTagged, ({ tagId }) => ({ tagId })],
  ['drafts', ({ isDraft }) => isDraft, () => ({ status: 'draft' })],
  ['published posts', ({ isDraft }) => !isDraft, () => ({ status: 'published' })],
  [
    'one title',
    ({ title }) => title.toLowerCase() === 'a',
    () => ({ filter: { attribute: 'title', compare: 'eq', value: 'A' } }),
  ],
  [
    'part of a title, with a tag',
    ({ title, isTagged }) => title.includes('É') && isTagged,
    ({ tagId }) => ({ tagId, filter: { attribute: 'title', compare: 'contains', value: 'É' } }),
  ],
];

test('public lists page through every post once in order', async () => {
  const database = await testDatabase();
  const property = fc.asyncProperty(
    fc.array(anyPost, { maxLength: 25 }),
    fc.integer({ min: 1, max: 6 }),
    async (drawn, count) => {
      const world = await givenWorld(database, drawn);
      for (const order of ORDERS) {
        for (const [name, isIn, list] of readersLists) {
          const all = await readAll<ListPosition>(async (after) => {
            const options = { serviceId: world.serviceId, order, after, limit: count + 1, now, withBody: true };
            const { posts, lastPosition, hasMore } = await list(database.reader, options, world);
            const last = posts.at(-1);
            const end = hasMore && last ? { postId: last.postId, effectiveAt: lastPosition ?? '' } : undefined;
            return { ids: posts.map(({ postId }) => postId), end };
          });
          const visible = world.posts.filter((post) => isIn(post) && post.listedAt !== null && post.listedAt <= now);
          expect(all, `${name} ${order}`).toEqual(inOrder(visible, ({ listedAt }) => listedAt ?? '', order));
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 12 });
});

test('admin search pages through every match once in every order', async () => {
  const database = await testDatabase();
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const property = fc.asyncProperty(
    fc.array(anyPost, { maxLength: 25 }),
    fc.integer({ min: 1, max: 6 }),
    async (drawn, count) => {
      const world = await givenWorld(database, drawn);
      const { serviceId, subtree } = world;
      for (const sort of SORTS) {
        for (const order of ORDERS) {
          for (const [name, isWanted, requested] of requests) {
            for (const categoryIds of [undefined, subtree]) {
              const all = await readAll<AdminListPosition>(async (after) => {
                const options: SearchOptions = { serviceId, sort, order, after, count, categoryIds };
                const found = await filterPosts({ database, clock: testClock(now) }, options, {
                  now,
                  ...requested(world),
                });
                return { ids: found.posts.map(({ postId }) => postId), end: found.end };
              });
              const wanted = world.posts.filter((post) => isWanted(post) && (!categoryIds || isInSubtree(post)));
              const placeOf = (post: GivenPost) => (sort === 'title' ? lower(post.title) : (post[sort] ?? ''));
              expect(all, `${name} by ${sort} ${order}`).toEqual(inOrder(wanted, placeOf, order));
            }
          }
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 6 });
}, 120_000);

test('category with hundreds of subcategories is one list', async () => {
  const database = await testDatabase();
  const clock = testClock(now);
  const parent = await givenCategory({ database }, { serviceId: 'news', slug: 'top' });
  await database.writer.transaction().execute(async (trx) => {
    for (let index = 0; index < 450; index += 1) {
      const slug = `sub-${index}`;
      await insertCategory(trx, { serviceId: 'news', slug, label: slug, parent, createdAt: now });
    }
  });
  for (const index of [449, 3, 401, 250]) {
    await givenPost({ database, clock }, { slug: `post-${index}`, category: `sub-${index}`, title: `Post ${index}` });
  }
  const all = await listCategories(database.reader, 'news');
  const categoryIds = all.filter(({ slug }) => slug !== 'root').map(({ id }) => id);
  const options = { serviceId: 'news', order: 'asc', now, limit: 51, withBody: false } as const;
  const { posts } = await listPublishedPosts(database.reader, { ...options, categoryIds });
  expect(posts.map(({ slug }) => slug).toSorted()).toEqual(['post-250', 'post-3', 'post-401', 'post-449']);
  const titles: string[] = [];
  await readAll<AdminListPosition>(async (after) => {
    const wanted: SearchOptions = { serviceId: 'news', sort: 'title', order: 'asc', after, count: 3, categoryIds };
    const found = await filterPosts({ database, clock }, wanted, { now });
    titles.push(...found.posts.map(({ title }) => title));
    return { ids: [], end: found.end };
  });
  expect(titles).toEqual(['Post 250', 'Post 3', 'Post 401', 'Post 449']);
});

test('slow search ends early and continues where it stopped', async () => {
  const database = await testDatabase();
  const [first, ...others] = fc.sample(anyPost, { numRuns: 81, seed: 1 });
  if (!first) throw new Error('No post was drawn');
  const drawn = [{ ...first, title: 'needle' }, ...others.map((post) => ({ ...post, title: 'b' }))];
  const { serviceId, posts } = await givenWorld(database, drawn);
  const started = new Date(now).getTime();
  let asked = 0;
  const clock = { now: () => new Date(started + 3000 * asked++) };
  const pages: number[] = [];
  const requested = { now, filter: { attribute: 'title', compare: 'contains', value: 'eedl' } } as const;
  const all = await readAll<AdminListPosition>(async (after) => {
    const options: SearchOptions = { serviceId, sort: 'createdAt', order: 'desc', after, count: 20 };
    const found = await filterPosts({ database, clock }, options, requested);
    pages.push(found.posts.length);
    return { ids: found.posts.map(({ postId }) => postId), end: found.end };
  });
  expect(all).toEqual([posts[0]?.postId]);
  expect(pages.length).toBe(4);
});

const scanned: [string, Partial<PostListQuery>][] = [
  ['the whole list', {}],
  ['drafts, which an index finds', { status: 'draft' }],
];

test('long bodies are searched in small portions', async () => {
  const database = await testDatabase();
  const [any] = fc.sample(anyPost, { numRuns: 1, seed: 1 });
  if (!any) throw new Error('No post was drawn');
  const drawn = Array.from({ length: 60 }, () => ({ ...any, isDraft: true, title: 'a' }));
  const { serviceId, posts } = await givenWorld(database, drawn);
  const [wanted] = inOrder(posts, ({ createdAt }) => createdAt, 'asc');
  if (!wanted) throw new Error('No post was given');
  await sql`update posts set body = ${'a'.repeat(1_000_000)} where service_id = ${serviceId}`.execute(database.writer);
  await sql`update posts set body = body || 'B' where post_id = ${wanted}`.execute(database.writer);
  let atOnce: number[] = [];
  const reader = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      const { sql: text, parameters } = database.reader.getExecutor().compileQuery(node, createQueryId());
      if (text.includes('replace(')) atOnce.push(posts.filter(({ postId }) => parameters.includes(postId)).length);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  for (const [name, among] of scanned) {
    atOnce = [];
    const requested = {
      now,
      ...among,
      filter: { attribute: 'body', compare: 'contains', value: `${'A'.repeat(99)}b` },
    } as const;
    const pages: string[][] = [];
    await readAll<AdminListPosition>(async (after) => {
      const options: SearchOptions = { serviceId, sort: 'createdAt', order: 'desc', after, count: 20 };
      const found = await filterPosts({ database: { ...database, reader }, clock: testClock(now) }, options, requested);
      const ids = found.posts.map(({ postId }) => postId);
      pages.push(ids);
      return { ids, end: found.end };
    });
    expect(pages, name).toEqual([[], [wanted]]);
    expect(atOnce, name).toEqual(Array.from({ length: 60 }, () => 1));
  }
});

test('search yields to other requests', async () => {
  const database = await testDatabase();
  const [any] = fc.sample(anyPost, { numRuns: 1, seed: 1 });
  if (!any) throw new Error('No post was drawn');
  const { serviceId } = await givenWorld(
    database,
    Array.from({ length: 200 }, () => any),
  );
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const requested = { now, filter: { attribute: 'title', compare: 'contains', value: 'none' } } as const;
  const options: SearchOptions = { serviceId, sort: 'createdAt', order: 'desc', count: 20 };
  await filterPosts({ database, clock: testClock(now) }, options, requested);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(3);
});
