import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { CopyPlace, type PublishedCopy, publishedCopyApi } from '#contract/publishing.ts';
import type { OpenScreen } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { field, openEdit } from '../../post-form/post-form.fixtures.ts';
import { adminPost } from '../post.fixtures.ts';
import { type DetailOptions, openDetail } from '../post-detail.fixtures.tsx';
import { passReaderCheck } from './use-reader-check.ts';

const live = adminPost({ status: 'published', revision: 3 });
const cache = { ageSeconds: 180, secondsLeft: 120, cacheControl: 'public, max-age=300', servedBy: '1.1 cdn, HIT' };

function copyOf(place: CopyPlace, copy: Partial<PublishedCopy> = {}): PublishedCopy {
  return {
    place,
    url: `https://news.example/${place}`,
    state: 'current',
    error: null,
    status: 200,
    durationMs: 234,
    ...{ ageSeconds: null, secondsLeft: null, cacheControl: null, servedBy: null },
    ...copy,
  };
}

const allCurrent = { copies: CopyPlace.options.map((place) => copyOf(place)) };

/** Opens the post as after a save of the form. */
async function openSaved(copies: ResponseOf<typeof publishedCopyApi.check>, options: DetailOptions = {}) {
  passReaderCheck(undefined, live);
  return openDetail({ post: live, ...options, api: (api) => api.answer(publishedCopyApi.check, copies) });
}

const regionOf = ({ main }: OpenScreen) => main().findByRole('region', { name: /Where readers see it|読者への表示/ });
const statusOf = async (opened: OpenScreen) => within(await regionOf(opened)).getByRole('status').textContent;
const rowsOf = async (opened: OpenScreen) =>
  within(await regionOf(opened))
    .getAllByRole('listitem')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent).filter((text) => text !== ''));
const checksOf = ({ api }: OpenScreen) => api.sent(publishedCopyApi.check).length;

testInLanguages([
  ['en', 'Checking where readers see it…', 'Readers see the saved version', ['Post page', 'Saved version', '0.23 s']],
  [
    'ja',
    '読者への表示を確認しています…',
    '保存した内容が読者に表示されています',
    ['記事のページ', '保存した内容', '0.23秒'],
  ],
] as const)('a saved post is checked in the background, in %s', async ([language, checking, done, row]) => {
  const answer = Promise.withResolvers<typeof allCurrent>();
  passReaderCheck(undefined, live);
  const opened = await openDetail({
    language,
    post: live,
    api: (api) => api.answer(publishedCopyApi.check, () => answer.promise),
  });
  await expect.poll(() => statusOf(opened)).toBe(checking);
  answer.resolve(allCurrent);
  await expect.poll(() => statusOf(opened)).toBe(done);
  expect((await rowsOf(opened))[0]).toEqual(row);
  expect(await rowsOf(opened)).toHaveLength(5);
  expect(opened.main().getByRole('link', { name: row[0] }).getAttribute('href')).toBe('https://news.example/page');
  expect(opened.api.sent(publishedCopyApi.check)[0]?.params).toEqual({ serviceId: 'news', idOrSlug: live.postId });
});

test('nothing is shown for a post without public addresses', async () => {
  const opened = await openSaved({ copies: [] });
  await expect.poll(() => checksOf(opened)).toBe(1);
  await expect.poll(() => opened.main().queryByRole('region', { name: 'Where readers see it' })).toBeNull();
});

testInLanguages([
  [
    'en',
    'Readers may still see an old version in 3 places',
    [
      ['Post page', 'Old version', '0.23 s', 'Cached 3 minutes ago. May be shown for another 2 minutes.'],
      ['List of posts', 'Not shown yet', '0.23 s', 'Cached at an unknown time.'],
      ['API', 'Old version', '0.23 s', 'Cached 2 hours ago. It has expired and should be replaced soon.'],
      ['Feed (RSS)', 'Error 503', '0.23 s'],
      ['Sitemap', 'Not among the newest posts', '0.23 s'],
    ],
  ],
  [
    'ja',
    '3か所で、古い内容が読者に表示されることがあります',
    [
      ['記事のページ', '古い内容', '0.23秒', '3分前のキャッシュです。あと2分表示されることがあります。'],
      ['記事一覧', 'まだ表示されていません', '0.23秒', 'キャッシュされた日時は不明です。'],
      ['API', '古い内容', '0.23秒', '2時間前のキャッシュです。期限が切れているため、まもなく更新されます。'],
      ['フィード（RSS）', 'エラー503', '0.23秒'],
      ['サイトマップ', '新着記事に含まれていません', '0.23秒'],
    ],
  ],
] as const)('old copies and errors are shown with their cause, in %s', async ([language, status, rows]) => {
  const copies = [
    copyOf('page', { state: 'stale', ...cache }),
    copyOf('list', { state: 'missing', cacheControl: 'no-cache' }),
    copyOf('api', { state: 'stale', ageSeconds: 7200, secondsLeft: 0 }),
    copyOf('feed', { state: 'unreachable', error: 'status', status: 503 }),
    copyOf('sitemap', { state: 'absent' }),
  ];
  const opened = await openSaved({ copies }, { language });
  await expect.poll(() => statusOf(opened)).toBe(status);
  const shown = await rowsOf(opened);
  const headers = [
    'Age: 180 · Cache-Control: public, max-age=300 · 1.1 cdn, HIT',
    'Cache-Control: no-cache',
    'Age: 7200',
  ];
  expect(shown).toEqual(
    rows.map((row, index) => row.map((text, at) => (at === 3 ? `${text}${headers[index]}` : text))),
  );
});

test('errors without old copies are counted', async () => {
  const opened = await openSaved({
    copies: [copyOf('page'), copyOf('feed', { state: 'unreachable', error: 'timeout', status: null })],
  });
  await expect.poll(() => statusOf(opened)).toBe('1 place couldn’t be checked');
  expect((await rowsOf(opened))[1]).toEqual(['Feed (RSS)', 'No response within 10 seconds', '0.23 s']);
});

test('a failed check is explained and can be repeated', async () => {
  const opened = await openDetail({ post: live });
  opened.api.answer(publishedCopyApi.check, () => {
    throw httpError(429, { message: 'Too many requests' });
  });
  await unpublish(opened);
  await expect.poll(() => statusOf(opened)).toMatch(/Too many|try again/);
  opened.api.answer(publishedCopyApi.check, { copies: [copyOf('page', { state: 'absent', status: 404 })] });
  await opened.user.click(opened.main().getByRole('button', { name: 'Check again' }));
  await expect.poll(() => statusOf(opened)).toBe('Readers no longer see this post');
  expect(await rowsOf(opened)).toEqual([['Post page', 'Not shown', '0.23 s']]);
});

test('old copies are checked again without a click', { timeout: 20_000 }, async () => {
  const opened = await openSaved({ copies: [copyOf('page', { state: 'remains', ...cache })] });
  await expect.poll(() => statusOf(opened)).toBe('Readers may still see an old version in 1 place');
  opened.api.answer(publishedCopyApi.check, allCurrent);
  await expect.poll(() => statusOf(opened), { timeout: 10_000 }).toBe('Readers see the saved version');
  expect(checksOf(opened)).toBe(2);
});

test('a closed check stays closed', async () => {
  const opened = await openSaved(allCurrent);
  await expect.poll(() => statusOf(opened)).toBe('Readers see the saved version');
  await opened.user.click(opened.main().getByRole('button', { name: 'Close' }));
  expect(opened.main().queryByRole('region', { name: 'Where readers see it' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(checksOf(opened)).toBe(1);
});

test('leaving the screen aborts the check', async () => {
  const signals: AbortSignal[] = [];
  passReaderCheck(undefined, live);
  const opened = await openDetail({
    post: live,
    api: (api) => api.answer(publishedCopyApi.check, () => new Promise<never>(() => {})),
  });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (input instanceof Request && input.url.endsWith('/published-copies')) signals.push(input.signal);
    return fetch(input, init);
  };
  await unpublish(opened);
  await expect.poll(() => signals.length).toBe(1);
  const [dashboard] = screen.getAllByRole('link', { name: 'Dashboard' });
  if (dashboard) await opened.user.click(dashboard);
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

test('opening a post, and changes that readers do not see, start no check', async () => {
  passReaderCheck(adminPost({ revision: 1 }), adminPost({ status: 'reserved', revision: 2 }));
  const opened = await openDetail({ post: live });
  expect(checksOf(opened)).toBe(0);
});

test('saving in the form shows the result without moving the focus', async () => {
  const opened = await openEdit({ post: live });
  opened.api.answer(publishedCopyApi.check, allCurrent);
  const title = field('Title');
  await opened.user.type(title, '!');
  await opened.user.keyboard('{Control>}s{/Control}');
  await expect.poll(() => statusOf(opened)).toBe('Readers see the saved version');
  expect(document.activeElement).toBe(title);
  const details = (await regionOf(opened)).querySelector('details');
  expect(details?.open).toBe(false);
});

async function unpublish(opened: OpenScreen): Promise<void> {
  const taken = adminPost({ status: 'unpublished', revision: 4 });
  opened.api.answer(adminPostApi.setStatus, taken).answer(adminPostApi.find, taken);
  await opened.user.click(opened.main().getByRole('button', { name: 'Unpublish' }));
}
