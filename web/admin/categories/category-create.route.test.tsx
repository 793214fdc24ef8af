import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { categoryApi } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { categoryDetail, categoryList } from './category.fixtures.ts';
import * as route from './category-create.route.tsx';

const LIST = '/admin/categories/news';

function open({ at = `${LIST}/create`, ...options }: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'categories/:serviceId/create',
    at,
    ...options,
    api: (api) => {
      api.answer(categoryApi.list, categoryList());
      api.answer(adminCategoryApi.isSlugFree, ({ query }) => query.slug !== 'guide');
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

function submit({ main, user }: OpenScreen): Promise<void> {
  return user.click(main().getByRole('button', { name: 'Create' }));
}

testInLanguages([
  [
    'en',
    'Create category',
    ['Parent category', 'Leave empty for a top-level category.', 'None (top level)'],
    ['Slug', 'Lowercase letters, digits and hyphens. You can’t change it later.'],
    ['Label', 'The name that readers see, up to 200 characters'],
    ['Description', 'Shown at the top of the category’s page, up to 1000 characters (optional)'],
    ['Create', 'Cancel'],
  ],
  [
    'ja',
    'カテゴリーを作成',
    ['親カテゴリー', '空欄にすると最上位になります。', 'なし（最上位）'],
    ['スラッグ', '英小文字、数字、ハイフンが使えます。あとから変更できません。'],
    ['名前', '読者に表示される名前です。200文字まで。'],
    ['説明', 'カテゴリーのページの先頭に表示されます。1000文字まで（任意）。'],
    ['作成', 'キャンセル'],
  ],
] as const)('shows an empty form, in %s', async ([language, title, parent, slug, label, text, [save, cancel]]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  const box = main().getByRole('combobox', { name: parent[0], description: parent[1] });
  expect(box.getAttribute('placeholder')).toBe(parent[2]);
  for (const [name, description] of [slug, label, text]) {
    expect(main().getByRole('textbox', { name, description })).toHaveProperty('value', '');
  }
  expect(main().getByRole('button', { name: save })).toBeTruthy();
  expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe(LIST);
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(categoryApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`${LIST}/create`);
});

test.for([
  ['tokyo', 'Events / Tokyo'],
  ['nowhere', ''],
] as const)('query parameter preselects the parent %s', async ([slug, value]) => {
  const opened = await open({ at: `${LIST}/create?parent=${slug}` });
  expect(parentOf(opened).value).toBe(value);
});

test('rejects an empty form and focuses the slug', async () => {
  const opened = await open();
  const { main, api } = opened;
  await submit(opened);
  for (const name of ['Slug', 'Label']) {
    const field = main().getByRole('textbox', { name, description: /^Input required/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(fieldOf(opened, 'Description').getAttribute('aria-invalid')).not.toBe('true');
  expect(document.activeElement).toBe(fieldOf(opened, 'Slug'));
  expect(api.sent(adminCategoryApi.create)).toEqual([]);
});

test('focuses the label when the slug is valid', async () => {
  const opened = await open();
  await opened.user.type(fieldOf(opened, 'Slug'), 'autumn');
  await submit(opened);
  expect(document.activeElement).toBe(fieldOf(opened, 'Label'));
  expect(opened.api.sent(adminCategoryApi.create)).toEqual([]);
});

test('validates fields on blur', async () => {
  const opened = await open();
  for (const [name, wrong, message] of [
    ['Slug', 'Foo!', 'Use only lowercase letters, digits and hyphens, up to 128 characters'],
    ['Slug', 'create', 'This slug is not allowed'],
    ['Slug', 'root', 'This slug is not allowed'],
    ['Label', '  ', 'Input required'],
    ['Label', 'あ'.repeat(201), 'Use no more than 200 characters'],
    ['Description', 'a'.repeat(1001), 'Use no more than 1000 characters'],
  ] as const) {
    const field = fieldOf(opened, name);
    await opened.user.clear(field);
    await opened.user.paste(wrong);
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    await opened.user.tab();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(opened.main().getByText(message, { selector: '[id$=-error]' })).toBeTruthy();
    await opened.user.type(field, 'x');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
  }
});

testInLanguages([
  ['en', 'Slug', 'This slug is already in use', 'This slug is available.'],
  ['ja', 'スラッグ', 'このスラッグはすでに使われています', 'このスラッグは使えます。'],
] as const)('shows whether a slug is free, in %s', async ([language, name, taken, free]) => {
  const opened = await open({ language });
  const { main, user, api } = opened;
  const slug = fieldOf(opened, name);
  await user.click(slug);
  await user.paste('guide');
  await main().findByText(taken);
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  await user.paste('-2');
  await main().findByText(free);
  expect(slug.getAttribute('aria-invalid')).not.toBe('true');
  expect(api.sent(adminCategoryApi.isSlugFree).map(({ query }) => query)).toEqual([
    { slug: 'guide' },
    { slug: 'guide-2' },
  ]);
});

test('creates a category and returns to the list', async () => {
  const opened = await open({ at: `${LIST}/create?parent=events` });
  const { user, api, address } = opened;
  api.answer(adminCategoryApi.create, categoryDetail('tokyo'));
  await user.type(fieldOf(opened, 'Slug'), ' osaka ');
  await user.type(fieldOf(opened, 'Label'), ' 大阪 ');
  await user.type(fieldOf(opened, 'Description'), 'West');
  await submit(opened);
  await screen.findByText('Create completed');
  await expect.poll(address).toBe(LIST);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminCategoryApi.create)).toEqual([
    expect.objectContaining({
      params: { serviceId: 'news' },
      body: { parentCategorySlug: 'events', slug: 'osaka', label: '大阪', description: 'West', pictureId: '' },
    }),
  ]);
});

test('Enter in a field submits the form', async () => {
  const opened = await open();
  opened.api.answer(adminCategoryApi.create, categoryDetail('tokyo'));
  await opened.user.type(fieldOf(opened, 'Slug'), 'osaka');
  await opened.user.type(fieldOf(opened, 'Label'), 'Osaka{Enter}');
  await expect.poll(opened.address).toBe(LIST);
  expect(opened.api.sent(adminCategoryApi.create)).toMatchObject([{ body: { parentCategorySlug: '', slug: 'osaka' } }]);
});

test('shows server errors at their fields', async () => {
  const opened = await open({ at: `${LIST}/create?parent=events` });
  const { main, user, api, address } = opened;
  const errors = [
    { field: 'slug', message: fieldMessages.taken },
    { field: 'parent_category_slug', message: fieldMessages.invalid },
  ];
  api.answer(adminCategoryApi.create, () => {
    throw httpError(400, { message: messages.parentCategoryUnknown, errors });
  });
  await user.type(fieldOf(opened, 'Slug'), 'osaka');
  await user.type(fieldOf(opened, 'Label'), 'Osaka');
  await submit(opened);
  await main().findByText('This parent category does not exist');
  expect(main().getByRole('textbox', { name: 'Slug', description: /^Already in use/ })).toBeTruthy();
  expect(main().getByRole('combobox', { description: /^Invalid input/ })).toBe(document.activeElement);
  expect(fieldOf(opened, 'Slug').value).toBe('osaka');
  expect(fieldOf(opened, 'Label').value).toBe('Osaka');
  expect(address()).toBe(`${LIST}/create?parent=events`);
});

test.for([
  [500, '', 'Error occurred'],
  [0, '', 'Create failed. The server can’t be reached. Your changes are still here.'],
  [400, messages.tooManyCategories, 'You’ve reached the maximum number of categories'],
] as const)('keeps the input after a %i response: %s', async ([status, message, text]) => {
  const opened = await open();
  const { main, user, api } = opened;
  api.answer(adminCategoryApi.create, () => {
    throw httpError(status, { message });
  });
  await user.type(fieldOf(opened, 'Slug'), 'osaka');
  await user.type(fieldOf(opened, 'Label'), 'Osaka');
  await submit(opened);
  await expect.poll(() => main().getByRole('alert').textContent?.trim()).toBe(text);
  expect(fieldOf(opened, 'Label').value).toBe('Osaka');
  api.answer(adminCategoryApi.create, categoryDetail('tokyo'));
  await submit(opened);
  await expect.poll(opened.address).toBe(LIST);
});

test('parent is found by Japanese text and keyboard', async () => {
  const list = categoryList().map((each) => (each.slug === 'guide' ? { ...each, label: '使い方' } : each));
  const opened = await open({ api: (api) => api.answer(categoryApi.list, list) });
  const { user } = opened;
  const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
  await user.type(parentOf(opened), '使い方');
  expect(names()).toEqual(['使い方']);
  await user.keyboard('{Enter}');
  expect(parentOf(opened).value).toBe('使い方');
  await user.click(opened.main().getByRole('button', { name: 'Clear Parent category' }));
  expect(parentOf(opened).value).toBe('');
  expect(document.activeElement).toBe(parentOf(opened));
  await user.keyboard('{ArrowDown}');
  expect(names()).toEqual(['使い方', 'Events', 'Tokyo', 'Shibuya', 'Notes', 'Ink']);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
  expect(names()).toEqual(['使い方', 'Events', 'Notes', 'Ink']);
  expect(screen.getByRole('treeitem', { name: 'Events' }).getAttribute('aria-expanded')).toBe('false');
  expect(parentOf(opened).getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('treeitem', { name: 'Events' }).id,
  );
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(parentOf(opened).value).toBe('Events / Tokyo');
  await user.type(parentOf(opened), 'zzz');
  expect(screen.getByText('No matching categories')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(parentOf(opened).value).toBe('Events / Tokyo');
});

test('picker shows a notice when no category exists', async () => {
  const opened = await open({ api: (api) => api.answer(categoryApi.list, categoryList({})) });
  await opened.user.click(parentOf(opened));
  expect(screen.getByText('No categories yet.')).toBeTruthy();
});

test('asks before leaving unsaved input', async () => {
  const opened = await open();
  const { main, user, address } = opened;
  await user.type(fieldOf(opened, 'Slug'), 'Foo!');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(`${LIST}/create`);
  expect(fieldOf(opened, 'Slug').getAttribute('aria-invalid')).toBe('true');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe(LIST);
});

test('restores unsaved input and discards it on request', async () => {
  const before = await open();
  await before.user.type(fieldOf(before, 'Label'), '催し');
  cleanup();
  const opened = await open();
  await opened.main().findByText(/^Unsaved changes restored from/);
  expect(fieldOf(opened, 'Label').value).toBe('催し');
  await opened.user.click(opened.main().getByRole('button', { name: 'Discard' }));
  expect(fieldOf(opened, 'Label').value).toBe('');
});
