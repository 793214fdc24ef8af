import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { indexAllServices } from '#server/post-search/index-posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { createPost, setStatus, updatePost } from '#testing/edit-posts.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { list, params, type Query, readAll, slugsOf } from './admin-post-list.fixtures.ts';

async function sorted(user: GivenUser, query: Query): Promise<string[]> {
  return (await slugsOf(user, query)).toSorted();
}

test('search finds words in title, slug, text and tags', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await createPost(user, { slug: 'one', title: 'The Bridge opens', body: 'Some **bold** ink' });
  await createPost(user, { slug: 'bridge-of-sighs', title: '江戸の橋', body: '浮世絵の版木について' });
  await createPost(user, { slug: 'three', title: 'C# for all', tags: [{ label: '浮世絵' }, { label: 'Woodblock' }] });
  await givenPost(app, { serviceId: 'other', slug: 'four', title: 'The Bridge opens' });
  const searches: [q: string, slugs: string[]][] = [
    ['bridge', ['bridge-of-sighs', 'one']],
    ['BRI', ['bridge-of-sighs', 'one']],
    ['ridge', []],
    ['bridge-of', ['bridge-of-sighs']],
    ['sighs', ['bridge-of-sighs']],
    ['sighs 江戸の橋', ['bridge-of-sighs']],
    ['世絵', ['bridge-of-sighs', 'three']],
    ['浮世絵', ['bridge-of-sighs', 'three']],
    ['浮世木', []],
    ['版木に', ['bridge-of-sighs']],
    ['woodblock', ['three']],
    ['wood all', ['three']],
    ['c#', ['three']],
    ['bold ink', ['one']],
    ['"bold ink"', ['one']],
    ['"ink bold"', []],
    ['opens bridge ink', ['one']],
    ['nothing', []],
    ['  ', ['bridge-of-sighs', 'one', 'three']],
    ['?!', ['bridge-of-sighs', 'one', 'three']],
  ];
  for (const [q, slugs] of searches) {
    expect(await sorted(user, { q }), q).toEqual(slugs);
    expect((await readAll(user, { q, sort: 'title', count: 1 }, 'pagerKey')).toSorted(), q).toEqual(slugs);
  }
});

test('search finds posts in every state, and follows changes', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer' });
  const user = await givenUser(app, { username: 'edith' });
  const [draft, live, gone] = await Promise.all(
    ['draft', 'live', 'gone'].map((slug) => createPost(user, { slug, title: 'Ink' })),
  );
  await createPost(user, { slug: 'later', title: 'Ink', status: 'publish', publishAt: '2030-01-01T00:00:00Z' });
  for (const post of [live, gone]) await setStatus(user, post?.postId ?? '', 'publish');
  await setStatus(user, gone?.postId ?? '', 'unpublish');
  await updatePost(user, live?.postId ?? '', { isHiddenInList: true });
  expect(await sorted(viewer, { q: 'ink' })).toEqual(['draft', 'gone', 'later', 'live']);
  expect(await sorted(viewer, { q: 'ink', status: 'published' })).toEqual(['live']);
  expect(await sorted(viewer, { q: 'ink', status: 'reserved' })).toEqual(['later']);
  await updatePost(user, draft?.postId ?? '', { slug: 'paper' });
  expect(await sorted(viewer, { q: 'paper' })).toEqual(['paper']);
  expect(await sorted(viewer, { q: 'draft' })).toEqual([]);
});

async function givenVariety(app: TestApp): Promise<GivenUser> {
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  const edith = await givenUser(app, { username: 'edith' });
  const yuki = await givenUser(app, { username: 'yuki' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await createPost(edith, { slug: 'a', title: 'Ink and paper', author: 'Sharaku', category: 'events' });
  app.clock.moveTo('2026-11-21T05:10:00Z');
  await createPost(yuki, { slug: 'b', title: 'インクと紙', author: 'Sharaku', tags: [{ label: 'edo' }] });
  app.clock.moveTo('2026-11-21T05:20:00Z');
  const british = { slug: 'c', title: '版木', body: 'Ink', language: 'en-GB', publishAt: '2026-11-21T05:00:00Z' };
  await createPost(yuki, { ...british, status: 'publish', tags: [{ label: 'edo' }] });
  return edith;
}

test('filters by author, creator, language and date', async () => {
  const app = await testApp();
  const user = await givenVariety(app);
  const filters: [Query, string[]][] = [
    [{ author: 'Sharaku' }, ['a', 'b']],
    [{ author: 'sharaku' }, []],
    [{ createdBy: 'yuki' }, ['b', 'c']],
    [{ author: 'Sharaku', createdBy: 'yuki' }, ['b']],
    [{ language: 'en' }, ['a', 'c']],
    [{ language: 'ja' }, ['b']],
    [{ language: 'fr' }, []],
    [{ from: '2026-11-21T05:10:00Z' }, ['b', 'c']],
    [{ to: '2026-11-21T05:10:00Z' }, ['a']],
    [{ from: '2026-11-21T14:10:00+09:00', to: '2026-11-21T05:20:00Z' }, ['b']],
    [{ date: 'publishAt', to: '2030-01-01T00:00:00Z' }, ['c']],
    [{ date: 'publishAt', from: '2026-11-21T05:00:01Z' }, []],
    [{ date: 'updatedAt', from: '2020-01-01T00:00:00Z' }, []],
    [{ date: 'updatedAt' }, ['a', 'b', 'c']],
    [{ author: '', createdBy: '', language: '', q: '', from: '', to: '' }, ['a', 'b', 'c']],
    [{ q: 'ink', language: 'en', createdBy: 'yuki', tag: 'edo' }, ['c']],
    [{ q: 'ink', category: 'events', author: 'Sharaku' }, ['a']],
    [{ q: 'ink', category: 'events', createdBy: 'yuki' }, []],
    [{ tag: 'edo', language: 'ja', from: '2026-11-21T05:05:00Z' }, ['b']],
  ];
  for (const [query, slugs] of filters) {
    const name = JSON.stringify(query);
    expect(await sorted(user, query), name).toEqual(slugs);
    for (const sort of ['publishAt', 'title'] as const) {
      expect((await readAll(user, { ...query, sort, count: 1 }, 'pageToken')).toSorted(), name).toEqual(slugs);
    }
  }
});

test('choices are the authors, creators and languages of the service', async () => {
  const app = await testApp();
  await givenVariety(app);
  await givenPost(app, { serviceId: 'other', author: 'Hokusai', title: '富士' });
  const viewer = await givenUser(app, { role: 'viewer' });
  expect(await viewer.call(adminPostApi.choices, { params })).toEqual({
    authors: ['Sharaku'],
    creators: ['edith', 'yuki'],
    languages: ['en', 'ja'],
  });
});

test('unknown values of a filter return 400', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app);
  for (const query of ['language=english', 'date=title', 'from=yesterday', 'to=2026-11-31T00:00:00Z']) {
    expect((await user.send('GET', `/api/admin/posts/news?${query}`)).status, query).toBe(400);
  }
});

test('frequent words and filters are found by scanning', { tags: ['extended'] }, async () => {
  const app = await testApp();
  await givenManyPosts(app.database, { serviceId: 'news', count: 4000 });
  await indexAllServices(app);
  const user = await givenUser(app);
  const all = await app.database.reader.selectFrom('posts').select(['slug', 'postId', 'createdAt']).execute();
  const newest = all
    .toSorted((one, other) => (`${one.createdAt} ${one.postId}` < `${other.createdAt} ${other.postId}` ? 1 : -1))
    .map(({ slug }) => slug);
  const first = (query: Query) => slugsOf(user, { count: 50, ...query });
  expect(await first({ q: 'note' })).toEqual(newest.slice(0, 50));
  expect(await first({ q: 'post' })).toEqual(newest.slice(0, 50));
  expect(await first({ q: 'everywhere', language: 'en' })).toEqual(newest.slice(0, 50));
  expect(await first({ createdBy: 'tester' })).toEqual(newest.slice(0, 50));
  // The phrase has to be read in the titles, since the index knows its words only.
  const phrase = { q: '"note 39"' };
  const titled = newest.filter((slug) => /^post-39\d?\d?$/.test(slug) && Number(slug.slice(5)) % 2 === 1);
  expect(await first(phrase)).toEqual(titled.slice(0, 50));
  expect(await readAll(user, { ...phrase, count: 20 }, 'pagerKey')).toEqual(titled);
  const { items } = await list(user, { q: 'note', date: 'publishAt', to: '2020-01-02T00:00:00Z' });
  expect(items.length).toBe(20);
  for (const { publishAt } of items) expect(publishAt && publishAt < '2020-01-02T00:00:00Z').toBe(true);
});
