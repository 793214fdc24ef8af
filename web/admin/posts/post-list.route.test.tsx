import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { rememberedView, rememberView, usualView } from './list/list-view.ts';
import { idFor, pageOf, postRow, tagNamed, writer } from './post.fixtures.ts';
import { openList, rowOf, titlesIn } from './post-list.fixtures.tsx';

const live = postRow({
  ...({ slug: 'live', title: 'Live', status: 'published', revision: 2 } as const),
  publishAt: '2026-11-02T12:00:00Z',
  effectiveAt: '2026-11-02T12:00:00Z',
  updatedAt: '2026-11-03T12:00:00Z',
  categorySlug: 'guide',
  categoryLabel: 'Guide',
  updatedBy: writer.username,
  tags: [tagNamed('edo')],
});
const reserved = postRow({
  ...({ slug: 'later', title: '予約', status: 'reserved', isHiddenInList: true } as const),
  publishAt: '2099-01-01T12:07:00Z',
  effectiveAt: '2099-01-01T12:10:00Z',
});
const draft = postRow();

const secondKey = { postId: idFor('p20'), serviceId: 'news', createdAt: '2026-11-01T12:00:00Z' };
const thirdKey = { ...secondKey, postId: idFor('p40') };
const keyed = (index: number, key: object) =>
  `?${new URLSearchParams({ index: `${index}`, pagerKey: JSON.stringify(key) })}`;

testInLanguages([
  [
    'en',
    'Posts in News – Posts Management – Kawaraban',
    'Posts',
    ['Published', 'Live', 'Guide', 'Nov 2, 2026', 'Nov 1, 2026', 'Nov 3, 2026'],
    ['ScheduledHiddenScheduled for Jan 1, 2099', '予約', '-', 'Jan 1, 2099', 'Nov 1, 2026', '-'],
    ['Status', 'Title', 'Category', 'Edit', 'Publish date', 'Created', 'Last updated'],
  ],
  [
    'ja',
    '「News」の記事 – 記事管理 – Kawaraban',
    '記事',
    ['公開中', 'Live', 'Guide', '2026年11月2日', '2026年11月1日', '2026年11月3日'],
    ['予約済み一覧に非表示公開予定： 2099年1月1日', '予約', '-', '2099年1月1日', '2026年11月1日', '-'],
    ['状態', 'タイトル', 'カテゴリー', '編集', '公開日時', '作成日時', '最終更新'],
  ],
] as const)('lists posts with their facts, in %s', async ([language, title, heading, first, second, columns]) => {
  const opened = await openList({ language, posts: [live, reserved] });
  const { main } = opened;
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  const table = within(main().getByRole('table', { name: heading }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['', ...columns]);
  const [, ...rows] = table.getAllByRole('row');
  for (const [index, wanted] of [first, second].entries()) {
    const row = rows[index] as HTMLElement;
    const [, status, category, , publishAt, createdAt, updatedAt] = within(row).getAllByRole('cell');
    const name = row.querySelector('.post-name');
    const texts = [status, name, category, publishAt, createdAt, updatedAt].map((cell) => cell?.textContent ?? '');
    for (const [at, text] of wanted.entries()) expect(texts[at]?.slice(0, text.length)).toBe(text);
  }
  expect(rowOf(opened, 'Live').getByRole('link', { name: 'Live' }).getAttribute('href')).toBe(
    `/admin/posts/news/${live.postId}`,
  );
});

test('editors see links to create and edit posts', async () => {
  const { main } = await openList({ search: '?category=guide' });
  const hrefOf = (name: string) => main().getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Create')).toBe('/admin/posts/news/create?category=guide');
  expect(hrefOf('Edit A tour')).toBe(`/admin/posts/news/${draft.postId}/edit`);
  expect(hrefOf('Create new')).toBe('/admin/posts/news/create');
});

test('tabs link to posts, new post, categories and groups', async () => {
  const { main } = await openList();
  const tabs = within(main().getByRole('navigation', { name: 'Posts' }));
  const hrefOf = (name: string) => tabs.getByRole('link', { name }).getAttribute('href');
  expect(['Posts', 'Create new', 'Categories', 'Post groups'].map(hrefOf)).toEqual([
    '/admin/posts/news',
    '/admin/posts/news/create',
    '/admin/categories/news',
    '/admin/posts/news/groups',
  ]);
});

test('shows the service and its site', async () => {
  const news = serviceDetail();
  const configs = { ...news.configs, outerSiteUrl: 'https://news.example' };
  const { main } = await openList({ services: [{ ...news, configs }] });
  expect(main().getByText('news').tagName).toBe('CODE');
  expect(main().getByRole('link', { name: 'Open site' }).getAttribute('href')).toBe('https://news.example');
});

testInLanguages([
  ['en', 'Posts', 'Loading'],
  ['ja', '記事', '読み込み中'],
] as const)('shows a skeleton while posts load, in %s', async ([language, name, loading]) => {
  const pending = Promise.withResolvers<ReturnType<typeof pageOf<typeof draft>>>();
  await openList({ language, isLoading: true, api: (api) => api.answer(adminPostApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name });
  expect(screen.getByText(new RegExp(loading)).getAttribute('role')).toBe('status');
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve(pageOf([draft]));
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No posts yet', 'Write your first post'],
  ['ja', '記事はまだありません', '最初の記事を書く'],
] as const)('empty list links to a new post, in %s', async ([language, text, link]) => {
  const { main } = await openList({ language, posts: [] });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByRole('link', { name: link }).getAttribute('href')).toBe('/admin/posts/news/create');
  expect(main().queryByRole('table')).toBeNull();
});

test('empty list offers viewers no link to a new post', async () => {
  const { main } = await openList({ posts: [], role: 'viewer' });
  expect(main().getByText('No posts yet')).toBeTruthy();
  expect(main().queryByRole('link', { name: 'Write your first post' })).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await openList({ search: '?sort=title', api: (api) => api.answer(adminPostApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/posts/news?sort=title');
});

test('redirects to the forbidden page without access to the service', async () => {
  const { address, api } = await openList({ services: [] });
  expect(address()).toMatch(/^\/error\/forbidden/);
  expect(api.sent(adminPostApi.list)).toEqual([]);
});

test.for([
  [400, '/error/notfound'],
  [403, '/error/forbidden'],
  [404, '/error/notfound'],
] as const)('list refused with %i redirects to its error page', async ([status, path]) => {
  const reject = () => {
    throw httpError(status);
  };
  const { address } = await openList({ api: (api) => api.answer(adminPostApi.list, reject) });
  expect(address().split('?')[0]).toBe(path);
});

test('viewers see posts without editing actions', async () => {
  const opened = await openList({ role: 'viewer' });
  const { main } = opened;
  expect(titlesIn(opened)).toEqual(['A tour']);
  expect(main().queryByRole('link', { name: /^(Create|Create new|Edit .*)$/ })).toBeNull();
  expect(main().queryByRole('columnheader', { name: 'Edit' })).toBeNull();
  expect(main().queryByRole('checkbox')).toBeNull();
  expect(main().queryByRole('group', { name: 'Selected posts' })).toBeNull();
});

test('query string sets filters, sort order and page size', async () => {
  const filters = JSON.stringify({ attribute: 'title', compare: 'contains', value: 'Number 4' });
  const { main, api } = await openList({
    search: `?${new URLSearchParams({
      sort: 'title',
      order: 'asc',
      category: 'food',
      tag: 'edo',
      status: 'draft',
      count: '50',
      filters,
    })}`,
  });
  expect(api.sent(adminPostApi.list)).toMatchObject([
    {
      params: { serviceId: 'news' },
      query: { sort: 'title', order: 'asc', category: 'food', tag: 'edo', status: 'draft', count: 50, filters },
    },
  ]);
  const shownIn = (role: string, name: string) => (main().getByRole(role, { name }) as HTMLInputElement).value;
  expect(shownIn('textbox', 'Keyword')).toBe('Number 4');
  expect(shownIn('combobox', 'Search in')).toBe('title');
  expect(shownIn('combobox', 'Condition')).toBe('contains');
  expect(shownIn('combobox', 'Category')).toBe('Guide / Food');
  expect(shownIn('combobox', 'Tag')).toBe('edo');
  expect(shownIn('combobox', 'Posts per page')).toBe('50');
  expect(shownIn('combobox', 'Sort by')).toBe('title asc');
});

test('invalid query parameters show the default list', async () => {
  const search = '?sort=evil&order=up&status=gone&count=7&filters={"attribute":1}&index=x';
  const { api, main } = await openList({ search });
  expect(api.sent(adminPostApi.list)).toMatchObject([
    { query: { sort: 'createdAt', order: 'desc', status: '', count: 20 } },
  ]);
  expect(api.sent(adminPostApi.list)[0]?.query.filters).toBeUndefined();
  expect(main().getByText('Filter').closest('details')?.open).toBe(false);
});

test('filter goes into the query string and resets', async () => {
  const opened = await openList({ posts: [live, draft], search: '?sort=title' });
  const { user, main, api, address } = opened;
  await user.click(main().getByText('Filter'));
  await user.selectOptions(main().getByRole('combobox', { name: 'Search in' }), 'Title');
  await user.selectOptions(main().getByRole('combobox', { name: 'Condition' }), 'contains');
  api.answer(adminPostApi.list, ({ query }) => pageOf(query.filters ? [] : [live, draft]));
  await user.type(main().getByRole('textbox', { name: 'Keyword' }), 'nowhere{Enter}');
  await main().findByText('No matching posts');
  const filters = JSON.stringify({ attribute: 'title', compare: 'contains', value: 'nowhere' });
  expect(address()).toBe(`/admin/posts/news?${new URLSearchParams({ sort: 'title', filters })}`);
  expect(api.sent(adminPostApi.list).at(-1)).toMatchObject({ query: { sort: 'title', filters } });
  const empty = main().getByText('No matching posts').parentElement as HTMLElement;
  await user.click(within(empty).getByRole('button', { name: 'Reset' }));
  await main().findByRole('table');
  expect(address()).toBe('/admin/posts/news?sort=title');
  expect(titlesIn(opened)).toEqual(['Live', 'A tour']);
});

test('filters by category and tag', async () => {
  const { user, main, address } = await openList({ search: '?status=draft' });
  await user.click(main().getByText('Filter'));
  await user.click(main().getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('treeitem', { name: 'Food' }));
  await user.click(main().getByRole('combobox', { name: 'Tag' }));
  await user.click(await screen.findByRole('option', { name: 'walks' }));
  await user.click(main().getByRole('button', { name: 'Search' }));
  await expect.poll(address).toBe('/admin/posts/news?category=food&tag=walks&status=draft');
  const [form] = main().getAllByRole('button', { name: 'Reset' });
  await user.click(form as HTMLElement);
  await expect.poll(address).toBe('/admin/posts/news?status=draft');
  await expect.poll(() => main().getByRole('combobox', { name: 'Tag' })).toHaveProperty('value', '');
});

test.for([messages.categoryMissing, messages.tagMissing])('shows no match when “%s”', async (message) => {
  const reject = () => {
    throw httpError(404, { message });
  };
  const { main } = await openList({ search: '?tag=gone', api: (api) => api.answer(adminPostApi.list, reject) });
  expect(main().getByText('No matching posts')).toBeTruthy();
});

test('status links filter by status', async () => {
  const { user, main, address } = await openList({ search: '?tag=edo&status=published' });
  const links = within(main().getByRole('navigation', { name: 'Status' }));
  expect(links.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Draft', 'Scheduled', 'Published', 'Unpublished'],
  ]);
  expect(links.getByRole('link', { current: true }).textContent).toBe('Published');
  await user.click(links.getByRole('link', { name: 'Draft' }));
  await expect.poll(address).toBe('/admin/posts/news?tag=edo&status=draft');
});

test('column headers sort in both directions', async () => {
  const { user, main, api, address } = await openList();
  const sortOf = (name: string) => main().getByRole('columnheader', { name }).getAttribute('aria-sort');
  const press = (name: string) => user.click(main().getByRole('link', { name }));
  expect(sortOf('Created')).toBe('descending');
  await press('Publish date');
  await expect.poll(() => sortOf('Publish date')).toBe('descending');
  expect(address()).toBe('/admin/posts/news?sort=publishAt');
  expect(sortOf('Created')).toBe('none');
  await press('Publish date');
  await expect.poll(() => sortOf('Publish date')).toBe('ascending');
  await press('Title');
  await expect.poll(() => sortOf('Title')).toBe('ascending');
  expect(address()).toBe('/admin/posts/news?sort=title&order=asc');
  expect(api.sent(adminPostApi.list).map(({ query }) => `${query.sort} ${query.order}`)).toEqual([
    ...['createdAt desc', 'publishAt desc', 'publishAt asc', 'title asc'],
  ]);
});

test('sort menu sorts the list', async () => {
  const { user, main, address } = await openList({ language: 'ja' });
  const choice = main().getByRole('combobox', { name: '並び順' });
  expect(choice).toHaveProperty('value', 'createdAt desc');
  await user.selectOptions(choice, '最終更新が古い順');
  await expect.poll(address).toBe('/admin/posts/news?sort=updatedAt&order=asc');
});

test("pages by the server's cursors", async () => {
  const opened = await openList({
    api: (api) =>
      api.answer(adminPostApi.list, ({ query }) => {
        const key = query.pagerKey === undefined ? undefined : JSON.parse(query.pagerKey).postId;
        if (key === undefined) return pageOf([postRow({ title: 'One' })], secondKey);
        if (key === secondKey.postId) return pageOf([postRow({ title: 'Two' })], thirdKey);
        return pageOf([postRow({ title: 'Three' })]);
      }),
  });
  const { user, main, address } = opened;
  const pager = () => within(main().getByRole('navigation', { name: 'Pages' }));
  const turn = async (name: string, page: string) => {
    await user.click(pager().getByRole('link', { name }));
    await pager().findByText(page);
  };
  expect(pager().getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
  await turn('Next', 'Page 2');
  expect(address()).toBe(`/admin/posts/news${keyed(1, secondKey)}`);
  await turn('Next', 'Page 3');
  expect(titlesIn(opened)).toEqual(['Three']);
  expect(pager().getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await turn('Previous', 'Page 2');
  expect(titlesIn(opened)).toEqual(['Two']);
  await turn('Next', 'Page 3');
  await turn('First page', 'Page 1');
  expect(address()).toBe('/admin/posts/news');
});

test('unknown page redirects to the first one', async () => {
  const { address, main, api } = await openList({ search: '?sort=publishAt&index=7' });
  expect(address()).toBe('/admin/posts/news?sort=publishAt');
  expect(main().queryByRole('navigation', { name: 'Pages' })).toBeNull();
  expect(api.sent(adminPostApi.list)).toHaveLength(1);
});

test('continues the search past empty pages', async () => {
  const opened = await openList({
    search: '?filters={"attribute":"body","compare":"contains","value":"ink"}',
    api: (api) =>
      api.answer(adminPostApi.list, ({ query }) => (query.pagerKey ? pageOf([draft]) : pageOf([], secondKey))),
  });
  expect(titlesIn(opened)).toEqual(['A tour']);
  expect(opened.api.sent(adminPostApi.list)).toHaveLength(2);
});

test('offers to continue after many empty pages', async () => {
  const search = `?${new URLSearchParams({ filters: '{"attribute":"body","compare":"contains","value":"ink"}' })}`;
  const { main, api } = await openList({
    search,
    api: (each) => each.answer(adminPostApi.list, pageOf([], secondKey)),
  });
  expect(main().getByText('No matches so far')).toBeTruthy();
  expect(api.sent(adminPostApi.list)).toHaveLength(6);
  expect(main().getByRole('link', { name: 'Keep searching' }).getAttribute('href')).toBe(
    `/admin/posts/news${search}&${keyed(1, secondKey).slice(1)}`,
  );
});

test('remembers and requests the page size', async () => {
  const { user, main, address, api } = await openList({ search: keyed(1, secondKey) });
  await user.selectOptions(main().getByRole('combobox', { name: 'Posts per page' }), '50');
  await expect.poll(address).toBe('/admin/posts/news?count=50');
  expect(api.sent(adminPostApi.list).at(-1)?.query).toMatchObject({ count: 50 });
  expect(rememberedView('hokusai').size).toBe(50);
});

test('opens with the remembered page size and columns', async () => {
  rememberView('hokusai', { columns: ['slug', 'format', 'createdBy'], size: 10 });
  const { main, api } = await openList({ posts: [live] });
  const heads = main().getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(['', 'Title', 'Slug', 'Format', 'Edit', 'Created by']);
  expect(main().getByRole('combobox', { name: 'Posts per page' })).toHaveProperty('value', '10');
  expect(api.sent(adminPostApi.list)).toMatchObject([{ query: { count: 10 } }]);
  await main().findByRole('cell', { name: 'Sharaku' });
  expect(main().getByRole('cell', { name: 'live' })).toBeTruthy();
  expect(main().getByRole('cell', { name: 'Markdown' })).toBeTruthy();
});

test('chooses, remembers and resets columns', async () => {
  const { user, main } = await openList({ posts: [live], search: '?status=published' });
  await user.click(main().getByRole('button', { name: 'Columns' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Columns' }));
  expect(choice.getByRole('button', { name: 'Reset columns' })).toHaveProperty('disabled', true);
  await user.click(choice.getByRole('checkbox', { name: 'Tags' }));
  await user.click(choice.getByRole('checkbox', { name: 'Created' }));
  expect(main().queryByRole('columnheader', { name: 'Created' })).toBeNull();
  const cell = main().getByRole('cell', { name: 'edo' });
  expect(within(cell).getByRole('link').getAttribute('href')).toBe('/admin/posts/news?tag=edo&status=published');
  expect(rememberedView('hokusai').columns).toEqual(['status', 'category', 'tags', 'publishAt', 'updatedAt']);
  await user.click(choice.getByRole('button', { name: 'Reset columns' }));
  expect(main().getByRole('columnheader', { name: 'Created' })).toBeTruthy();
  expect(main().queryByRole('columnheader', { name: 'Tags' })).toBeNull();
  expect(rememberedView('hokusai')).toEqual(usualView);
});

test('shows tags, people and labels in columns', async () => {
  const columns = ['tags', 'label', 'contentId', 'updatedBy'] as const;
  rememberView('hokusai', { columns, size: 20 });
  const { main } = await openList({ posts: [postRow({ label: 'Tour', contentId: 'tour-2026' }), live] });
  const [, first, second] = main().getAllByRole('row');
  const textsIn = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(textsIn(first)).toEqual(['', '-', 'Tour', 'tour-2026', '', '-']);
  await within(second as HTMLElement).findByText('Sharaku');
  expect(textsIn(second)).toEqual(['', 'edo', '-', live.contentId, '', 'Sharaku']);
});

test('filter field keeps its text while the list reloads', async () => {
  const { user, main, api } = await openList({ search: '?tag=edo' });
  const value = main().getByRole('textbox', { name: 'Keyword' });
  await user.type(value, 'half');
  fireEvent.click(main().getByRole('link', { name: 'Title' }));
  await expect.poll(() => api.sent(adminPostApi.list)).toHaveLength(2);
  expect(value).toHaveProperty('value', 'half');
});
