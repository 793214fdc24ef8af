import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { bulkPostApi } from '#contract/bulk-posts.ts';
import { deletedPostApi, postHistoryApi } from '#contract/post-history.ts';
import type { Database } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { createPost as importPost, preparePost } from '#server/post-editing/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { createPost, setStatus, updatePost } from '#testing/edit-posts.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { foldText } from '../platform/fold-text.ts';
import { writtenLanguage } from '../platform/written-language.ts';
import { rerenderPosts } from '../post-editing/rerender-posts.ts';
import { indexAllServices } from './index-posts.ts';
import { termOfLanguage, termOfService, termOfTag } from './search-index.repository.ts';
import { ngramsOf } from './words.ts';

const params = { serviceId: 'news' };

/** Terms of each post. */
async function indexed({ engine, writer }: Database): Promise<Record<string, string[]>> {
  if (engine === 'sqlite') {
    await sql`create virtual table if not exists temp.terms using fts5vocab(main, post_search, instance)`.execute(
      writer,
    );
  }
  const terms =
    engine === 'sqlite'
      ? sql<{ postId: string | null; term: string }>`
        select post_id, term from temp.terms left join posts on search_key = doc order by term`
      : sql<{ postId: string | null; term: string }>`
        select post_id, unnest(string_to_array(terms, ' ')) as term
        from post_search left join posts using (service_id, search_key) order by term`;
  const tags = await writer.selectFrom('tags').select('tagId').execute();
  const known = new Set(tags.map(({ tagId }) => termOfTag(tagId)));
  // The term of a deleted tag may stay, because no query contains it.
  const rows = (await terms.execute(writer)).rows.filter(({ term }) => !term.startsWith('k') || known.has(term));
  return sortedRecord(
    [...Map.groupBy(rows, ({ postId }) => postId ?? 'nobody')].map(([postId, some]) => [
      postId,
      some.map(({ term }) => term),
    ]),
  );
}

function termsOfLanguage(title: string, { language, excerpt }: { language: string; excerpt: string }): string[] {
  const code = language.split('-')[0] || writtenLanguage(`${title} ${excerpt}`);
  return code ? [termOfLanguage(code)] : [];
}

async function searchableTexts({ reader }: Database): Promise<Record<string, string[]>> {
  const tags = await reader.selectFrom('postTags').selectAll().execute();
  const posts = await reader.selectFrom('posts').selectAll().execute();
  const terms = posts.map(
    async ({ serviceId, postId, slug, title, bodyText, ...post }) =>
      [
        postId,
        [
          termOfService(serviceId),
          ...termsOfLanguage(title, post),
          ...tags.filter((tag) => tag.postId === postId).map(({ tagId }) => termOfTag(tagId)),
          ...(await ngramsOf('t', foldText(title))),
          ...(await ngramsOf('b', foldText(bodyText))),
          ...(await ngramsOf('u', foldText(slug))),
        ],
      ] as const,
  );
  return sortedRecord(await Promise.all(terms));
}

/** Keys must have the order of the list, drafts below all others. */
async function expectKeysInOrder({ reader }: Database): Promise<void> {
  const posts = await reader.selectFrom('posts').select(['listedAt', 'searchKey']).execute();
  const sorted = posts.toSorted((one, other) => Number(one.searchKey) - Number(other.searchKey));
  const times = sorted.map(({ listedAt }) => listedAt ?? '');
  expect(times).toEqual(times.toSorted());
}

function sortedRecord(posts: readonly (readonly [string, readonly string[]])[]): Record<string, string[]> {
  const sorted = posts.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([postId, terms]) => [postId, terms.toSorted()]));
}

const TEXTS = [
  '版木と墨',
  '瓦版 news',
  'ink and paper',
  '',
  'printing, printed',
  '**bold** [link](/x)',
  'ｲﾝｸ ①',
  '瓦版',
];
const LABELS = ['Ink', '墨', 'Paper'];

interface World {
  readonly app: TestApp;
  readonly editor: GivenUser;
  readonly postIds: string[];
  readonly binned: string[];
  made: number;
}

type Step = (world: World, pick: <T>(values: readonly T[]) => T | undefined) => Promise<unknown>;

const silent = createLog('silent');

async function tagsOf({ editor }: World) {
  return editor.call(adminTagApi.list, { params });
}

const steps: Record<string, Step> = {
  create: async (world, pick) => {
    world.made += 1;
    const tags = [{ label: pick(LABELS) ?? '' }];
    const texts = { slug: `made-${world.made}`, title: pick(TEXTS) || 'x', body: pick(TEXTS) ?? '', tags };
    world.postIds.push((await createPost(world.editor, texts)).postId);
  },
  import: async (world, pick) => {
    world.made += 1;
    const { app, made } = world;
    const content = { slug: `made-${made}`, title: 'Imported', description: '', author: '', body: pick(TEXTS) ?? '' };
    const whole = { ...content, category: undefined, tags: [pick(LABELS) ?? ''], status: 'published' as const };
    const prepared = await preparePost(whole);
    const by = { clock: app.clock, ...params, actor: 'import', content: defaultBounds };
    const { postId } = await app.database.writer.transaction().execute((trx) => importPost(trx, by, prepared));
    world.postIds.push(postId);
  },
  save: async ({ editor, postIds }, pick) => {
    const postId = pick(postIds);
    if (postId) await updatePost(editor, postId, { title: pick(TEXTS) || 'y', body: pick(TEXTS) ?? '' });
  },
  saveSlug: async (world, pick) => {
    const postId = pick(world.postIds);
    world.made += 1;
    if (postId) await updatePost(world.editor, postId, { slug: `moved-${world.made}` });
  },
  saveTags: async ({ editor, postIds }, pick) => {
    const postId = pick(postIds);
    const tags = [...new Set([pick(LABELS) ?? '', pick(LABELS) ?? ''])].map((label) => ({ label }));
    if (postId) await updatePost(editor, postId, { tags: tags.slice(pick([0, 1])) });
  },
  status: async ({ editor, postIds }, pick) => {
    const postId = pick(postIds);
    if (postId) await setStatus(editor, postId, 'publish').catch(() => {});
  },
  restoreRevision: async (world, pick) => {
    const postId = pick(world.postIds);
    if (!postId) return;
    const call = { params: { ...params, idOrSlug: postId, revision: 1 }, body: {} };
    await world.editor.call(postHistoryApi.restore, call).catch(() => {});
  },
  delete: async (world, pick) => {
    const postId = pick(world.postIds);
    if (!postId) return;
    await world.editor.call(adminPostApi.delete, { params: { ...params, idOrSlug: postId } });
    world.postIds.splice(world.postIds.indexOf(postId), 1);
    world.binned.push(postId);
  },
  restoreFromBin: async (world, pick) => {
    const postId = pick(world.binned);
    if (!postId) return;
    await world.editor.call(deletedPostApi.restore, { params: { ...params, postId }, body: {} });
    world.binned.splice(world.binned.indexOf(postId), 1);
    world.postIds.push(postId);
  },
  bulkTag: async ({ editor, postIds }, pick) => {
    const action = pick(['tag', 'untag'] as const) ?? 'tag';
    const requested = { action, postIds: postIds.slice(0, 5), tags: [{ label: pick(LABELS) ?? '' }] };
    if (postIds.length > 0) await editor.call(bulkPostApi.change, { params, body: requested }).catch(() => {});
  },
  renameTag: async (world, pick) => {
    const tag = pick(await tagsOf(world));
    const body = { label: pick(['Ink', 'Press', '紙']) ?? '' };
    if (tag)
      await world.editor.call(adminTagApi.rename, { params: { ...params, tagId: tag.tagId }, body }).catch(() => {});
  },
  mergeTag: async (world, pick) => {
    const [from, into] = [pick(await tagsOf(world)), pick(await tagsOf(world))];
    const call = { params: { ...params, tagId: from?.tagId ?? '' }, body: { into: into?.tagId ?? '' } };
    if (from && into && from !== into) await world.editor.call(adminTagApi.merge, call).catch(() => {});
  },
  deleteTag: async (world, pick) => {
    const tag = pick(await tagsOf(world));
    if (tag) await world.editor.call(adminTagApi.delete, { params: { ...params, tagId: tag.tagId } });
  },
  rerender: async ({ app: { database, clock } }) => {
    await database.writer.updateTable('posts').set({ renderVersion: 0 }).execute();
    const render = async () => ({ html: '', text: 'rendered again 新', excerpt: '', headings: [], readingSeconds: 0 });
    await rerenderPosts({ database, clock, log: silent, renderer: { render } });
  },
};

test('index equals a rebuilt one after random writes', { tags: ['extended'] }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.array(fc.nat(), { minLength: 4, maxLength: 4 })), {
        minLength: 10,
        maxLength: 30,
      }),
      async (drawn) => {
        const app = await testApp();
        const world: World = { app, editor: await givenUser(app), postIds: [], binned: [], made: 0 };
        for (const index of [0, 1, 2]) await steps.create?.(world, (values) => values[index % values.length]);
        for (const [name, numbers] of drawn) {
          const pick = <T>(values: readonly T[]) => values[(numbers.shift() ?? 0) % values.length];
          await steps[name]?.(world, pick);
        }
        await indexAllServices(app);
        expect(await indexed(app.database)).toEqual(await searchableTexts(app.database));
        await expectKeysInOrder(app.database);
      },
    ),
    { numRuns: 12, seed: 7 },
  );
});

test('unindexed posts are indexed once in batches', {
  timeout: 120_000,
}, async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  for (let index = 0; index < 120; index += 1) {
    await createPost(editor, { slug: `post-${index}`, title: `Post ${index}`, body: '版木', tags: [{ label: 'Ink' }] });
  }
  const { database } = app;
  await sql`delete from post_search`.execute(database.writer);
  await database.writer.updateTable('posts').set({ searchKey: null, searchVersion: 0 }).execute();
  const { revision } = await serviceOf(database);
  expect(await indexAllServices({ database })).toBe(120);
  expect(await indexed(database)).toEqual(await searchableTexts(database));
  expect((await serviceOf(database)).revision).toBe(revision + 2);
  expect(await indexAllServices({ database })).toBe(0);
  expect((await serviceOf(database)).revision).toBe(revision + 2);
});

test('outdated index is searchable until it is rebuilt', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const { postId } = await createPost(editor, { slug: 'note', title: 'Needle', status: 'publish' });
  await createPost(editor, { slug: 'other', title: 'Needle', status: 'publish' });
  const { database } = app;
  await database.writer.updateTable('posts').set({ searchVersion: 1 }).execute();
  const found = async () => (await app.get('/api/posts/news/search?q=needle')).json.items.length;
  expect(await found()).toBe(2);
  await updatePost(editor, postId, { title: 'Needles' });
  expect(await indexAllServices({ database })).toBe(1);
  expect(await indexed(database)).toEqual(await searchableTexts(database));
  expect(await found()).toBe(2);
});

async function serviceOf({ reader }: Database) {
  return reader.selectFrom('services').select('revision').where('serviceId', '=', 'news').executeTakeFirstOrThrow();
}
