import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminCategoryDetail, type AdminCategoryNode, adminCategoryApi } from '#contract/admin-categories.ts';
import { messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { BRANCHES, type Branches, categoryDetail, categoryTree } from './category.fixtures.ts';
import * as route from './category-list.route.tsx';

const START = ['guide', 'events', '- tokyo', '-- shibuya', 'notes', '- ink'];
const NOTES_BELOW_EVENTS: Branches = { guide: {}, events: { tokyo: { shibuya: {} }, notes: { ink: {} } } };

function open({ at = '/admin/categories/news', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'categories/:serviceId',
    at,
    ...options,
    api: (api) => {
      api.answer(adminCategoryApi.list, [categoryTree()]);
      options.api?.(api);
    },
  });
}

/** Accepts moves: the list shows `after` following the first move, and the original order following its undo. */
function acceptMoves(api: FakeApi, after: Branches): void {
  let shown = after;
  api.answer(adminCategoryApi.update, ({ params }) => {
    api.answer(adminCategoryApi.list, [categoryTree(shown)]);
    shown = BRANCHES;
    return categoryDetail(params.slug);
  });
}

function treeOf({ main }: OpenScreen, list = 'Categories'): string[] {
  const items = within(main().getByRole('list', { name: list })).getAllByRole('listitem');
  return items.map((item) => {
    const level = items.filter((each) => each !== item && each.contains(item)).length;
    return `${'-'.repeat(level)} ${item.querySelector('code')?.textContent}`.trim();
  });
}

function handleOf({ main }: OpenScreen, label: string): HTMLElement {
  return main().getByRole('button', { name: `Move ${label}` });
}

async function choose({ main, user }: OpenScreen, label: string, action: string): Promise<void> {
  await user.click(main().getByRole('button', { name: `Actions for ${label}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('tabs link to posts, new post, categories and groups', async () => {
  const { main } = await open();
  const tabs = within(main().getByRole('navigation', { name: 'Posts' }));
  const hrefOf = (name: string) => tabs.getByRole('link', { name }).getAttribute('href');
  expect(['Posts', 'Create new', 'Categories', 'Post groups'].map(hrefOf)).toEqual([
    '/admin/posts/news',
    '/admin/posts/news/create',
    '/admin/categories/news',
    '/admin/posts/news/groups',
  ]);
});

testInLanguages([
  [
    'en',
    'Categories in News – Posts Category Management – Kawaraban',
    'Categories',
    'Categories',
    '6 categories',
    'Search categories',
  ],
  ['ja', '「News」のカテゴリー – カテゴリー管理 – Kawaraban', 'カテゴリー', 'カテゴリー', '6件', 'カテゴリーを検索'],
] as const)('shows the category tree of a service, in %s', async ([language, title, heading, list, count, search]) => {
  const opened = await open({ language });
  const { main } = opened;
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(treeOf(opened, list)).toEqual(START);
  expect(main().getByText(count)).toBeTruthy();
  expect(main().getByRole('searchbox', { name: search })).toBeTruthy();
  expect(main().getByRole('link', { name: 'Tokyo' }).getAttribute('href')).toBe('/admin/categories/news/tokyo/edit');
  expect(main().getByText('How to find us').getAttribute('lang')).toBe('en');
});

test('links to a new category', async () => {
  const { main } = await open();
  expect(main().getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/admin/categories/news/create');
});

test('shows a skeleton while categories load', async () => {
  const pending = Promise.withResolvers<AdminCategoryNode[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminCategoryApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Categories' });
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Categories' })).toBeNull();
  pending.resolve([categoryTree()]);
  await screen.findByRole('list', { name: 'Categories' });
});

testInLanguages([
  ['en', 'No categories yet', 'Create your first category'],
  ['ja', 'カテゴリーはまだありません', '最初のカテゴリーを作成'],
] as const)('offers to create the first category, in %s', async ([language, text, action]) => {
  const { main } = await open({ language, api: (api) => api.answer(adminCategoryApi.list, [categoryTree({})]) });
  expect(main().getByText(text)).toBeTruthy();
  const link = main().getByRole('link', { name: action });
  expect(link.getAttribute('href')).toBe('/admin/categories/news/create');
  expect(main().queryByRole('searchbox')).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminCategoryApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/categories/news');
});

test('redirects to the not-found page for a missing service', async () => {
  const gone = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminCategoryApi.list, gone) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('viewers see tree and posts without actions', async () => {
  const opened = await open({ role: 'viewer' });
  const { main, user, address } = opened;
  expect(treeOf(opened)).toEqual(START);
  expect(main().getByText('Posts appear in their category and in all categories above it.')).toBeTruthy();
  expect(main().queryByRole('button', { name: /^(Move|Actions)/ })).toBeNull();
  expect(main().queryByRole('link', { name: /Create/ })).toBeNull();
  await user.click(main().getByRole('link', { name: 'Guide' }));
  await expect.poll(address).toBe('/admin/posts/news?category=guide');
});

test('viewers of an empty service see no actions', async () => {
  const { main } = await open({
    role: 'viewer',
    api: (api) => api.answer(adminCategoryApi.list, [categoryTree({})]),
  });
  expect(main().getByText('No categories yet')).toBeTruthy();
  expect(main().queryByRole('link', { name: /Create/ })).toBeNull();
});

test('search keeps matches with their ancestors', async () => {
  const opened = await open();
  const { main, user } = opened;
  await user.type(main().getByRole('searchbox', { name: 'Search categories' }), 'ＳＨＩＢ');
  expect(treeOf(opened)).toEqual(['events', '- tokyo', '-- shibuya']);
  expect(main().queryByRole('button', { name: /^Move / })).toBeNull();
  expect(main().queryByRole('button', { name: 'Expand all' })).toBeNull();
  await user.type(main().getByRole('searchbox', { name: 'Search categories' }), 'zzz');
  expect(main().getByText('No matching categories')).toBeTruthy();
  await user.clear(main().getByRole('searchbox', { name: 'Search categories' }));
  expect(treeOf(opened)).toEqual(START);
});

test('branches collapse one by one and all at once', async () => {
  // Expanded branches are remembered per service until the page is unloaded.
  const folded = serviceDetail({ serviceId: 'folded', label: 'Folded' });
  const opened = await open({ at: '/admin/categories/folded', services: [folded] });
  const { main, user } = opened;
  await user.click(main().getByRole('button', { name: 'Hide subcategories of Tokyo' }));
  expect(treeOf(opened)).toEqual(['guide', 'events', '- tokyo', 'notes', '- ink']);
  expect(main().getByText('1 subcategory')).toBeTruthy();
  const unfold = main().getByRole('button', { name: 'Show subcategories of Tokyo' });
  expect(unfold.getAttribute('aria-expanded')).toBe('false');
  await user.click(unfold);
  expect(treeOf(opened)).toEqual(START);
  await user.click(main().getByRole('button', { name: 'Collapse all' }));
  expect(treeOf(opened)).toEqual(['guide', 'events', 'notes']);
  await user.click(main().getByRole('button', { name: 'Expand all' }));
  expect(treeOf(opened)).toEqual(START);
});

testInLanguages([
  [
    'en',
    'Move Notes',
    'Selected Notes. Top level, position 3 of 3.',
    'In Tokyo, position 1 of 2.',
    'Top level, position 3 of 3.',
    'In Events, position 2 of 2.',
    'Move canceled. Notes is back in its original place.',
  ],
  [
    'ja',
    '「Notes」を移動',
    '「Notes」を選択しました。最上位、3件中3番目です。',
    '「Tokyo」の中、2件中1番目です。',
    '最上位、3件中3番目です。',
    '「Events」の中、2件中2番目です。',
    '移動を取り消し、「Notes」を元の位置に戻しました。',
  ],
] as const)('keyboard moves are announced and Escape cancels, in %s', async ([language, handle, ...texts]) => {
  const { main, user, api } = await open({ language });
  const [pickedUp, up, down, right, cancelled] = texts;
  main().getByRole('button', { name: handle }).focus();
  for (const [key, text] of [
    [' ', pickedUp],
    ['{ArrowUp}', up],
    ['{ArrowDown}', down],
    ['{ArrowRight}', right],
    ['{Tab}', right],
    ['{ArrowLeft}', down],
    ['{Escape}', cancelled],
  ] as const) {
    await user.keyboard(key);
    expect(main().getByText(text), key).toBeTruthy();
  }
  expect(document.activeElement).toBe(main().getByRole('button', { name: handle }));
  expect(api.sent(adminCategoryApi.update)).toEqual([]);
});

test('undo restores a category moved by keyboard', async () => {
  const opened = await open({ api: (api) => acceptMoves(api, NOTES_BELOW_EVENTS) });
  const { main, user, api } = opened;
  handleOf(opened, 'Notes').focus();
  await user.keyboard('{Enter}{ArrowRight}{Enter}');
  expect(main().getByText('Moved Notes. In Events, position 2 of 2.')).toBeTruthy();
  await screen.findByText('Moved Notes');
  expect(treeOf(opened)).toEqual(['guide', 'events', '- tokyo', '-- shibuya', '- notes', '-- ink']);
  await expect.poll(() => document.activeElement).toBe(handleOf(opened, 'Notes'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Moved back');
  expect(treeOf(opened)).toEqual(START);
  expect(api.sent(adminCategoryApi.update)).toEqual([
    expect.objectContaining({
      params: { serviceId: 'news', slug: 'notes' },
      body: { parentCategorySlug: 'events', position: 1, formerSiblingIds: [4], revision: 1 },
    }),
    expect.objectContaining({
      params: { serviceId: 'news', slug: 'notes' },
      body: { parentCategorySlug: '', position: 2, formerSiblingIds: [2, 3], revision: 1 },
    }),
  ]);
  expect(api.sent(adminCategoryApi.list)).toHaveLength(3);
});

test('dropping a category at its old place sends nothing', async () => {
  const opened = await open();
  handleOf(opened, 'Notes').focus();
  await opened.user.keyboard(' {ArrowUp}{ArrowDown} ');
  expect(opened.main().getByText('Moved Notes. Top level, position 3 of 3.')).toBeTruthy();
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('moving the focus away cancels a keyboard drag', async () => {
  const opened = await open();
  handleOf(opened, 'Notes').focus();
  await opened.user.keyboard(' {ArrowRight}');
  expect(handleOf(opened, 'Notes').getAttribute('aria-pressed')).toBe('true');
  await opened.user.click(opened.main().getByRole('searchbox'));
  expect(opened.main().getByText('Move canceled. Notes is back in its original place.')).toBeTruthy();
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('rejected move is reverted with its reason', async () => {
  const reject = () => {
    throw httpError(400, { message: messages.categoriesTooDeep });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, reject) });
  await choose(opened, 'Notes', 'Move up');
  await screen.findByText('Categories can’t be nested any deeper');
  await expect.poll(() => treeOf(opened)).toEqual(START);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('does not move a category that another user moved', async () => {
  const current = { ...categoryDetail('ink'), parents: [], revision: 2 };
  const reject = () => {
    throw httpError(409, { message: messages.staleRevision, current });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, reject) });
  await choose(opened, 'Ink', 'Move to…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Ink' }));
  await opened.user.click(dialog.getByRole('combobox'));
  await opened.user.click(screen.getByRole('treeitem', { name: 'Guide' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('Someone else already changed the categories. The current order is shown.');
  expect(opened.api.sent(adminCategoryApi.update)).toHaveLength(1);
  await expect.poll(() => treeOf(opened)).toEqual(START);
});

test('moves a category that another user renamed', async () => {
  const current = { ...categoryDetail('notes'), label: 'Notebook', revision: 2 };
  const opened = await open();
  opened.api.answer(adminCategoryApi.update, ({ body: { revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: 3 };
  });
  await choose(opened, 'Notes', 'Move up');
  await screen.findByText('Moved Notes');
  expect(opened.api.sent(adminCategoryApi.update)).toMatchObject([
    { body: { revision: 1 } },
    { body: { revision: 2 } },
  ]);
});

test('does not move a category among siblings in another order', async () => {
  const current = categoryDetail('notes');
  const opened = await open();
  opened.api.answer(adminCategoryApi.update, () => {
    opened.api.answer(adminCategoryApi.list, [categoryTree({ notes: {}, events: {}, guide: {} })]);
    throw httpError(409, { message: messages.staleRevision, current });
  });
  await choose(opened, 'Notes', 'Move up');
  await screen.findByText('Someone else already changed the categories. The current order is shown.');
  expect(opened.api.sent(adminCategoryApi.update).map(({ body }) => body)).toEqual([
    { parentCategorySlug: '', position: 1, formerSiblingIds: [2, 3, 6], revision: 1 },
  ]);
  await expect.poll(() => treeOf(opened)).toEqual(['notes', 'events', 'guide']);
});

test('sends a second move after the first one, with its order', async () => {
  const opened = await open();
  const first = Promise.withResolvers<AdminCategoryDetail>();
  opened.api.answer(adminCategoryApi.update, ({ params }) =>
    params.slug === 'notes' ? first.promise : categoryDetail(params.slug),
  );
  await choose(opened, 'Notes', 'Move up');
  await choose(opened, 'Guide', 'Move down');
  expect(opened.api.sent(adminCategoryApi.update)).toHaveLength(1);
  first.resolve(categoryDetail('notes'));
  await expect.poll(() => opened.api.sent(adminCategoryApi.update)).toHaveLength(2);
  expect(opened.api.sent(adminCategoryApi.update)[1]?.body.formerSiblingIds).toEqual([2, 6, 3]);
});

test('menu links to the screens of the category', async () => {
  const { main, user } = await open();
  await user.click(main().getByRole('button', { name: 'Actions for Guide' }));
  const menu = within(await screen.findByRole('menu', { name: 'Actions for Guide' }));
  for (const [name, href] of [
    ['Add subcategory', '/admin/categories/news/create?parent=guide'],
    ['Edit', '/admin/categories/news/guide/edit'],
    ['Posts', '/admin/posts/news?category=guide'],
  ] as const) {
    expect(menu.getByRole('menuitem', { name }).getAttribute('href')).toBe(href);
  }
  expect(menu.getByRole('menuitem', { name: 'Move up' })).toHaveProperty('disabled', true);
  expect(menu.getByRole('menuitem', { name: 'Move down' })).toHaveProperty('disabled', false);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(main().getByRole('button', { name: 'Actions for Guide' }));
});

test.for([
  ['Move up', 0, ['events', '- tokyo', '-- shibuya', 'guide', 'notes', '- ink']],
  ['Move down', 2, ['guide', 'notes', '- ink', 'events', '- tokyo', '-- shibuya']],
] as const)('“%s” moves a category by one place', async ([action, position, order]) => {
  const { guide = {}, events = {}, notes = {} } = BRANCHES;
  const after: Branches = position === 0 ? { events, guide, notes } : { guide, notes, events };
  const opened = await open({ api: (api) => acceptMoves(api, after) });
  await choose(opened, 'Events', action);
  await screen.findByText('Moved Events');
  expect(treeOf(opened)).toEqual(order);
  expect(opened.api.sent(adminCategoryApi.update)).toMatchObject([
    { params: { slug: 'events' }, body: { parentCategorySlug: '', position } },
  ]);
});

test('“Move to…” moves a category below the chosen parent', async () => {
  const after: Branches = { guide: { tokyo: { shibuya: {} } }, events: {}, notes: { ink: {} } };
  const opened = await open({ api: (api) => acceptMoves(api, after) });
  const { user, api } = opened;
  await choose(opened, 'Tokyo', 'Move to…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Tokyo' }));
  const parent = dialog.getByRole('combobox', { name: 'Parent category' });
  expect(parent).toHaveProperty('value', 'Events');
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  await user.click(parent);
  const item = (name: string) => screen.getByRole('treeitem', { name });
  for (const name of ['Tokyo', 'Shibuya']) expect(item(name).getAttribute('aria-disabled')).toBe('true');
  await user.click(item('Shibuya'));
  expect(parent.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  expect(parent.getAttribute('aria-expanded')).toBe('false');
  await user.click(parent);
  await user.click(item('Guide'));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('Moved Tokyo');
  expect(treeOf(opened)).toEqual(['guide', '- tokyo', '-- shibuya', 'events', 'notes', '- ink']);
  expect(api.sent(adminCategoryApi.update)).toMatchObject([
    { params: { slug: 'tokyo' }, body: { parentCategorySlug: 'guide', position: 0 } },
  ]);
});

test('“Move to…” without parent appends to the top level', async () => {
  const after: Branches = { guide: {}, events: {}, notes: { ink: {} }, tokyo: { shibuya: {} } };
  const opened = await open({ api: (api) => acceptMoves(api, after) });
  await choose(opened, 'Tokyo', 'Move to…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Tokyo' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Clear Parent category' }));
  expect(dialog.getByPlaceholderText('None (top level)')).toHaveProperty('value', '');
  await opened.user.click(dialog.getByRole('button', { name: 'Move' }));
  await screen.findByText('Moved Tokyo');
  expect(opened.api.sent(adminCategoryApi.update)).toMatchObject([{ body: { parentCategorySlug: '', position: 3 } }]);
});

test('“Move to…” sends nothing when canceled', async () => {
  const opened = await open();
  await choose(opened, 'Tokyo', 'Move to…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Tokyo' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Clear Parent category' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('undo restores a deleted category at its place', async () => {
  const opened = await open();
  const { user, api } = opened;
  api.answer(adminCategoryApi.delete, () => {
    api.answer(adminCategoryApi.list, [categoryTree({ ...BRANCHES, events: { tokyo: {} } })]);
    return null;
  });
  api.answer(adminCategoryApi.create, () => {
    api.answer(adminCategoryApi.list, [categoryTree()]);
    return categoryDetail('shibuya');
  });
  await choose(opened, 'Shibuya', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Shibuya?' }));
  expect(dialog.getByText('Are you sure you want to delete?')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted');
  await expect.poll(() => treeOf(opened)).toEqual(['guide', 'events', '- tokyo', 'notes', '- ink']);
  expect(api.sent(adminCategoryApi.delete)).toMatchObject([{ params: { serviceId: 'news', slug: 'shibuya' } }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Shibuya restored');
  await expect.poll(() => treeOf(opened)).toEqual(START);
  expect(api.sent(adminCategoryApi.create)).toMatchObject([
    { body: { slug: 'shibuya', label: 'Shibuya', description: '', parentCategorySlug: 'tokyo', position: 0 } },
  ]);
});

test('delete sends nothing when canceled', async () => {
  const opened = await open();
  await choose(opened, 'Ink', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Ink?' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(opened.api.sent(adminCategoryApi.delete)).toEqual([]);
});

testInLanguages([
  ['en', 'Actions for Notes', 'Delete', 'Notes can’t be deleted yet', /^It has 1 subcategory\./],
  ['ja', '「Notes」の操作', '削除', '「Notes」は削除できません', /^サブカテゴリーが1件あります。/],
] as const)('does not delete a category with children, in %s', async ([language, menu, action, title, text]) => {
  const { user, main, api } = await open({ language });
  await user.click(main().getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.queryByRole('link')).toBeNull();
  await user.click(dialog.getByRole('button'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminCategoryApi.delete)).toEqual([]);
});

test('links to the posts that prevent a deletion', async () => {
  const reject = () => {
    throw httpError(400, {
      errors: [
        { field: 'children', message: messages.categoryHasChildren },
        { field: 'posts', message: messages.categoryHasPosts },
      ],
    });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.delete, reject) });
  await choose(opened, 'Ink', 'Delete');
  await opened.user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ink can’t be deleted yet' }));
  expect(dialog.getByText(/^It still has posts/)).toBeTruthy();
  expect(dialog.getByText(/^It has 1 subcategory\./)).toBeTruthy();
  await opened.user.click(dialog.getByRole('link', { name: 'View posts' }));
  await expect.poll(opened.address).toBe('/admin/posts/news?category=ink');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('keeps the category after a failed deletion', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.delete, fail) });
  await choose(opened, 'Ink', 'Delete');
  await opened.user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Error occurred');
  expect(treeOf(opened)).toEqual(START);
});
