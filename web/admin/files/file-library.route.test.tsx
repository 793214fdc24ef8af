import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminDocument, adminFile, fileIdOf, filePage } from './file.fixtures.ts';
import * as route from './file-library.route.tsx';

const crane = adminFile();
const report = adminDocument({ isUsed: true });
const boat = adminFile({ fileId: fileIdOf('c'), name: '舟.png', size: 812 });

function open({ at = '/admin/files/news', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'files/:serviceId',
    at,
    ...options,
    api: (api) => {
      api.answer(adminFileApi.list, filePage([crane, report, boat]));
      options.api?.(api);
    },
  });
}

async function openChangeable(files: readonly AdminFile[], options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  const removed = new Set<string>();
  const fileOf = (fileId: string) => files.find((file) => file.fileId === fileId) ?? crane;
  return await open({
    ...options,
    api: (api) => {
      api
        .answer(adminFileApi.list, () => filePage(files.filter(({ fileId }) => !removed.has(fileId))))
        .answer(adminFileApi.delete, ({ params }) => {
          removed.add(params.fileId);
          return { ...fileOf(params.fileId), status: 'removed' as const };
        })
        .answer(adminFileApi.restore, ({ params }) => {
          removed.delete(params.fileId);
          return fileOf(params.fileId);
        });
      options.api?.(api);
    },
  });
}

const tileNames = (list = 'Media') =>
  within(within(screen.getByRole('main')).getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.querySelector('.file-tile-name')?.textContent);

const fileIds = (sent: readonly { readonly params: { readonly fileId: string } }[]) =>
  sent.map(({ params }) => params.fileId);

testInLanguages([
  ['en', 'Media in News – Kawaraban', 'Media', /^Images and documents for your posts/, '121 KB', 'Unused'],
  ['ja', '「News」のメディア – Kawaraban', 'メディア', /^記事で使う画像や文書です/, '121 KB', '未使用'],
] as const)('lists the files of a service, in %s', async ([language, title, heading, lead, size, state]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByText(lead)).toBeTruthy();
  expect(tileNames(heading)).toEqual(['crane.png', 'report.pdf', '舟.png']);
  const tile = main().getByRole('link', { name: /crane/ });
  expect(tile.getAttribute('href')).toBe(`/admin/files/news/${crane.fileId}`);
  expect(within(tile).getByText(size)).toBeTruthy();
  expect(within(tile).getByText(state)).toBeTruthy();
  expect(main().getByText('812 B')).toBeTruthy();
});

testInLanguages([
  [
    'en',
    'Images: png, gif, jpg, webp, avif, up to 20 MB each',
    'Documents: png, gif, jpg, webp, avif, pdf, up to 20 MB each',
  ],
  [
    'ja',
    '画像：png, gif, jpg, webp, avif（1ファイル20MBまで）',
    '文書：png, gif, jpg, webp, avif, pdf（1ファイル20MBまで）',
  ],
] as const)('shows accepted types, in %s', async ([language, images, documents]) => {
  const { main } = await open({ language });
  expect(main().getByText(images)).toBeTruthy();
  expect(main().getByText(documents)).toBeTruthy();
});

test('tile of a used file shows no state', async () => {
  const { main } = await open();
  expect(within(main().getByRole('link', { name: /report/ })).queryByText(/used/i)).toBeNull();
});

test.for<[string, string, Partial<AdminFile>]>([
  ['Upload not finished', 'アップロード未完了', { uploadedAt: null, status: 'reserved' }],
  ['Deleted while in use', '使用中に削除', { isWithdrawn: true, status: 'removed', isUsed: true }],
  ['Deleted', '削除済み', { status: 'removed' }],
  ['Temporary', '一時保存', { status: 'reserved' }],
])('tile shows the state %s', async ([english, japanese, file]) => {
  for (const [language, state] of [['en', english] as const, ['ja', japanese] as const]) {
    const { main } = await open({ language, api: (api) => api.answer(adminFileApi.list, filePage([adminFile(file)])) });
    expect(within(main().getByRole('link', { name: /crane/ })).getByText(state)).toBeTruthy();
    cleanup();
  }
});

test('shows a skeleton while files load', async () => {
  const pending = Promise.withResolvers<ReturnType<typeof filePage>>();
  await open({ isLoading: true, api: (api) => api.answer(adminFileApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Media' });
  expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('Loading');
  pending.resolve(filePage([crane]));
  await screen.findByRole('link', { name: /crane/ });
});

testInLanguages([
  ['en', '', 'No media yet', /^Files uploaded here or in a post can be used in all posts of this service/],
  [
    'ja',
    '',
    'メディアはまだありません',
    /^ここや記事でアップロードしたファイルは、このサービスのすべての記事で使えます/,
  ],
  ['en', '?show=removed', 'No files deleted in the last 30 days', /^Files stay here for 30 days/],
  [
    'ja',
    '?show=removed',
    '過去30日間に削除されたファイルはありません',
    /^削除したファイルは、使用中のものを除き、30日後に完全に削除されます/,
  ],
  ['en', '?show=unused', 'No matching files', 'Change your search, or reset it to see all files.'],
  ['en', '?name=x', 'No matching files', 'Change your search, or reset it to see all files.'],
  ['ja', '?name=x', '該当するファイルはありません', '条件を変えるか、リセットしてすべてを表示してください。'],
] as const)('shows an empty library, in %s at “%s”', async ([language, search, title, text]) => {
  const at = `/admin/files/news${search}`;
  const { main } = await open({ at, language, api: (api) => api.answer(adminFileApi.list, filePage([])) });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByRole('button', { name: language === 'en' ? 'Upload' : 'アップロード' })).toBeTruthy();
  expect(main().queryByRole('checkbox')).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const at = '/admin/files/news?name=crane';
  const { main } = await open({ at, api: (api) => api.answer(adminFileApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(at);
});

test('redirects to the not-found page for an unknown service', async () => {
  const missing = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminServiceApi.find, missing) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

testInLanguages([
  ['en', 'Images and documents used in posts.'],
  ['ja', '記事で使う画像や文書です。'],
] as const)('viewers see files without actions, in %s', async ([language, lead]) => {
  const { main, user } = await open({ role: 'viewer', language });
  expect(main().getByText(lead)).toBeTruthy();
  expect(main().queryByLabelText(/^(Upload|アップロード)$/)).toBeNull();
  expect(main().queryByRole('button')).toBeNull();
  expect(main().queryByRole('checkbox')).toBeNull();
  main().getByRole('link', { name: /crane/ }).focus();
  await user.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

const columns = {
  en: ['Select', 'Name', 'Type', 'Size', 'Dimensions (px)', 'Status', 'Uploaded'],
  ja: ['選択', '名前', '種類', 'サイズ', '寸法（px）', '状態', 'アップロード日時'],
};

testInLanguages([
  ['en', 'List', 'Media', ['Used', 'Nov 2, 2026'], 'Unused'],
  ['ja', 'リスト', 'メディア', ['使用中', '2026年11月2日'], '未使用'],
] as const)('shows a table and remembers it, in %s', async ([language, view, caption, [used, date], unused]) => {
  const first = await open({ language });
  await first.user.click(first.main().getByRole('radio', { name: view }));
  first.main().getByRole('table', { name: caption });
  cleanup();
  const { main } = await open({ language });
  const table = within(main().getByRole('table', { name: caption }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns[language]);
  const cellsOf = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(cellsOf(/crane/).slice(0, 4)).toEqual(['png', '121 KB', '300 × 200', unused]);
  expect(cellsOf(/report/).slice(0, 4)).toEqual(['pdf', '121 KB', '-', used]);
  expect(cellsOf(/report/)[4]).toContain(date);
  const link = table.getByRole('link', { name: 'report.pdf' });
  expect(link.getAttribute('href')).toBe(`/admin/files/news/${report.fileId}`);
});

test('searches by name and resets the search', async () => {
  const { main, api, user, address } = await open({
    api: (each) => each.answer(adminFileApi.list, ({ query }) => filePage(query?.name ? [] : [crane])),
  });
  await user.type(main().getByRole('searchbox', { name: 'Search by name' }), 'nowhere');
  await main().findByText('No matching files');
  expect(address()).toBe('/admin/files/news?name=nowhere');
  expect(api.sent(adminFileApi.list).at(-1)?.query).toMatchObject({ name: 'nowhere' });
  await user.click(main().getByRole('button', { name: 'Reset' }));
  await main().findByRole('link', { name: /crane/ });
  expect(address()).toBe('/admin/files/news');
  expect(main().getByRole('searchbox')).toHaveProperty('value', '');
});

test('reads search, filters, order and page from the address', async () => {
  const at = '/admin/files/news?name=%E9%B6%B4&type=image%2Fpng&sort=size&order=asc&show=unused&pageToken=e30';
  const { main, api } = await open({ at });
  expect(api.sent(adminFileApi.list)).toMatchObject([
    {
      params: { serviceId: 'news' },
      query: { name: '鶴', type: 'image/png', sort: 'size', order: 'asc', isUnused: true, isRemoved: false, count: 24 },
    },
  ]);
  expect(api.sent(adminFileApi.list)[0]?.query?.pageToken).toBe('e30');
  const shown = [main().getByRole('searchbox'), ...main().getAllByRole('combobox')];
  expect(shown.map((field) => (field as HTMLInputElement).value)).toEqual(['鶴', 'image/png', 'unused', 'size asc']);
});

test('ignores invalid parameters in the address', async () => {
  const { api, main } = await open({ at: '/admin/files/news?type=images&sort=colour&order=up&show=all' });
  const query = api.sent(adminFileApi.list)[0]?.query;
  expect(query).toMatchObject({ sort: 'createdAt', order: 'desc', isUnused: false, isRemoved: false });
  expect(query).not.toHaveProperty('type');
  expect(main().getByRole('combobox', { name: 'Show' })).toHaveProperty('value', 'library');
});

test.for([
  [
    'Type',
    ['Images', '?type=image', { type: 'image' }],
    ['pdf', '?type=application%2Fpdf', { type: 'application/pdf' }],
  ],
  [
    'Show',
    ['Unused', '?show=unused', { isUnused: true, isRemoved: false }],
    ['Deleted', '?show=removed', { isUnused: false, isRemoved: true }],
  ],
  [
    'Sort by',
    ['Oldest first', '?order=asc', { sort: 'createdAt', order: 'asc' }],
    ['Name, A to Z', '?sort=name&order=asc', { sort: 'name', order: 'asc' }],
    ['Name, Z to A', '?sort=name', { sort: 'name', order: 'desc' }],
    ['Largest first', '?sort=size', { sort: 'size', order: 'desc' }],
    ['Smallest first', '?sort=size&order=asc', { sort: 'size', order: 'asc' }],
  ],
] as const)('%s choice is kept in the address', async ([field, ...choices]) => {
  const { main, api, user, address } = await open({ at: '/admin/files/news?pageToken=e30' });
  for (const [option, search, query] of choices) {
    await user.selectOptions(main().getByRole('combobox', { name: field }), option);
    await expect.poll(address).toBe(`/admin/files/news${search}`);
    await expect.poll(() => api.sent(adminFileApi.list).at(-1)?.query).toMatchObject(query);
    expect(api.sent(adminFileApi.list).at(-1)?.query?.pageToken).toBeUndefined();
  }
});

test('labels filters and orders in Japanese', { tags: ['extended'] }, async () => {
  const { main } = await open({ language: 'ja' });
  const optionsOf = (name: string) =>
    within(main().getByRole('combobox', { name }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(main().getByRole('searchbox', { name: '名前で検索' })).toBeTruthy();
  expect(optionsOf('種類')).toEqual(['すべて', '画像', '文書', 'png', 'gif', 'jpg', 'webp', 'avif', 'pdf']);
  expect(optionsOf('表示')).toEqual(['ライブラリー', '未使用', '削除済み']);
  const orders = ['新しい順', '古い順', '名前の昇順', '名前の降順', 'サイズが大きい順', 'サイズが小さい順'];
  expect(optionsOf('並び順')).toEqual(orders);
});

test('keeps a filter for a type no longer accepted', async () => {
  const { main } = await open({ at: '/admin/files/news?type=image%2Fwebp' });
  expect(within(main().getByRole('combobox', { name: 'Type' })).getByRole('option', { name: 'webp' })).toHaveProperty(
    'selected',
    true,
  );
});

test('pages forward and back through the address', async () => {
  const { main, user, address } = await open({
    api: (api) =>
      api.answer(adminFileApi.list, ({ query }) => (query?.pageToken ? filePage([boat]) : filePage([crane], 'next'))),
  });
  const pages = () => within(main().getByRole('navigation', { name: 'Pages' }));
  expect(pages().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await user.click(pages().getByRole('link', { name: 'Next' }));
  await main().findByRole('link', { name: /舟/ });
  expect(address()).toBe('/admin/files/news?pageToken=next');
  expect(pages().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  expect(pages().getByRole('link', { name: 'First page' }).getAttribute('href')).toBe('/admin/files/news');
  await user.click(pages().getByRole('link', { name: 'Previous' }));
  await main().findByRole('link', { name: /crane/ });
  expect(address()).toBe('/admin/files/news');
});

test('skips empty pages of a search', async () => {
  const { main, api } = await open({
    at: '/admin/files/news?name=crane',
    api: (each) =>
      each.answer(adminFileApi.list, ({ query }) => (query?.pageToken ? filePage([crane]) : filePage([], 'more'))),
  });
  expect(main().getByRole('link', { name: /crane/ })).toBeTruthy();
  expect(api.sent(adminFileApi.list).map(({ query }) => query?.pageToken)).toEqual([undefined, 'more']);
});

test('asks before searching on after empty pages', async () => {
  const { main } = await open({
    at: '/admin/files/news?name=crane',
    api: (each) => each.answer(adminFileApi.list, filePage([], 'more')),
  });
  expect(main().getByText('No matches so far')).toBeTruthy();
  expect(
    main().getByText(
      'There are many files, and not all of them have been searched yet. Go to the next page to keep searching.',
    ),
  ).toBeTruthy();
  expect(main().getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
    '/admin/files/news?name=crane&pageToken=more',
  );
});

test('arrow keys move between tiles and Enter opens', async () => {
  const { main, user, address } = await open();
  const focused = () => document.activeElement?.querySelector('.file-tile-name')?.textContent;
  main().getByRole('link', { name: /crane/ }).focus();
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('report.pdf');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('舟.png');
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('report.pdf');
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe(`/admin/files/news/${report.fileId}`);
});

test('selects one, all and none', async () => {
  const { main, user } = await open();
  const bar = within(main().getByRole('group', { name: 'Selected files' }));
  const all = bar.getByRole('checkbox', { name: 'Select all on this page' });
  await user.click(main().getByRole('checkbox', { name: 'Select crane.png' }));
  expect(bar.getByRole('status').textContent).toBe('1 selected');
  expect(all).toHaveProperty('indeterminate', true);
  await user.click(all);
  expect(bar.getByRole('status').textContent).toBe('3 selected');
  await user.click(bar.getByRole('button', { name: 'Clear selection' }));
  expect(bar.getByRole('status').textContent).toBe('');
  expect(bar.queryByRole('button')).toBeNull();
});

testInLanguages([
  [
    'en',
    ['Select all on this page', 'Delete', 'Delete 2 files?', '2 files deleted', 'Undo', 'File restored'],
    'You can restore them for 30 days. 1 of the selected files is in use and won’t be deleted. Open it to delete it.',
  ],
  [
    'ja',
    [
      'このページのファイルをすべて選択',
      '削除',
      '2件のファイルの削除',
      '2件のファイルを削除しました',
      '元に戻す',
      'ファイルを元に戻しました',
    ],
    '削除してもよろしいですか？30日以内なら元に戻せます。 選択したファイルのうち1件は使用中のため削除されません。削除するには、それぞれのファイルを開いてください。',
  ],
] as const)('deletes selected unused files and undoes, in %s', async ([language, texts, question]) => {
  const [all, remove, title, done, undo, restored] = texts;
  const { main, user, api } = await openChangeable([crane, report, boat], { language });
  await user.click(main().getByRole('checkbox', { name: all }));
  await user.click(main().getByRole('button', { name: remove }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(question)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: remove }));
  const toast = within((await screen.findByText(done)).closest('[role=status]') as HTMLElement);
  await expect.poll(() => main().queryByRole('link', { name: /crane/ })).toBeNull();
  expect(main().getByRole('link', { name: /report/ })).toBeTruthy();
  expect(api.sent(adminFileApi.delete)).toMatchObject([
    { params: { serviceId: 'news', fileId: crane.fileId }, query: { isForced: false } },
    { params: { serviceId: 'news', fileId: boat.fileId }, query: { isForced: false } },
  ]);
  await user.click(toast.getByRole('button', { name: undo }));
  await screen.findByText(restored);
  expect(fileIds(api.sent(adminFileApi.restore))).toEqual([crane.fileId, boat.fileId]);
  await main().findByRole('link', { name: /crane/ });
});

test('Delete on a tile asks for confirmation', async () => {
  const { main, user, api } = await openChangeable([crane, boat]);
  main().getByRole('link', { name: /舟/ }).focus();
  await user.keyboard('{Delete}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 舟.png?' }));
  expect(dialog.getByText('No post uses it. You can restore it for 30 days.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 file deleted');
  expect(fileIds(api.sent(adminFileApi.delete))).toEqual([boat.fileId]);
});

test('Delete works in the table and can be canceled', async () => {
  const { main, user, api } = await openChangeable([crane]);
  await user.click(main().getByRole('radio', { name: 'List' }));
  main().getByRole('link', { name: 'crane.png' }).focus();
  await user.keyboard('{Delete}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete crane.png?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminFileApi.delete)).toEqual([]);
  expect(api.sent(adminFileApi.list)).toHaveLength(1);
});

testInLanguages([
  ['en', 'All selected files are in use. Open each one to delete it.'],
  ['ja', '選択したファイルはすべて使用中です。削除するには、それぞれのファイルを開いてください。'],
] as const)('does not delete used files, in %s', async ([language, text]) => {
  const { main, user, api } = await openChangeable([report], { language });
  await user.click(main().getByRole('checkbox', { name: /report/ }));
  await user.click(main().getByRole('button', { name: /^(Delete|削除)$/ }));
  await screen.findByText(text);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminFileApi.delete)).toEqual([]);
});

test('deletes the remaining files when one fails', async () => {
  const { main, user, api } = await openChangeable([crane, boat]);
  api.answer(adminFileApi.delete, ({ params }) => {
    if (params.fileId === crane.fileId) throw httpError(500);
    return { ...boat, status: 'removed' as const };
  });
  await user.click(main().getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(main().getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 file deleted');
  await screen.findByText('Error occurred');
  expect(api.sent(adminFileApi.list)).toHaveLength(2);
});

test('removed files open but cannot be selected', async () => {
  const removed = { ...crane, status: 'removed' as const };
  const { main, user } = await open({
    at: '/admin/files/news?show=removed',
    api: (api) => api.answer(adminFileApi.list, filePage([removed])),
  });
  expect(main().getByText(/^Files stay here for 30 days/)).toBeTruthy();
  expect(main().queryByRole('checkbox')).toBeNull();
  main().getByRole('link', { name: /crane/ }).focus();
  await user.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the service and links to its site', async () => {
  const configs = { ...serviceDetail().configs, outerSiteUrl: 'https://news.example.com/' };
  const { main } = await open({ services: [serviceDetail({ configs })] });
  const site = main().getByRole('link', { name: 'Open site' });
  expect(site.getAttribute('href')).toBe('https://news.example.com/');
  expect(site.closest('p')?.textContent).toBe('NewsnewsOpen site');
});
