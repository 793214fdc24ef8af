import { beforeEach, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { postApi } from '#contract/posts.ts';
import { translationApi } from '#contract/translations.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';

let app: ListeningApp;
let editor: GivenUser;

beforeEach(async () => {
  app = await listeningApp();
  for (const serviceId of ['news', 'intl']) await givenService(app, { serviceId });
  editor = await givenUser(app, { serviceIds: ['news', 'intl'] });
});

interface GivenPost {
  readonly slug: string;
  readonly language: string;
  readonly serviceId?: string;
  readonly status?: string;
  readonly publishAt?: string;
}

async function create({ serviceId = 'news', slug, status = 'publish', ...rest }: GivenPost): Promise<string> {
  const body = { ...rest, slug, status, title: `Title of ${slug}`, bodyFormat: 'markdown' as const, body: 'Text' };
  return (await editor.call(adminPostApi.create, { params: { serviceId }, body })).postId;
}

async function link(from: string, postId: string, { serviceId = 'news', originalId = '' } = {}): Promise<void> {
  const body = { serviceId, postId, ...(originalId && { originalId }) };
  await editor.call(translationApi.link, { params: { serviceId: 'news', idOrSlug: from }, body });
}

const setStatus = (slug: string, status: string, serviceId = 'news') =>
  editor.call(adminPostApi.setStatus, { params: { serviceId, idOrSlug: slug }, body: { status } });

/** Reads through the response cache. */
async function translationsOf(slug: string, serviceId = 'news'): Promise<string[]> {
  const { body } = await app.ask(`/api/posts/${serviceId}/${slug}`);
  return (JSON.parse(body).translations ?? []).map((each: { slug: string }) => each.slug);
}

test('single post names its visible translations', async () => {
  const ink = await create({ slug: 'ink', language: 'en' });
  const sumi = await create({ slug: 'sumi', language: 'ja' });
  await link('ink', sumi, { originalId: sumi });
  const [english, japanese] = [await app.get('/api/posts/news/ink'), await app.get('/api/posts/news/sumi')];
  const shared = { serviceId: 'news' };
  expect(english.json.translations).toEqual([
    { ...shared, language: 'ja', slug: 'sumi', title: 'Title of sumi', url: '/posts/news/sumi', relation: 'original' },
  ]);
  const toEnglish = { ...shared, language: 'en', slug: 'ink', title: 'Title of ink', url: '/posts/news/ink' };
  expect(japanese.json.translations).toEqual([{ ...toEnglish, relation: 'translation', isDefault: true }]);
  expect((await app.get('/api/posts/news')).json.items[0]).not.toHaveProperty('translations');
  await editor.call(translationApi.unlink, { params: { serviceId: 'news', idOrSlug: ink } });
  expect(await translationsOf('sumi')).toEqual([]);
});

test('unpublished, deleted and drafted translations are not named', async () => {
  await create({ slug: 'ink', language: 'en' });
  await link('ink', await create({ slug: 'sumi', language: 'ja' }));
  await link('ink', await create({ slug: 'encre', language: 'fr', status: 'draft' }));
  expect(await translationsOf('ink')).toEqual(['sumi']);
  await setStatus('encre', 'publish');
  expect(await translationsOf('ink')).toEqual(['encre', 'sumi']);
  await setStatus('sumi', 'unpublish');
  expect(await translationsOf('ink')).toEqual(['encre']);
  await editor.call(adminPostApi.delete, { params: { serviceId: 'news', idOrSlug: 'encre' } });
  expect(await translationsOf('ink')).toEqual([]);
});

test('pages of another service follow a translation at once', async () => {
  await create({ slug: 'ink', language: 'en' });
  await link('ink', await create({ slug: 'sumi', language: 'ja', serviceId: 'intl' }), { serviceId: 'intl' });
  expect(await translationsOf('ink')).toEqual(['sumi']);
  expect(await translationsOf('sumi', 'intl')).toEqual(['ink']);
  await setStatus('sumi', 'unpublish', 'intl');
  expect(await translationsOf('ink')).toEqual([]);
  await setStatus('sumi', 'publish', 'intl');
  const params = { serviceId: 'intl', idOrSlug: 'sumi' };
  await editor.call(adminPostApi.update, { params, body: { slug: 'sumi-2' } });
  expect(await translationsOf('ink')).toEqual(['sumi-2']);
});

test('pages of another service name a scheduled translation when it is due', async () => {
  await create({ slug: 'ink', language: 'en' });
  const due = { status: 'reserve', publishAt: '2026-11-21T06:00:00Z' };
  await link('ink', await create({ slug: 'sumi', language: 'ja', serviceId: 'intl', ...due }), { serviceId: 'intl' });
  expect(await translationsOf('ink')).toEqual([]);
  app.clock.moveTo('2026-11-21T06:00:00Z');
  expect(await translationsOf('ink')).toEqual(['sumi']);
});

test('lists are filtered by the chosen language, also within a category or tag', async () => {
  await create({ slug: 'ink', language: 'en' });
  await create({ slug: 'sumi', language: 'ja' });
  await create({ slug: 'any', language: '' });
  const params = { serviceId: 'news' };
  const tags = { tags: [{ label: 'tools' }] };
  for (const slug of ['ink', 'sumi', 'any']) {
    await editor.call(adminPostApi.update, { params: { ...params, idOrSlug: slug }, body: tags });
  }
  const slugsOf = async (query: object) =>
    (await app.call(postApi.list, { params, query })).items.map(({ slug }) => slug).toSorted();
  expect(await slugsOf({ language: 'ja' })).toEqual(['sumi']);
  expect(await slugsOf({ language: 'ja', tag: 'tools' })).toEqual(['sumi']);
  expect(await slugsOf({ language: 'en', category: 'root' })).toEqual(['ink']);
  expect(await slugsOf({ language: '' })).toEqual(['any', 'ink', 'sumi']);
  expect((await app.get('/api/posts/news?language=Japanese')).status).toBe(400);
});
