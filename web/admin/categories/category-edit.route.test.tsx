import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminCategoryDetail, adminCategoryApi } from '#contract/admin-categories.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { categoryApi } from '#contract/categories.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { type FakeApi, httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminFile } from '../files/file.fixtures.ts';
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
    'Edit category',
    ['Parent category', 'Slug', 'Label', 'Description'],
    'The slug can’t be changed.',
    'Save',
  ],
  [
    'ja',
    'カテゴリー「Tokyo」を編集 – Kawaraban',
    'カテゴリーを編集',
    ['親カテゴリー', 'スラッグ', '名前', '説明'],
    'スラッグは変更できません。',
    '保存',
  ],
] as const)('shows the stored category, in %s', async ([language, title, heading, fields, fixed, action]) => {
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

test('redirects to the not-found page for an unknown category', async () => {
  const reject = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminCategoryApi.find, reject) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('reports a failed load and offers to try again', async () => {
  const reject = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminCategoryApi.find, reject) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`${LIST}/tokyo/edit`);
});

test('saves changes and returns to the list', async () => {
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
      body: { parentCategorySlug: 'notes', label: '東京', description: '', revision: 1 },
    }),
  ]);
  expect(api.sent(adminCategoryApi.isSlugFree)).toEqual([]);
});

function answerChanged(api: FakeApi, change: Partial<AdminCategoryDetail>): void {
  let current = { ...tokyo, ...change, revision: 2 };
  api.answer(adminCategoryApi.update, ({ body: { label = current.label, revision } }) => {
    if (revision !== current.revision) throw httpError(409, { message: messages.staleRevision, current });
    current = { ...current, label, revision: current.revision + 1 };
    return current;
  });
}

testInLanguages([
  [
    'en',
    'Save',
    'This was changed elsewhere while you were editing',
    'Your changes',
    'Saved version',
    'Save my changes',
  ],
  ['ja', '保存', '編集中に、ほかの場所で変更されました', '自分の変更', '保存済みの内容', '自分の変更を保存'],
] as const)('shows both versions and keeps mine, in %s', async ([language, action, title, yours, saved, keep]) => {
  const opened = await open({ language });
  const { user, main, api, address } = opened;
  answerChanged(api, { label: 'Edo', description: 'The old capital', parents: [] });
  const label = main().getByDisplayValue('Tokyo');
  await user.type(label, '!');
  await user.click(main().getByRole('button', { name: action }));
  const heading = await main().findByRole('heading', { name: title });
  expect(document.activeElement).toBe(heading);
  expect(textsOf('term')).toEqual([yours, saved]);
  expect(textsOf('definition')).toEqual(['Tokyo!', 'Edo']);
  expect(main().getByDisplayValue('The old capital')).toBeTruthy();
  expect(main().getByRole('combobox')).toHaveProperty('value', '');
  expect(label).toHaveProperty('value', 'Tokyo!');
  await user.tab();
  expect(document.activeElement?.textContent).toBe(keep);
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe(LIST);
  expect(api.sent(adminCategoryApi.update).map(({ body }) => body)).toEqual([
    { label: 'Tokyo!', revision: 1 },
    { label: 'Tokyo!', revision: 2 },
  ]);
});

function textsOf(role: 'term' | 'definition'): (string | null)[] {
  return screen.getAllByRole(role).map(({ textContent }) => textContent);
}

test('takes the saved version and leaves without a question', async () => {
  const opened = await open();
  const { user, main, api, address } = opened;
  answerChanged(api, { label: 'Edo' });
  await user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await user.click(await main().findByRole('button', { name: 'Keep the saved version' }));
  expect(fieldOf(opened, 'Label').value).toBe('Edo');
  expect(document.activeElement).toBe(parentOf(opened));
  expect(main().queryByRole('heading', { level: 2 })).toBeNull();
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await expect.poll(address).toBe(LIST);
});

test('second save does not overwrite the saved version', async () => {
  const opened = await open();
  answerChanged(opened.api, { label: 'Edo' });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await opened.main().findByRole('button', { name: 'Save my changes' });
  await save(opened);
  await expect.poll(() => opened.api.sent(adminCategoryApi.update)).toHaveLength(2);
  expect(opened.api.sent(adminCategoryApi.update)[1]?.body.revision).toBe(1);
  expect(textsOf('definition')).toEqual(['Tokyo!', 'Edo']);
});

test('merges changes of different fields', async () => {
  const opened = await open();
  answerChanged(opened.api, { description: 'The old capital' });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await expect.poll(opened.address).toBe(LIST);
  expect(opened.api.sent(adminCategoryApi.update).map(({ body }) => body)).toEqual([
    { label: 'Tokyo!', revision: 1 },
    { label: 'Tokyo!', revision: 2 },
  ]);
});

test('shows both versions of a draft from an older revision', async () => {
  const before = await open();
  await before.user.type(fieldOf(before, 'Label'), '!');
  cleanup();
  const saved = { ...tokyo, label: 'Edo', revision: 2 };
  const after = await open({ api: (api) => api.answer(adminCategoryApi.find, saved) });
  answerChanged(after.api, { label: 'Edo' });
  await after.main().findByText(/^Unsaved changes restored from/);
  await save(after);
  await after.main().findByRole('button', { name: 'Save my changes' });
  expect(textsOf('definition')).toEqual(['Tokyo!', 'Edo']);
});

test('chooses an image from the library and removes it', async () => {
  const crane = adminFile();
  const opened = await open({
    api: (api) => {
      api.answer(adminFileApi.list, { items: [crane], pagerKey: null, pageToken: null });
      api.answer(adminCategoryApi.update, { ...tokyo, revision: 2 });
    },
  });
  const { user, main, api } = opened;
  await user.click(main().getByRole('button', { name: 'Choose from library' }));
  const picker = within(await screen.findByRole('dialog', { name: 'Choose an image' }));
  await user.click(await picker.findByRole('button', { name: /crane\.png/ }));
  await main().findByText('crane.png');
  await user.click(main().getByRole('button', { name: 'Remove' }));
  expect(main().queryByText('crane.png')).toBeNull();
  await user.click(main().getByRole('button', { name: 'Choose from library' }));
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: /crane\.png/ }));
  await save(opened);
  await expect.poll(opened.address).toBe(LIST);
  expect(api.sent(adminCategoryApi.update)).toMatchObject([{ body: { pictureId: crane.fileId, revision: 1 } }]);
});

test('sends nothing without changes', async () => {
  const opened = await open();
  await save(opened);
  await expect.poll(opened.address).toBe(LIST);
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('category cannot become its own descendant', async () => {
  const opened = await open();
  await opened.user.click(parentOf(opened));
  const disabled = screen.getAllByRole('treeitem').filter((item) => item.getAttribute('aria-disabled') === 'true');
  expect(disabled.map(({ textContent }) => textContent)).toEqual(['Tokyo', 'Shibuya']);
  await opened.user.click(screen.getByRole('treeitem', { name: 'Shibuya' }));
  await opened.user.keyboard('{Escape}');
  expect(parentOf(opened).value).toBe('Events');
});

test('rejects a missing label and focuses it', async () => {
  const opened = await open();
  await opened.user.clear(fieldOf(opened, 'Label'));
  await save(opened);
  const label = opened.main().getByRole('textbox', { name: 'Label', description: /^Input required/ });
  expect(document.activeElement).toBe(label);
  expect(opened.api.sent(adminCategoryApi.update)).toEqual([]);
});

test('shows a server error at the parent', async () => {
  const reject = () => {
    const errors = [{ field: 'parent_category_slug', message: fieldMessages.invalid }];
    throw httpError(400, { message: messages.categoriesTooDeep, errors });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, reject) });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await opened.main().findByText('Categories can’t be nested any deeper');
  expect(opened.main().getByRole('combobox', { description: /^Invalid input/ })).toBe(document.activeElement);
  expect(fieldOf(opened, 'Label').value).toBe('Tokyo!');
});

test('reports a category deleted in the meantime', async () => {
  const reject = () => {
    throw httpError(404, { message: messages.categoryMissing });
  };
  const opened = await open({ api: (api) => api.answer(adminCategoryApi.update, reject) });
  await opened.user.type(fieldOf(opened, 'Label'), '!');
  await save(opened);
  await opened.main().findByText('This category does not exist');
  expect(fieldOf(opened, 'Label').value).toBe('Tokyo!');
});

test('asks before leaving only when there are changes', async () => {
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
