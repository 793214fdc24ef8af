import { beforeEach, expect, test } from 'vitest';
import { raiseRevisionOfPosts } from '#server/database/service-revision.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';

const ONE = ['/api/posts/news/one', '/api/posts/news/one/adjacent'];
const OTHERS = ['/api/posts/news/two', '/api/comments/news/talk-of-one', '/api/comments/news/talk-of-two'];
const LISTS = ['/api/posts/news', '/api/tags/news', '/api/services/news', '/posts/news/rss.xml'];
/** Feeds contain absolute URLs. */
const ASKING = { headers: { host: 'news.example' } };
const ALL = [...ONE, ...OTHERS, ...LISTS];

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
async function droppedBy(write: () => Promise<unknown>): Promise<string[]> {
  for (const path of ALL) expect((await app.ask(path, ASKING)).status, path).toBe(200);
  await write();
  const dropped: string[] = [];
  for (const path of ALL) {
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
  ['a withdrawal', () => update('two', { status: 'unpublish' })],
  ['a tag', () => update('one', { tags: [{ label: 'ink' }] })],
  ["a draft's new tag", () => update('draft', { tags: [{ label: 'ink' }] })],
  ["a draft's comment thread", () => update('draft', { contentId: 'talk-of-one' })],
] as const)('changing %s drops all responses of the service', async (_what, write) => {
  for (const path of ALL) expect((await app.ask(path, ASKING)).status, path).toBe(200);
  await write();
  app.logged.length = 0;
  for (const path of ALL) await app.ask(path, ASKING);
  expect(app.logged.filter(({ isKept }) => isKept)).toEqual([]);
});

test('after more changes than are recorded all responses drop', async () => {
  const { writer } = app.database;
  const change = (times: number) =>
    writer.transaction().execute(async (trx) => {
      for (let count = 0; count < times; count += 1) await raiseRevisionOfPosts(trx, 'news', ['three', 'four']);
    });
  expect(await droppedBy(() => change(50))).toEqual(LISTS);
  expect(await droppedBy(() => change(300))).toEqual(ALL);
});
