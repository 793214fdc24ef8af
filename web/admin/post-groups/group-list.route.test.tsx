import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { group, post, TREES } from './group.fixtures.ts';
import * as route from './group-list.route.tsx';

const LIST = '/admin/posts/news/groups';
const oneMore: ListedPostGroup = { ...TREES, slug: 'rivers', label: '川', postCount: 1 };

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/groups',
    at: LIST,
    ...options,
    api: (api) => {
      api.answer(adminPostGroupApi.list, [TREES, oneMore]);
      options.api?.(api);
    },
  });
}

function manyGroups(count: number): ListedPostGroup[] {
  return Array.from({ length: count }, (_, at) => ({ ...TREES, slug: `picks-${at}`, label: `Picks ${at}` }));
}

function labelsOf({ main }: OpenScreen): (string | null)[] {
  return main()
    .getAllByRole('rowheader')
    .map((header) => within(header).getByRole('link').textContent);
}

function acceptRemoval(api: FakeApi): void {
  api.answer(adminPostGroupApi.find, group([post('Alder'), post('Birch')]));
  api.answer(adminPostGroupApi.delete, () => {
    api.answer(adminPostGroupApi.list, [oneMore]);
    return null;
  });
  api.answer(adminPostGroupApi.create, () => {
    api.answer(adminPostGroupApi.list, [TREES, oneMore]);
    return group([]);
  });
}

testInLanguages([
  [
    'en',
    'Posts Group Management',
    'Post groups',
    ['Trees', 'trees', '4 posts', /^Nov \d+, 2026, /],
    '1 post',
    'Create post group',
  ],
  [
    'ja',
    '投稿グループ管理',
    '投稿グループ',
    ['Trees', 'trees', '4件', /^2026年11月\d+日 /],
    '1件',
    '投稿グループを作成',
  ],
] as const)('lists post groups, in %s', async ([language, title, heading, [label, slug, count, time], one, create]) => {
  const { main, api } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  const rows = within(main().getByRole('table', { name: heading }));
  const trees = within(rows.getByRole('row', { name: /Trees/ }));
  expect(trees.getByRole('link', { name: label }).getAttribute('href')).toBe(`${LIST}/trees`);
  expect(trees.getByRole('cell', { name: slug })).toBeTruthy();
  expect(trees.getByRole('cell', { name: count })).toBeTruthy();
  expect(trees.getByText(time).getAttribute('datetime')).toBe('2026-11-20T12:00:00Z');
  expect(rows.getByRole('link', { name: '川' }).getAttribute('lang')).toBe('ja');
  expect(rows.getByRole('cell', { name: one })).toBeTruthy();
  expect(main().getByRole('link', { name: create }).getAttribute('href')).toBe(`${LIST}/create`);
  expect(api.sent(adminPostGroupApi.list)).toMatchObject([{ params: { serviceId: 'news' } }]);
});

test('each group has its own edit and delete actions', async () => {
  const { main } = await open();
  const row = within(main().getByRole('row', { name: /Trees/ }));
  expect(row.getByRole('link', { name: 'Edit Trees' }).getAttribute('href')).toBe(`${LIST}/trees/edit`);
  expect(row.getByRole('button', { name: 'Delete Trees' })).toBeTruthy();
});

test('shows a skeleton while groups load', async () => {
  const pending = Promise.withResolvers<ListedPostGroup[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminPostGroupApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Post groups' });
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve([TREES]);
  await screen.findByRole('table');
});

testInLanguages([
  ['en', 'No post groups yet', 'Create post group'],
  ['ja', '投稿グループはまだありません', '投稿グループを作成'],
] as const)('offers to create the first group, in %s', async ([language, text, create]) => {
  const { main } = await open({ language, api: (api) => api.answer(adminPostGroupApi.list, []) });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByRole('link', { name: create }).getAttribute('href')).toBe(`${LIST}/create`);
  expect(main().queryByRole('table')).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminPostGroupApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(LIST);
});

test('redirects to the not-found page for a missing service', async () => {
  const gone = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminPostGroupApi.list, gone) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test.for([
  ['a list', [TREES]],
  ['an empty list', []],
] as const)('viewers see no actions in %s', async ([, groups]) => {
  const { main } = await open({ role: 'viewer', api: (api) => api.answer(adminPostGroupApi.list, [...groups]) });
  expect(main().queryAllByRole('link', { name: 'Trees' })).toHaveLength(groups.length);
  expect(main().queryByRole('link', { name: /Create|Edit/ })).toBeNull();
  expect(main().queryByRole('button')).toBeNull();
});

test('search finds groups by label and slug', async () => {
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.list, [...manyGroups(7), oneMore]) });
  const { main, user } = opened;
  const search = main().getByRole('searchbox', { name: 'Search groups' });
  await user.type(search, 'ＰＩＣＫＳ 3');
  expect(labelsOf(opened)).toEqual(['Picks 3']);
  await user.clear(search);
  await user.type(search, 'river');
  expect(labelsOf(opened)).toEqual(['川']);
  await user.type(search, 'zzz');
  expect(main().getByText('No matching groups')).toBeTruthy();
  expect(main().queryByRole('table')).toBeNull();
});

test('hides the search for few groups', async () => {
  const { main } = await open({ api: (api) => api.answer(adminPostGroupApi.list, manyGroups(7)) });
  expect(main().queryByRole('searchbox')).toBeNull();
});

test('undo restores a deleted group with its posts', async () => {
  const opened = await open({ api: acceptRemoval });
  const { main, user, api } = opened;
  await user.click(main().getByRole('button', { name: 'Delete Trees' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Trees?' }));
  expect(dialog.getByText('Are you sure you want to delete? The posts in the group are kept.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Trees deleted');
  await expect.poll(() => labelsOf(opened)).toEqual(['川']);
  await expect.poll(() => document.activeElement).toBe(main().getByRole('heading', { level: 1 }));
  expect(api.sent(adminPostGroupApi.delete)).toMatchObject([{ params: { serviceId: 'news', slug: 'trees' } }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Trees restored');
  await expect.poll(() => labelsOf(opened)).toEqual(['Trees', '川']);
  const { postIds } = group([post('Alder'), post('Birch')]);
  expect(api.sent(adminPostGroupApi.create)).toMatchObject([
    { params: { serviceId: 'news' }, body: { slug: 'trees', label: 'Trees', postIds } },
  ]);
});

test('delete sends nothing when canceled', async () => {
  const { main, user, api } = await open({ api: acceptRemoval });
  await user.click(main().getByRole('button', { name: 'Delete Trees' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Trees?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => document.activeElement).toBe(main().getByRole('button', { name: 'Delete Trees' }));
  expect(api.sent(adminPostGroupApi.delete)).toEqual([]);
});

test('rejected deletion keeps the group and shows the reason', async () => {
  const reject = () => {
    throw httpError(404, { message: messages.groupMissing });
  };
  const opened = await open({
    api: (api) => {
      acceptRemoval(api);
      api.answer(adminPostGroupApi.delete, reject);
    },
  });
  await opened.user.click(opened.main().getByRole('button', { name: 'Delete Trees' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('This post group does not exist');
  expect(labelsOf(opened)).toEqual(['Trees', '川']);
});

test('rejected undo shows the reason', async () => {
  const reject = () => {
    throw httpError(400, { message: messages.groupSlugTaken });
  };
  const opened = await open({
    api: (api) => {
      acceptRemoval(api);
      api.answer(adminPostGroupApi.create, reject);
    },
  });
  await opened.user.click(opened.main().getByRole('button', { name: 'Delete Trees' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Delete' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Already in use');
  expect(labelsOf(opened)).toEqual(['川']);
});
