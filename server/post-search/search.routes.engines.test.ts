import { expect, test } from 'vitest';
import { adminTagApi } from '#contract/admin-tags.ts';
import { postSearchApi } from '#contract/post-search.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { createPost, setStatus, updatePost } from '#testing/edit-posts.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const params = { serviceId: 'news' };

async function slugsOf({ call }: TestApp, q: string, serviceId = 'news'): Promise<string[]> {
  const { items } = await call(postSearchApi.search, { params: { serviceId }, query: { q, count: 50 } });
  return items.map(({ slug }) => slug);
}

test('sorts matches by title, tags, text, then newest first', async () => {
  const app = await testApp();
  const at = (day: number) => ({ publishAt: new Date(Date.UTC(2026, 9, day)) });
  await givenPost(app, { slug: 'text', title: 'Morning', body: 'The *harbour* bell.', ...at(5) });
  await givenPost(app, { slug: 'newer-text', title: 'Evening', body: 'The harbour\n\nbell.', ...at(6) });
  await givenPost(app, { slug: 'tagged', title: 'A bell', tags: ['Harbour'], body: 'Nothing.', ...at(2) });
  await givenPost(app, { slug: 'titled', title: 'The Harbour Bell', body: 'Nothing.', ...at(1) });
  await givenPost(app, { slug: 'other', title: 'The Harbour', body: 'Nothing.', ...at(7) });
  expect(await slugsOf(app, 'ｂｅｌｌ　harb')).toEqual(['titled', 'tagged', 'newer-text', 'text']);
  expect(await slugsOf(app, 'arbour')).toEqual([]);
  expect(await slugsOf(app, '"harbour bell"')).toEqual(['titled', 'newer-text', 'text']);
});

test('finds Japanese by any number of characters, any width', async () => {
  const app = await testApp();
  await givenPost(app, {
    slug: 'ja',
    title: '瓦版の摺り方',
    body: '版木にｲﾝｸをつけ、紙を①枚のせる。',
    tags: ['木版画'],
  });
  await givenPost(app, { slug: 'other', title: '方の版', body: '木の紙。' });
  for (const q of ['瓦', '瓦版', '瓦版の摺り方', 'インク', 'ｲﾝｸをつけ', '1枚', '木版', '版画 インク']) {
    expect(await slugsOf(app, q), q).toEqual(['ja']);
  }
  expect(await slugsOf(app, '版木')).toEqual(['ja']);
  expect(await slugsOf(app, '木の紙')).toEqual(['other']);
  expect(await slugsOf(app, 'いんく')).toEqual([]);
});

test('finds listed posts only, reserved ones from their publish time', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const whole = { title: 'Needle', body: 'x' };
  const { postId } = await createPost(editor, { ...whole, slug: 'draft' });
  await createPost(editor, { ...whole, slug: 'reserved', status: 'publish', publishAt: '2026-11-21T05:00:00Z' });
  await createPost(editor, { ...whole, slug: 'hidden', status: 'publish', isHiddenInList: true });
  expect(await slugsOf(app, 'needle')).toEqual([]);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await slugsOf(app, 'needle')).toEqual(['reserved']);
  await setStatus(editor, postId, 'publish');
  expect(await slugsOf(app, 'needle')).toHaveLength(2);
  await setStatus(editor, postId, 'unpublish');
  expect(await slugsOf(app, 'needle')).toEqual(['reserved']);
});

test('filters by category with descendants, tag and year of publication', async () => {
  const app = await testApp();
  await givenCategory(app, { serviceId: 'news', slug: 'coast' });
  await givenCategory(app, { serviceId: 'news', slug: 'pier', parent: 'coast' });
  const at = (instant: string) => ({ publishAt: new Date(instant) });
  const phrase = 'the ink dries on the block';
  await givenPost(app, { slug: 'a', title: 'Ink', category: 'coast', tags: ['Ｐaper'], ...at('2024-12-31T23:59:59Z') });
  await givenPost(app, { slug: 'b', title: 'Ink', category: 'pier', body: phrase, ...at('2025-01-01T00:00:00Z') });
  await givenPost(app, { slug: 'c', title: 'Ink', tags: ['紙'], body: phrase, ...at('2025-12-31T23:59:00Z') });
  await givenPost(app, {
    slug: 'd',
    title: 'Press',
    category: 'coast',
    tags: ['ink', '紙'],
    ...at('2026-01-01T00:00:00Z'),
  });
  await givenPost(app, { serviceId: 'other', slug: 'e', title: 'Ink', tags: ['紙'] });
  const find = async (query: { category?: string; tag?: string; year?: number; q?: string }) => {
    const slugs: string[] = [];
    let pageToken = '';
    do {
      const page = await app.call(postSearchApi.search, { params, query: { q: 'ink', count: 1, ...query, pageToken } });
      slugs.push(...page.items.map(({ slug }) => slug));
      pageToken = page.pageToken ?? '';
    } while (pageToken !== '');
    return slugs.join('');
  };
  expect(await find({})).toBe('cbad');
  expect(await find({ category: '' })).toBe('cbad');
  expect(await find({ category: 'root' })).toBe('cbad');
  expect(await find({ category: 'coast' })).toBe('bad');
  expect(await find({ category: 'pier' })).toBe('b');
  expect(await find({ tag: '紙' })).toBe('cd');
  expect(await find({ year: 2025 })).toBe('cb');
  expect(await find({ year: 2024 })).toBe('a');
  expect(await find({ year: 1999 })).toBe('');
  expect(await find({ category: 'coast', tag: '紙', year: 2026 })).toBe('d');
  expect(await find({ category: 'coast', tag: '紙', year: 2025 })).toBe('');
  // A phrase is verified against the texts.
  expect(await find({ q: `"${phrase}"` })).toBe('cb');
  expect(await find({ q: `"${phrase}"`, category: 'coast' })).toBe('b');
  expect(await find({ q: `"${phrase}"`, tag: '紙', year: 2025 })).toBe('c');
});

test('filters by the chosen or detected language, without region', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  await givenPost(app, { slug: 'detected', title: 'Ink' });
  await givenPost(app, { slug: 'british', title: 'Ink', language: 'en-GB' });
  await givenPost(app, { slug: 'japanese', title: 'Ink', body: '墨で書きます。' });
  await givenPost(app, { slug: 'draft', title: 'Ink', language: 'de', status: 'draft' });
  await givenPost(app, { serviceId: 'other', slug: 'foreign', title: 'Ink', language: 'it' });
  const find = async (language: string) => {
    const { items } = await app.call(postSearchApi.search, { params, query: { q: 'ink', language } });
    return items.map(({ slug }) => slug).toSorted();
  };
  const languages = async () => (await app.call(postSearchApi.languages, { params })).items;
  expect(await find('')).toEqual(['british', 'detected', 'japanese']);
  expect(await find('en')).toEqual(['british', 'detected']);
  expect(await find('ja')).toEqual(['japanese']);
  expect(await find('de')).toEqual([]);
  expect(await languages()).toEqual(['en', 'ja']);
  await updatePost(editor, 'japanese', { language: 'zh-Hant-TW' });
  expect([await find('ja'), await find('zh')]).toEqual([[], ['japanese']]);
  expect(await languages()).toEqual(['en', 'zh']);
  await setStatus(editor, 'japanese', 'unpublish');
  expect(await languages()).toEqual(['en']);
  expect((await app.get('/api/posts/news/search?q=ink&language=en-GB')).status).toBe(400);
});

test('saved changes are searchable immediately', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  const { postId } = await createPost(editor, {
    slug: 'note',
    title: 'Old',
    body: 'old 版木',
    tags: [{ label: 'Oldtag' }],
    status: 'publish',
  });
  await updatePost(editor, postId, { title: 'New', body: 'new 瓦版', tags: [{ label: 'Newtag' }] });
  for (const q of ['old', '版木', 'oldtag']) expect(await slugsOf(app, q), q).toEqual([]);
  for (const q of ['new', '瓦版', 'newtag']) expect(await slugsOf(app, q), q).toEqual(['note']);
});

test('renamed, merged and deleted tags update search results', async () => {
  const app = await testApp();
  const editor = await givenUser(app);
  await givenPost(app, { slug: 'note', tags: ['Ink'] });
  await givenPost(app, { slug: 'other', tags: ['Paper'] });
  const [ink, paper] = await editor.call(adminTagApi.list, { params });
  if (!ink || !paper) throw new Error('No tags');
  await editor.call(adminTagApi.rename, { params: { ...params, tagId: ink.tagId }, body: { label: '墨' } });
  expect(await slugsOf(app, 'ink')).toEqual([]);
  expect(await slugsOf(app, '墨')).toEqual(['note']);
  await editor.call(adminTagApi.merge, { params: { ...params, tagId: ink.tagId }, body: { into: paper.tagId } });
  expect(await slugsOf(app, '墨')).toEqual([]);
  expect((await slugsOf(app, 'paper')).sort()).toEqual(['note', 'other']);
  await editor.call(adminTagApi.delete, { params: { ...params, tagId: paper.tagId } });
  expect(await slugsOf(app, 'paper')).toEqual([]);
});

test('search finds posts of its own service only', async () => {
  const app = await testApp();
  await givenPost(app, { serviceId: 'news', slug: 'ours', title: 'Needle', tags: ['Pin'] });
  await givenPost(app, { serviceId: 'docs', slug: 'theirs', title: 'Needle', tags: ['Pin'] });
  await givenService(app, { serviceId: 'empty' });
  for (const q of ['needle', 'pin', 'n']) {
    expect(await slugsOf(app, q)).toEqual(['ours']);
    expect(await slugsOf(app, q, 'docs')).toEqual(['theirs']);
    expect(await slugsOf(app, q, 'empty')).toEqual([]);
  }
});

test('terms of a vanished post do not lead to its successor', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'vanished', title: 'Needle' });
  await app.database.writer.deleteFrom('posts').where('slug', '=', 'vanished').execute();
  await givenPost(app, { slug: 'successor', title: 'Thread' });
  expect(await slugsOf(app, 'thread')).toEqual(['successor']);
  expect(await slugsOf(app, 'needle')).toEqual([]);
});

test('pages have no gaps across ranks and equal times', async () => {
  const app = await testApp();
  for (let index = 0; index < 12; index += 1) {
    const place = [{ title: 'Needle' }, { tags: ['Needle'] }, { body: 'needle 針と糸' }][index % 3];
    await givenPost(app, { slug: `post-${index}`, ...place });
  }
  for (const q of ['needle', '"need"', 'needle n']) {
    const all = await slugsOf(app, q);
    expect(all).toHaveLength(12);
    for (const count of [1, 4, 5]) {
      const slugs: string[] = [];
      for (let pageToken: string | null = ''; pageToken !== null; ) {
        const page: Awaited<ReturnType<typeof searchPage>> = await searchPage(pageToken, count);
        slugs.push(...page.items.map(({ slug }) => slug));
        pageToken = page.pageToken;
      }
      expect(slugs).toEqual(all);
    }

    function searchPage(pageToken: string, count: number) {
      return app.call(postSearchApi.search, { params, query: { q, count, pageToken } });
    }
  }
});

test('forged pager key is treated as a position', async () => {
  const app = await testApp();
  await givenPost(app, { slug: 'note', title: 'Needle' });
  const pagerKey = (rank: number, searchKey: number) => JSON.stringify({ rank, searchKey });
  const search = (key: string) => app.call(postSearchApi.search, { params, query: { q: 'needle', pagerKey: key } });
  expect((await search(pagerKey(0, Number.MAX_SAFE_INTEGER))).items).toHaveLength(1);
  expect((await search(pagerKey(0, 0))).items).toEqual([]);
  expect((await search(pagerKey(9, 1))).items).toEqual([]);
});
