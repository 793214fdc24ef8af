import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { type PostRevision, postHistoryApi, type RevisionComparison } from '#contract/post-history.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost, idFor, pageOf, revisionOf, snapshot, writer } from '../posts/post.fixtures.ts';
import * as route from './post-history.route.tsx';

const post = adminPost({ revision: 3 });
const path = `/admin/posts/news/${post.postId}/history`;
const saves = [
  revisionOf(3, { kind: 'status', isCurrent: true }),
  revisionOf(2),
  revisionOf(1, { kind: 'created', title: 'A walk' }),
];

interface HistoryOptions extends Partial<Omit<ScreenOptions, 'at'>> {
  readonly items?: PostRevision[];
  readonly search?: string;
}

function open({ search = '', items = saves, ...options }: HistoryOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/:postId/history',
    at: `${path}${search}`,
    ...options,
    api: (api) => {
      api.answer(adminPostApi.find, post).answer(postHistoryApi.list, pageOf(items)).answer(accountApi.names, [writer]);
      options.api?.(api);
    },
  });
}

function openComparison(comparison: Partial<RevisionComparison>, options: HistoryOptions = {}): Promise<OpenScreen> {
  const answer: RevisionComparison = {
    before: revisionOf(1),
    after: revisionOf(3, { isCurrent: true }),
    fields: [],
    body: { kind: 'same' },
    ...comparison,
  };
  const { search = '?before=1&after=3' } = options;
  return open({ ...options, search, api: (api) => void api.answer(postHistoryApi.compare, answer) });
}

function openSave(options: HistoryOptions = {}): Promise<OpenScreen> {
  return open({
    search: '?look=1',
    ...options,
    api: (api) => {
      const content = snapshot({ title: 'A walk', tags: ['walks'], categorySlug: 'guide', author: 'Basho' });
      api
        .answer(postHistoryApi.find, { ...revisionOf(1), content })
        .answer(adminPostApi.preview, { bodyHtml: '<p>Along the <em>river</em>.</p>' });
      options.api?.(api);
    },
  });
}

async function openMenu({ user, main }: OpenScreen, revision: number) {
  await user.click(main().getByRole('button', { name: `Actions for version ${revision}` }));
  return within(await screen.findByRole('menu'));
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const termsIn = (section: HTMLElement) =>
  within(section)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

testInLanguages([
  [
    'en',
    'History of A tour',
    'Every save creates a version that you can view, compare and restore. Newest first.',
    [/^Version 3status changedCurrentNovember 3, 2026.*by Sharaku$/, /^Version 2saved/, /^Version 1created.*A walk$/],
  ],
  [
    'ja',
    '「A tour」の履歴',
    '保存するたびに版が残り、表示、比較、復元ができます。新しい順に並びます。',
    [/^第3版状態を変更現在2026年11月3日.*Sharaku$/, /^第2版保存/, /^第1版作成.*A walk$/],
  ],
] as const)('lists the saves of a post, in %s', async ([language, heading, lead, rows]) => {
  const { main, api } = await open({ language });
  expect(document.title).toBe(`${heading} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByText(lead)).toBeTruthy();
  await main().findAllByText(/Sharaku/);
  const texts = [...document.querySelectorAll('.revision-words')].map(({ textContent }) => textContent);
  expect(texts).toHaveLength(rows.length);
  for (const [index, row] of rows.entries()) expect(texts[index]).toMatch(row);
  expect(api.sent(postHistoryApi.list)).toMatchObject([
    { params: { serviceId: 'news', idOrSlug: post.postId }, query: { count: 50 } },
  ]);
});

test('shows a skeleton while saves load', async () => {
  const pending = Promise.withResolvers<ReturnType<typeof pageOf<PostRevision>>>();
  await open({ isLoading: true, api: (api) => api.answer(postHistoryApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'History' });
  pending.resolve(pageOf(saves));
  await screen.findByRole('heading', { name: 'History of A tour' });
});

testInLanguages([
  [
    'en',
    'No versions yet',
    'This post was last saved before history was available. Its history starts with the next save.',
  ],
  [
    'ja',
    '履歴はまだありません',
    'この記事は、履歴機能ができる前に保存されたものです。次に保存すると履歴の記録が始まります。',
  ],
] as const)('shows an empty history, in %s', async ([language, title, body]) => {
  const { main } = await open({ language, items: [] });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(body)).toBeTruthy();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(postHistoryApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(path);
});

test.for([
  ['a post', '', adminPostApi.find],
  ['a save', '?look=9', postHistoryApi.find],
  ['a comparison', '?before=9', postHistoryApi.compare],
] as const)('shows not found for %s that does not exist', async ([, search, endpoint]) => {
  const reject = () => {
    throw httpError(404);
  };
  const { address } = await open({ search, api: (api) => api.answer<typeof endpoint>(endpoint, reject) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('save menu links to the save and its changes', async () => {
  const opened = await open();
  const menu = await openMenu(opened, 2);
  const items = menu.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')]);
  expect(items).toEqual([
    ['View', `${path}?look=2`],
    ['View changes in this version', `${path}?before=1&after=2`],
    ['Compare with current version', `${path}?before=2`],
    ['Restore this version', null],
  ]);
});

test('current save offers no comparison and no restoration', async () => {
  const opened = await open();
  const menu = await openMenu(opened, 3);
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['View', 'View changes in this version'],
  ]);
});

test('viewers compare saves but cannot restore them', async () => {
  const opened = await open({ role: 'viewer' });
  const menu = await openMenu(opened, 1);
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    ...['View', 'Compare with current version'],
  ]);
});

test('compares two chosen saves in order', async () => {
  const { user, main, address, api } = await open();
  api.answer(postHistoryApi.compare, {
    before: revisionOf(1),
    after: revisionOf(2),
    fields: [],
    body: { kind: 'same' },
  });
  expect(main().getByRole('button', { name: 'Compare version 2 with 3' })).toBeTruthy();
  await user.click(main().getByRole('radio', { name: 'Compare to version 1' }));
  expect(main().getByRole('button', { name: 'Compare version 1 with 2' })).toBeTruthy();
  await user.click(main().getByRole('radio', { name: 'Compare from version 1' }));
  expect(main().getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true);
  await user.click(main().getByRole('radio', { name: 'Compare from version 2' }));
  await user.click(main().getByRole('button', { name: 'Compare version 1 with 2' }));
  await main().findByText('No differences.');
  expect(address()).toBe(`${path}?before=1&after=2`);
  expect(api.sent(postHistoryApi.compare)).toMatchObject([{ params: { revision: 1 }, query: { with: 2 } }]);
  await user.click(main().getByRole('link', { name: 'Back to all versions' }));
  await main().findByRole('radio', { name: 'Compare from version 1' });
  expect(address()).toBe(path);
});

test('single save offers no comparison', async () => {
  const { main } = await open({ items: [revisionOf(1, { isCurrent: true })] });
  expect(main().queryByRole('radio')).toBeNull();
  expect(main().queryByRole('button', { name: /Compare/ })).toBeNull();
});

test('compares saves of two pages', async () => {
  const key = { revision: 2 };
  const [third, second, first] = saves;
  const { user, main, address } = await open({
    api: (api) =>
      api.answer(postHistoryApi.list, ({ query }) =>
        query.pageToken
          ? pageOf([first as PostRevision])
          : pageOf([third as PostRevision, second as PostRevision], key),
      ),
  });
  await user.click(main().getByRole('radio', { name: 'Compare from version 2' }));
  await user.click(main().getByRole('link', { name: 'Next' }));
  await main().findByRole('link', { name: 'Version 1' });
  expect(address()).toBe(`${path}?${new URLSearchParams({ pageToken: btoa(JSON.stringify(key)) })}`);
  await user.click(main().getByRole('link', { name: 'Previous' }));
  await main().findByRole('link', { name: 'Version 3' });
  expect(main().getByRole('radio', { name: 'Compare from version 2' })).toHaveProperty('checked', true);
});

testInLanguages([
  ['en', 'Version 1', 'Body', ['Author', 'Category', 'Tags'], 'Compare with current version', 'Restore this version'],
  ['ja', '第1版', '本文', ['著者', 'カテゴリー', 'タグ'], '現在の版と比較', 'この版に戻す'],
] as const)('shows a save, in %s', async ([language, name, body, fields, compare, restore]) => {
  const { main, api } = await openSave({ language });
  expect(main().getByRole('heading', { level: 2 }).textContent).toBe(name);
  const article = within(main().getByRole('article', { name: body }));
  expect(article.getByText('A walk')).toBeTruthy();
  expect((await article.findByText('river')).tagName).toBe('EM');
  const shown = termsIn(screen.getByRole('main')).map(([term]) => term);
  for (const field of fields) expect(shown).toContain(field);
  expect(main().getByRole('link', { name: compare }).getAttribute('href')).toBe(`${path}?before=1`);
  expect(main().getByRole('button', { name: restore })).toBeTruthy();
  expect(api.sent(postHistoryApi.find)).toMatchObject([{ params: { idOrSlug: post.postId, revision: 1 } }]);
});

test('viewers cannot restore the viewed save', async () => {
  const { main } = await openSave({ role: 'viewer' });
  expect(main().getByRole('link', { name: 'Compare with current version' })).toBeTruthy();
  expect(main().queryByRole('button')).toBeNull();
});

test('save without text shows a message', async () => {
  const content = snapshot({ body: ' ' });
  const { main } = await openSave({
    api: (api) => api.answer(postHistoryApi.find, { ...revisionOf(3, { isCurrent: true }), content }),
  });
  expect(main().getByText('No text yet.')).toBeTruthy();
  expect(main().queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

testInLanguages([
  ['en', 'Fields', ['removed: Spring', 'added: Summer'], ['BeforeDraft', 'AfterPublished'], '5 unchanged lines'],
  ['ja', '項目', ['削除： Spring', '追加： Summer'], ['変更前下書き', '変更後公開中'], '変更のない行：5行'],
] as const)('compares fields and lines, in %s', async ([language, heading, words, statuses, folded]) => {
  const same = Array.from({ length: 8 }, (_, line) => `Line ${line}\n`).join('');
  const { main } = await openComparison(
    {
      fields: [
        { field: 'title', before: 'Spring menu', after: 'Summer menu' },
        { field: 'status', before: 'draft', after: 'published' },
        { field: 'tags', before: [], after: ['food', 'summer'] },
      ],
      body: {
        kind: 'lines',
        lines: [
          { change: 'removed', text: 'Soup and bread.\n' },
          { change: 'added', text: 'Cold soup and bread.\n' },
          { change: 'same', text: same },
        ],
      },
    },
    { language },
  );
  const fields = main().getByRole('region', { name: heading });
  const marked = (of: HTMLElement) => [...of.querySelectorAll('ins, del')].map((each) => each.textContent);
  expect(marked(fields).toSorted()).toEqual(words.toSorted());
  const [, status, tags] = termsIn(fields);
  expect(status?.[1]).toBe(statuses.join(''));
  expect(tags?.[1]).toMatch(language === 'en' ? /^BeforenothingAfterfood, summer$/ : /^変更前なし変更後food、summer$/);
  const body = main().getByRole('region', { name: language === 'en' ? 'Body' : '本文' });
  expect(marked(body)).toEqual(
    language === 'en' ? ['removed: Soup', 'added: Cold soup'] : ['削除： Soup', '追加： Cold soup'],
  );
  expect(within(body).getByText(folded)).toBeTruthy();
  expect(main().getAllByRole('definition')[1]?.textContent).toMatch(
    language === 'en' ? /^Version 3 Current/ : /^第3版 現在/,
  );
});

test('shows very different texts side by side', async () => {
  const { main } = await openComparison({ body: { kind: 'texts', before: 'One.', after: 'Two.' } });
  expect(main().getByText(/^These texts are too long or too different to compare line by line/)).toBeTruthy();
  expect(within(main().getByRole('region', { name: 'Before' })).getByText('One.')).toBeTruthy();
  expect(within(main().getByRole('region', { name: 'After' })).getByText('Two.')).toBeTruthy();
});

test('names unchanged parts of two saves', async () => {
  const { main } = await openComparison({ fields: [{ field: 'isHiddenInList', before: false, after: true }] });
  expect(main().getByText('The body is unchanged.')).toBeTruthy();
  expect(termsIn(main().getByRole('region', { name: 'Fields' }))).toEqual([['Hide from lists', 'BeforeNoAfterYes']]);
});

test('compares with the current save when only one is given', async () => {
  const { api } = await openComparison({}, { search: '?before=1' });
  expect(api.sent(postHistoryApi.compare)).toMatchObject([{ params: { revision: 1 }, query: {} }]);
});

test('restores a save and undoes it', async () => {
  const opened = await open();
  const { user, api, address, main } = opened;
  await user.click((await openMenu(opened, 1)).getByRole('menuitem', { name: 'Restore this version' }));
  const asked = await dialog('Restore version 1?');
  expect(asked.getByText(/Status and publish date stay the same/)).toBeTruthy();
  const now = adminPost({ revision: 4, title: 'A walk' });
  api.answer(postHistoryApi.restore, { post: now, missing: [] }).answer(adminPostApi.find, now);
  await user.click(asked.getByRole('button', { name: 'Restore' }));
  await screen.findByText('Version 1 restored');
  await main().findByRole('heading', { level: 1, name: 'History of A walk' });
  expect(address()).toBe(path);

  const again = adminPost({ revision: 5 });
  api.answer(postHistoryApi.restore, { post: again, missing: [] }).answer(adminPostApi.find, again);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Previous content restored');
  await main().findByRole('heading', { level: 1, name: 'History of A tour' });
  expect(api.sent(postHistoryApi.restore)).toMatchObject([
    { params: { serviceId: 'news', idOrSlug: post.postId, revision: 1 }, body: { revision: 3 } },
    { params: { revision: 3 }, body: { revision: 4 } },
  ]);
});

test('canceled restoration sends nothing', async () => {
  const { user, main, api } = await openSave({ language: 'ja' });
  await user.click(main().getByRole('button', { name: 'この版に戻す' }));
  const asked = await dialog('第1版に戻しますか？');
  await user.click(asked.getByRole('button', { name: 'キャンセル' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(postHistoryApi.restore)).toEqual([]);
});

test('restoring identical content changes nothing', async () => {
  const { user, main, api, address } = await openComparison({});
  api.answer(postHistoryApi.restore, { post, missing: [] });
  await user.click(main().getByRole('button', { name: 'Restore version 1' }));
  await user.click((await dialog('Restore version 1?')).getByRole('button', { name: 'Restore' }));
  await screen.findByText('The post already has this content');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await expect.poll(address).toBe(path);
});

test('lists the parts that could not be restored', async () => {
  const { user, main, api } = await openSave();
  const missing = [{ field: 'slug' as const, value: 'walk' }];
  api.answer(postHistoryApi.restore, { post: adminPost({ revision: 4 }), missing });
  await user.click(main().getByRole('button', { name: 'Restore this version' }));
  await user.click((await dialog('Restore version 1?')).getByRole('button', { name: 'Restore' }));
  await main().findByText('Some things couldn’t be restored:');
  expect(main().getByText('The slug walk is now used by another post. This post keeps its current slug.')).toBeTruthy();
});

test('stale restoration reloads the saves', async () => {
  const opened = await open();
  const { user, api, main } = opened;
  await user.click((await openMenu(opened, 1)).getByRole('menuitem', { name: 'Restore this version' }));
  api
    .answer(postHistoryApi.restore, () => {
      throw httpError(409, { message: messages.staleRevision, current: adminPost({ revision: 4 }) });
    })
    .answer(postHistoryApi.list, pageOf([revisionOf(4, { isCurrent: true }), ...saves]));
  await user.click((await dialog('Restore version 1?')).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Someone else has already changed this');
  await main().findByRole('link', { name: 'Version 4' });
});

test('file of a save links to the media library', async () => {
  const fileId = idFor('map');
  const file = { fileId, mimeType: 'application/pdf', caption: 'Map' };
  const { main } = await openComparison({ fields: [{ field: 'files', before: [], after: [file] }] });
  expect(main().getByRole('link', { name: 'Map' }).getAttribute('href')).toBe(`/admin/files/news/${fileId}`);
});
