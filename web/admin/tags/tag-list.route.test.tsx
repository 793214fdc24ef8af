import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import * as route from './tag-list.route.tsx';

const ink: AdminTag = {
  tagId: '01m8000000000000000000000a',
  serviceId: 'news',
  label: 'Ink',
  createdAt: '2026-11-01T00:00:00Z',
  postCount: 3,
  revision: 1,
};

function open({ at = '/admin/tags/news', ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'tags/:serviceId',
    at,
    ...options,
    api: (api) => {
      api.answer(adminTagApi.list, [ink]);
      options.api?.(api);
    },
  });
}

testInLanguages([
  ['en', 'Tags in News – Kawaraban', 'Tags', 'Tags'],
  ['ja', '「News」のタグ – Kawaraban', 'タグ', 'タグ'],
] as const)('lists the tags of a service, in %s', async ([language, title, heading, list]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  const row = within(main().getByRole('table', { name: list })).getByRole('row', { name: /Ink/ });
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/admin/posts/news?tag=Ink');
});

test('shows a skeleton while tags load', async () => {
  const pending = Promise.withResolvers<AdminTag[]>();
  await open({ isLoading: true, api: (api) => api.answer(adminTagApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Tags' });
  expect(screen.queryByRole('table')).toBeNull();
  pending.resolve([ink]);
  await screen.findByRole('table');
});

test('offers to create the first tag', async () => {
  const { main } = await open({ api: (api) => api.answer(adminTagApi.list, []) });
  expect(main().getByText('No tags yet')).toBeTruthy();
  expect(main().getByRole('button', { name: 'Create' })).toBeTruthy();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminTagApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/admin/tags/news');
});

test('viewers see no actions', async () => {
  const { main } = await open({ role: 'viewer' });
  expect(main().getByRole('table')).toBeTruthy();
  expect(main().queryByRole('button', { name: /Create|Actions/ })).toBeNull();
});

test('ignores invalid parameters of the address', async () => {
  const { api } = await open({ at: `/admin/tags/news?contains=${'a'.repeat(400)}&after=..` });
  const [first] = api.sent(adminTagApi.list);
  expect([first?.query.contains ?? '', first?.query.after]).toEqual(['', undefined]);
});

test('searches through the address and reports no match', async () => {
  const { main, api, user, address } = await open({ api: (each) => each.answer(adminTagApi.list, [ink]) });
  api.answer(adminTagApi.list, ({ query }) => (query.contains ? [] : [ink]));
  await user.type(main().getByRole('searchbox', { name: 'Search tags' }), 'paper');
  await main().findByText('No tags match “paper”');
  expect(address()).toBe('/admin/tags/news?contains=paper');
  await user.click(main().getByRole('button', { name: 'Show all tags' }));
  await main().findByRole('table');
});

test('creates a tag and lists it', async () => {
  const { user, api, main } = await open();
  api.answer(adminTagApi.create, ({ body }) => ({ ...ink, tagId: `${ink.tagId.slice(0, -1)}b`, label: body.label }));
  await user.click(main().getByRole('button', { name: 'Create' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByText('Input required')).toBeTruthy();
  await user.type(dialog.getByRole('textbox'), 'Paper');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText('Paper created');
  expect(api.sent(adminTagApi.create)).toMatchObject([{ body: { label: 'Paper' } }]);
  expect(api.sent(adminTagApi.list)).toHaveLength(2);
});

testInLanguages([
  ['en', 'Create', 'Commas are not allowed'],
  ['ja', '作成', 'カンマと読点は使えません'],
] as const)('rejects a tag with a comma, in %s', async ([language, create, text]) => {
  const { user, api, main } = await open({ language });
  await user.click(main().getByRole('button', { name: create }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), '東京、大阪');
  await user.click(dialog.getByRole('button', { name: create }));
  await dialog.findByText(text);
  expect(api.sent(adminTagApi.create)).toEqual([]);
});

test('reports that a new tag already exists', async () => {
  const { user, api, main } = await open();
  api.answer(adminTagApi.create, () => {
    throw httpError(409, { message: messages.tagLabelTaken, current: ink });
  });
  await user.click(main().getByRole('button', { name: 'Create' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Ink{Enter}');
  await dialog.findByText('The tag Ink already exists.');
  expect(document.activeElement).toBe(dialog.getByRole('textbox'));
  expect(dialog.queryByRole('button', { name: 'Merge the tags…' })).toBeNull();
});

test('offers to merge when a name is taken', async () => {
  const { user, api, main } = await open();
  api.answer(adminTagApi.rename, () => {
    throw httpError(409, { message: messages.tagLabelTaken, current: { ...ink, label: 'Paper' } });
  });
  await user.click(main().getByRole('button', { name: 'Actions for Ink' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Ink' }));
  await user.clear(dialog.getByRole('textbox'));
  await user.type(dialog.getByRole('textbox'), 'Paper');
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await dialog.findByText('The tag Paper already exists.');
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Paper');
  expect(dialog.getByRole('button', { name: 'Merge the tags…' })).toBeTruthy();
});

testInLanguages([
  ['en', 'Actions for Ink', 'Rename…', 'Rename', 'Save my changes'],
  ['ja', '「Ink」の操作', '名前を変更…', '変更', '自分の変更を保存'],
] as const)('shows both names and keeps mine, in %s', async ([language, menu, item, action, keep]) => {
  const { user, api, main } = await open({ language });
  const current = { ...ink, label: 'Sumi', revision: 2 };
  api.answer(adminTagApi.rename, ({ body: { label, revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, label, revision: 3 };
  });
  await user.click(main().getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), '!');
  await user.click(dialog.getByRole('button', { name: action }));
  const mine = await dialog.findByRole('button', { name: keep });
  expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Ink!', 'Sumi']);
  await user.click(mine);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminTagApi.rename).map(({ body }) => body)).toEqual([
    { label: 'Ink!', revision: 1 },
    { label: 'Ink!', revision: 2 },
  ]);
});

test('lists the saved name after choosing it', async () => {
  const { user, api, main } = await open();
  const current = { ...ink, label: 'Sumi', revision: 2 };
  api.answer(adminTagApi.rename, () => {
    api.answer(adminTagApi.list, [current]);
    throw httpError(409, { message: messages.staleRevision, current });
  });
  await user.click(main().getByRole('button', { name: 'Actions for Ink' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), '!{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Keep the saved version' }));
  await main().findByRole('row', { name: /Sumi/ });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.for([
  ['Ink', true],
  ['ink, wood', false],
] as const)('renaming %s offers undo: %s', async ([label, canBeUndone]) => {
  const { user, api, main } = await open({ api: (each) => each.answer(adminTagApi.list, [{ ...ink, label }]) });
  api.answer(adminTagApi.rename, ({ body }) => ({ ...ink, label: body.label, revision: 2 }));
  await user.click(main().getByRole('button', { name: `Actions for ${label}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const name = within(await screen.findByRole('dialog')).getByRole('textbox');
  await user.clear(name);
  await user.type(name, 'Sumi{Enter}');
  await screen.findByText(/Sumi/);
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(canBeUndone);
});
