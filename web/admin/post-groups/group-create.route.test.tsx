import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fieldMessages, messages } from '#contract/errors.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { group } from './group.fixtures.ts';
import * as route from './group-create.route.tsx';

const LIST = '/admin/posts/news/groups';

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/groups/create',
    at: `${LIST}/create`,
    ...options,
    api: (api) => {
      api.answer(adminPostGroupApi.isSlugFree, ({ query }) => query.slug !== 'taken');
      options.api?.(api);
    },
  });
}

function fieldOf({ main }: OpenScreen, name: string): HTMLInputElement {
  return main().getByRole<HTMLInputElement>('textbox', { name });
}

function submit({ main, user }: OpenScreen): Promise<void> {
  return user.click(main().getByRole('button', { name: 'Create' }));
}

testInLanguages([
  [
    'en',
    'Create post group',
    ['Label', 'The name that readers see'],
    ['Slug', 'Lowercase letters, digits and hyphens. You can’t change it later.'],
    ['Create', 'Cancel'],
  ],
  [
    'ja',
    '投稿グループを作成',
    ['名前', '読者に表示される名前です。'],
    ['スラッグ', '英小文字、数字、ハイフンが使えます。あとから変更できません。'],
    ['作成', 'キャンセル'],
  ],
] as const)('shows an empty form, in %s', async ([language, title, label, slug, [save, cancel]]) => {
  const { main } = await open({ language });
  expect(document.title).toBe(`${title} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(title);
  for (const [name, description] of [label, slug]) {
    expect(main().getByRole('textbox', { name, description })).toHaveProperty('value', '');
  }
  expect(main().getByRole('button', { name: save })).toBeTruthy();
  expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe(LIST);
});

test('rejects an empty form and focuses the label', async () => {
  const opened = await open();
  await submit(opened);
  for (const name of ['Label', 'Slug']) {
    const field = opened.main().getByRole('textbox', { name, description: /^Input required/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  }
  expect(document.activeElement).toBe(fieldOf(opened, 'Label'));
  expect(opened.api.sent(adminPostGroupApi.create)).toEqual([]);
});

test('validates fields on blur', async () => {
  const opened = await open();
  for (const [name, wrong, message] of [
    ['Slug', 'Foo!', 'Use only lowercase letters, digits and hyphens'],
    ['Slug', 'slug', 'This slug is not allowed'],
    ['Slug', '0'.repeat(26), 'This slug is not allowed'],
    ['Slug', 'taken', 'Already in use'],
    ['Label', '  ', 'Input required'],
    ['Label', 'あ'.repeat(201), 'Use no more than 200 characters'],
  ] as const) {
    const field = fieldOf(opened, name);
    await opened.user.clear(field);
    await opened.user.paste(wrong);
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    await opened.user.tab();
    await opened.main().findByText(message);
    expect(field.getAttribute('aria-invalid'), wrong).toBe('true');
    await submit(opened);
    expect(opened.api.sent(adminPostGroupApi.create)).toEqual([]);
  }
});

test('suggests a slug when the label is left', async () => {
  const opened = await open();
  await opened.user.type(fieldOf(opened, 'Label'), 'Été à Paris!');
  await opened.user.tab();
  expect(fieldOf(opened, 'Slug').value).toBe('ete-a-paris');
  await opened.user.type(fieldOf(opened, 'Label'), ' 2');
  await opened.user.tab();
  expect(fieldOf(opened, 'Slug').value).toBe('ete-a-paris');
});

test('creates a group and opens it', async () => {
  const opened = await open();
  const { user, api, address } = opened;
  api.answer(adminPostGroupApi.create, group([]));
  await user.type(fieldOf(opened, 'Label'), ' 木 ');
  await user.type(fieldOf(opened, 'Slug'), ' trees ');
  await submit(opened);
  await screen.findByText('Create completed');
  await expect.poll(address).toBe(`${LIST}/trees`);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(adminPostGroupApi.create)).toEqual([
    expect.objectContaining({ params: { serviceId: 'news' }, body: { label: '木', slug: 'trees' } }),
  ]);
});

test('Enter in a field submits the form', async () => {
  const opened = await open();
  opened.api.answer(adminPostGroupApi.create, group([]));
  await opened.user.type(fieldOf(opened, 'Label'), 'Trees');
  await opened.user.tab();
  await opened.user.keyboard('{Enter}');
  await expect.poll(opened.address).toBe(`${LIST}/trees`);
});

test('shows a server error at the slug', async () => {
  const reject = () => {
    const errors = [{ field: 'slug', message: fieldMessages.taken }];
    throw httpError(400, { message: messages.groupSlugTaken, errors });
  };
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.create, reject) });
  await opened.user.type(fieldOf(opened, 'Label'), 'Trees');
  await opened.user.tab();
  await submit(opened);
  const slug = await opened.main().findByRole('textbox', { name: 'Slug', description: /^Already in use/ });
  expect(document.activeElement).toBe(slug);
  expect(fieldOf(opened, 'Label').value).toBe('Trees');
  expect(fieldOf(opened, 'Slug').value).toBe('trees');
});

test.for([
  [500, '', 'Error occurred'],
  [0, '', 'Create failed. The server can’t be reached. Your changes are still here.'],
  [400, messages.tooManyGroups, 'You’ve reached the maximum number of post groups'],
] as const)('keeps the input after a %i response: %s', async ([status, message, text]) => {
  const opened = await open();
  const { main, user, api } = opened;
  api.answer(adminPostGroupApi.create, () => {
    throw httpError(status, { message });
  });
  await user.type(fieldOf(opened, 'Label'), 'Trees');
  await user.tab();
  await submit(opened);
  await expect.poll(() => main().getByRole('alert').textContent?.trim()).toBe(text);
  expect(fieldOf(opened, 'Label').value).toBe('Trees');
  api.answer(adminPostGroupApi.create, group([]));
  await submit(opened);
  await expect.poll(opened.address).toBe(`${LIST}/trees`);
});

test('failed slug check does not block the form', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.isSlugFree, fail) });
  opened.api.answer(adminPostGroupApi.create, group([]));
  await opened.user.type(fieldOf(opened, 'Label'), 'Trees');
  await opened.user.tab();
  await opened.user.tab();
  await submit(opened);
  await expect.poll(opened.address).toBe(`${LIST}/trees`);
  expect(opened.api.sent(adminPostGroupApi.isSlugFree)).toMatchObject([{ query: { slug: 'trees' } }]);
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
  await before.user.type(fieldOf(before, 'Label'), '特集');
  cleanup();
  const opened = await open();
  await opened.main().findByText(/^Unsaved changes restored from/);
  expect(fieldOf(opened, 'Label').value).toBe('特集');
  await opened.user.click(opened.main().getByRole('button', { name: 'Discard' }));
  expect(fieldOf(opened, 'Label').value).toBe('');
});
