import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { categoryApi } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { categoryDetail, categoryList } from './category.fixtures.ts';
import * as route from './category-edit.route.tsx';

const LIST = '/admin/categories/news';
const tokyo = { ...categoryDetail('tokyo'), description: 'The capital' };

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'categories/:serviceId/:slug/edit',
    at: `${LIST}/tokyo/edit`,
    ...options,
    api: (api) => {
      api.answer(categoryApi.list, categoryList());
      api.answer(adminCategoryApi.find, tokyo);
      options.api?.(api);
    },
  });
}

function fieldOf({ main }: OpenScreen, name: string): HTMLInputElement {
  return main().getByRole<HTMLInputElement>('textbox', { name });
}

function parentOf({ main }: OpenScreen): HTMLInputElement {
  return main().getByRole<HTMLInputElement>('combobox', { name: 'Parent category' });
}

function save({ main, user }: OpenScreen): Promise<void> {
  return user.click(main().getByRole('button', { name: 'Save' }));
}

testInLanguages([
  [
    'en',
    'Edit the category Tokyo – Kawaraban',
    'Edit Category',
    ['Parent category', 'Slug', 'Label', 'Description'],
    'The slug stays as it is.',
    'Save',
  ],
  [
    'ja',
    'カテゴリー「Tokyo」を編集 – Kawaraban',
    'カテゴリーを編集',
    ['親カテゴリー', 'スラッグ', 'ラベル', '説明'],
    'スラッグは変更できません。',
    '保存',
  ],
] as const)('shows what is saved, in %s', async ([language, title, heading, fields, fixed, action]) => {
  const { main, api } = await open({ language });
  const [parent, slug, label, description] = fields;
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('combobox', { name: parent })).toHaveProperty('value', 'Events');
  const slugField = main().getByRole('textbox', { name: slug, description: fixed });
  expect(slugField).toHaveProperty('value', 'tokyo');
  expect(slugField).toHaveProperty('readOnly', true);
  expect(main().getByRole('textbox', { name: label })).toHaveProperty('value', 'Tokyo');
  expect(main().getByRole('textbox', { name: description })).toHaveProperty('value', 'The capital');
  expect(main().getByRole('button', { name: action })).toBeTruthy();
  expect(api.sent(adminCategoryApi.find)).toMatchObject([{ params: { serviceId: 'news', slug: 'tokyo' } }]);
});

test('leads to the not-found page for an unknown category', async () => {
  const refuse = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminCategoryApi.find, refuse) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('reports a failed load and offers to try again', async () => {
  const refuse = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminCategoryApi.find, refuse) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`${LIST}/tokyo/edit`);
});

test('saves what was changed and returns to the list', async () => {
  const opened = await open();
  const { user, api, address } = opened;
  api.answer(adminCategoryApi.update, tokyo);
  await user.clear(fieldOf(opened, 'Label'));
  await user.type(fieldOf(opened, 'Label'), '東京 ');
  await user.clear(fieldOf(opened, 'Description'));
  await user.click(parentOf(opened));
  await user.click(screen.getByRole('treeitem', { name: 'Notes' }));
  await save(opened);
  await screen.findByText('Edit completed');
  await expect.poll(address).toBe(LIST);
  expect(api.sent(adminCategoryApi.update)).toEqual([
    expect.objectContaining({
      params: { serviceId: 'news', slug: 'tokyo' },
      body: { parentCategorySlug: 'notes', slug: 'tokyo', label: '東京', description: '' },
    }),
  ]);
  expect(api.sent(adminCategoryApi.isSlugFree)).toEqual([]);
});

test('a category cannot go below itself', async () => {
  const opened = await open();
  await opened.user.click(parentOf(opened));
  const disabled = screen.getAllByRole('treeitem').filter((item) => item.getAttribute('aria-disabled') === 'true');
  expect(disabled.map(({ textContent }) => textContent)).toEqual(['Tokyo', 'Shibuya']);
  await opened.user.click(screen.getByRole('treeitem', { name: 'Shibuya' }));
  await opened.user.keyboard('{Escape}');
  expect(parentOf(opened).value).toBe('Events');
});

test('a missing label is refused and gets the focus', async () => {
  const opened = await open();
  await opened.user.clear(fieldOf(opened, 'Label'));
  await save(opened);
  const label = opened.main().getByRole('textbox', { name: 'Label', description: /^Input required/ });
  expect(document.activeElement).toBe(label);
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('shows the server’s complaint at the parent and keeps the input', async () => {
  const refuse = () => {
    const errors = [{ field: 'parent_category_slug', message: fieldMessages.invalid }];
    throw httpError(400, { message: messages.categoriesTooDeep, errors });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, refuse) });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await opened.main().findByText('Categories cannot be nested any deeper');
  expect(opened.main().getByRole('combobox', { description: /^Invalid input/ })).toBe(document.activeElement);
  expect(fieldOf(opened, 'Label').value).toBe('Tokyo!');
});

test('says that the category is gone when it was deleted meanwhile', async () => {
  const refuse = () => {
    throw httpError(404, { message: messages.categoryMissing });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, refuse) });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await opened.main().findByText('This category does not exist');
  expect(fieldOf(opened, 'Label').value).toBe('Tokyo!');
});

test('asks before changes are left, and not without changes', async () => {
  const opened = await open();
  const { main, user, address } = opened;
  await user.type(fieldOf(opened, 'Label'), '!');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(`${LIST}/tokyo/edit`);
  await user.type(fieldOf(opened, 'Label'), '{Backspace}');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await expect.poll(address).toBe(LIST);
});
