import { beforeEach, expect, test } from 'vitest';
import { raiseRevisionOfPages } from '#server/database/service-revision.ts';
import { toInstant } from '#server/platform/clock.ts';
import { givenCategory, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';

const ONE = ['/api/posts/news/one', '/api/posts/news/one/adjacent'];
const OTHERS = ['/api/posts/news/two', '/api/comments/news/talk-of-one', '/api/comments/news/talk-of-two'];
const LISTS = ['/api/posts/news', '/api/tags/news', '/api/services/news', '/posts/news/rss.xml'];
/** Feeds contain absolute URLs. */
const ASKING = { headers: { host: 'news.example' } };
const ALL = [...ONE, ...OTHERS, ...LISTS];

const LONG_AGO = ['2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z', '2020-03-01T00:00:00Z'] as const;

let app: ListeningApp;
let send: Awaited<ReturnType<typeof givenUser>>['send'];

beforeEach(async () => {
  app = await listeningApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  ({ send } = await givenUser(app, { role: 'editor', serviceIds: ['news'] }));
  await create({ slug: 'one', title: 'One', status: 'publish', contentId: 'talk-of-one' });
  await create({ slug: 'two', title: 'Two', status: 'publish', contentId: 'talk-of-two' });
  await create({ slug: 'draft', title: 'Draft', status: 'draft' });
});

async function create(body: object) {
  expect((await send('POST', '/api/admin/posts/news', { body: { bodyFormat: 'markdown', ...body } })).status).toBe(200);
}

async function update(slug: string, body: object) {
  expect((await send('POST', `/api/admin/posts/news/${slug}`, { body })).status).toBe(200);
}

/** Returns the paths that had to be rendered again, after checking that all cached responses are current. */
async function droppedBy(write: () => Promise<unknown>, paths = ALL): Promise<string[]> {
  for (const path of paths) expect((await app.ask(path, ASKING)).status, path).toBe(200);
  await write();
  const dropped: string[] = [];
  for (const path of paths) {
    app.logged.length = 0;
    const { body } = await app.ask(path, ASKING);
    if (!app.logged.some(({ isKept }) => isKept)) dropped.push(path);
    expect(body, path).toBe((await app.requestUncached(path, ASKING)).body);
  }
  return dropped;
}

test('saves of drafts drop no responses', async () => {
  expect(await droppedBy(() => create({ slug: 'new', title: 'New', status: 'draft' }))).toEqual([]);
  expect(await droppedBy(() => update('draft', { title: 'Changed', slug: 'changed', body: 'Text' }))).toEqual([]);
});

test('saves without changes drop no responses', async () => {
  expect(await droppedBy(() => update('one', { title: 'One' }))).toEqual([]);
});

test('changed text drops lists and the pages of the post', async () => {
  expect(await droppedBy(() => update('one', { body: 'Another text', author: 'Hanako' }))).toEqual([...ONE, ...LISTS]);
});

test.each([
  ['a title', () => update('one', { title: 'Changed' })],
  ['a publication', () => update('draft', { status: 'publish' })],
  ['a withdrawal', () => update('one', { status: 'unpublish' })],
] as const)('%s drops lists and the pages of neighbors, and keeps the others', async (_what, write) => {
  for (const [index, publishAt] of LONG_AGO.entries()) {
    await create({ slug: `old-${index}`, title: 'Old', status: 'publish', contentId: `talk-${index}`, publishAt });
  }
  const distant = ['/api/posts/news/old-0', '/api/posts/news/old-0/adjacent', '/api/comments/news/talk-0'];
  expect(await droppedBy(write, [...LISTS, ...distant])).toEqual(LISTS);
});

test('the pages of neighbors in time and in a group drop', async () => {
  for (const [index, publishAt] of LONG_AGO.entries()) {
    await create({ slug: `old-${index}`, title: 'Old', status: 'publish', publishAt });
  }
  const inTime = ['old-0', 'old-1', 'old-2'].map((slug) => `/api/posts/news/${slug}/adjacent`);
  expect(await droppedBy(() => update('old-1', { title: 'Changed' }), inTime)).toEqual(inTime);
  const { json } = await send('GET', '/api/admin/posts/news');
  const postIds = json.items.map(({ postId }: { postId: string }) => postId);
  await send('POST', '/api/admin/posts/news/groups', { body: { slug: 'series', label: 'Series', postIds } });
  const inGroup = inTime.map((path) => `${path}?group=series`);
  expect(await droppedBy(() => update('one', { title: 'Changed' }), inGroup)).toEqual(inGroup);
});

test('all pages, which have the tags in the menu, drop with the first listed post of a tag', async () => {
  await create({ slug: 'inked', title: 'Inked', status: 'draft', tags: [{ label: 'ink' }] });
  expect(await droppedBy(() => update('inked', { status: 'publish' }))).toEqual(ALL);
  await create({ slug: 'also', title: 'Also', status: 'draft', tags: [{ label: 'ink' }] });
  for (const publishAt of LONG_AGO.slice(0, 2)) {
    await create({ slug: `at-${publishAt.slice(5, 7)}`, title: 'Old', status: 'publish', publishAt });
  }
  const distant = ['/api/posts/news/at-01'];
  expect(await droppedBy(() => update('two', { tags: [{ label: 'ink' }] }), distant)).toEqual([]);
  expect(await droppedBy(() => update('two', { tags: [] }), distant)).toEqual([]);
  expect(await droppedBy(() => update('inked', { tags: [] }))).toEqual(ALL);
});

/** Creates `old`, whose neighbors in time are apart, and posts that share its tag or category. */
async function givenSimilarPosts(): Promise<string[]> {
  await givenCategory(app, { serviceId: 'news', slug: 'harbour' });
  const older = { title: 'Older', status: 'publish', publishAt: LONG_AGO[0] };
  await create({ ...older, slug: 'older', tags: [{ label: 'ink' }], category: 'harbour' });
  await create({ ...older, slug: 'between', publishAt: '2020-01-10T00:00:00Z' });
  await create({ ...older, slug: 'old', publishAt: LONG_AGO[1] });
  await create({ ...older, slug: 'after', publishAt: '2020-02-10T00:00:00Z' });
  const newer = { title: 'Newer', status: 'publish', publishAt: LONG_AGO[2] };
  await create({ ...newer, slug: 'inked', tags: [{ label: 'ink' }] });
  await create({ ...newer, slug: 'moored', category: 'harbour' });
  await create({ ...newer, slug: 'apart' });
  return ['inked', 'moored', 'older', 'apart'].map((slug) => `/api/posts/news/${slug}`);
}

test('the pages of newer posts with the same tag or category drop', async () => {
  const pages = await givenSimilarPosts();
  const [inked = '', moored = ''] = pages;
  expect(await droppedBy(() => update('old', { tags: [{ label: 'ink' }] }), pages)).toEqual([inked]);
  expect(await droppedBy(() => update('old', { category: 'harbour' }), pages)).toEqual([inked, moored]);
  expect(await droppedBy(() => update('old', { tags: [] }), pages)).toEqual([inked, moored]);
  expect(await droppedBy(() => update('old', { title: 'Changed' }), pages)).toEqual([moored]);
  expect(await droppedBy(() => update('old', { isHiddenInList: true }), pages)).toEqual([moored]);
});

test('changes that no list shows drop no pages of similar posts', async () => {
  const pages = await givenSimilarPosts();
  await update('old', { tags: [{ label: 'ink' }], category: 'harbour' });
  expect(await droppedBy(() => update('old', { body: 'Another text' }), pages)).toEqual([]);
  expect(await droppedBy(() => update('old', { contentId: 'talk-of-old' }), pages)).toEqual([]);
  await update('old', { isHiddenInList: true });
  expect(await droppedBy(() => update('old', { title: 'Hidden' }), pages)).toEqual([]);
});

test('a publication drops no page of sixty posts with its tag, except its neighbor', async () => {
  const tags = [{ label: 'ink' }];
  const slugs = Array.from({ length: 60 }, (_, index) => `inked-${index}`);
  for (const [index, slug] of slugs.entries()) {
    const publishAt = toInstant(new Date(Date.UTC(2020, 0, 1 + index)));
    await create({ slug, title: 'Inked', status: 'publish', publishAt, tags });
  }
  // Only the first fifty cached responses of a second are logged.
  const pages = slugs.filter((_, index) => index % 5 === 4).map((slug) => `/api/posts/news/${slug}`);
  const post = { slug: 'new', title: 'New', status: 'publish', publishAt: '2020-04-01T00:00:00Z', tags };
  expect(await droppedBy(() => create(post), pages)).toEqual(['/api/posts/news/inked-59']);
  const newer = ['44', '49', '54', '59'].map((number) => `/api/posts/news/inked-${number}`);
  expect(await droppedBy(() => update('inked-44', { title: 'Changed' }), pages)).toEqual(newer);
});

test("a draft's new tag drops lists only", async () => {
  expect(await droppedBy(() => update('draft', { tags: [{ label: 'ink' }] }))).toEqual(LISTS);
});

test("a draft's comment thread drops lists and the thread", async () => {
  const write = () => update('draft', { contentId: 'talk-of-one' });
  expect(await droppedBy(write)).toEqual(['/api/comments/news/talk-of-one', ...LISTS]);
});

test('after more changes than are recorded all responses drop', async () => {
  const { writer } = app.database;
  const change = (times: number) =>
    writer.transaction().execute(async (trx) => {
      for (let count = 0; count < times; count += 1) await raiseRevisionOfPages(trx, 'news', ['three', 'four']);
    });
  expect(await droppedBy(() => change(50))).toEqual(LISTS);
  expect(await droppedBy(() => change(300))).toEqual(ALL);
});
