import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { group } from './group.fixtures.ts';
import * as route from './group-edit.route.tsx';

const GROUP = '/admin/posts/news/groups/trees';

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/groups/:slug/edit',
    at: `${GROUP}/edit`,
    ...options,
    api: (api) => {
      api.answer(adminPostGroupApi.find, group([]));
      options.api?.(api);
    },
  });
}

function labelOf({ main }: OpenScreen): HTMLInputElement {
  return main().getByRole<HTMLInputElement>('textbox', { name: 'Label' });
}

function save({ main, user }: OpenScreen): Promise<void> {
  return user.click(main().getByRole('button', { name: 'Save' }));
}

testInLanguages([
  [
    'en',
    'Edit Trees – Kawaraban',
    'Edit post group',
    'Label',
    'Slug',
    'The slug can’t be changed.',
    ['Save', 'Cancel'],
  ],
  [
    'ja',
    '「Trees」を編集 – Kawaraban',
    '投稿グループを編集',
    '名前',
    'スラッグ',
    'スラッグは変更できません。',
    ['保存', 'キャンセル'],
  ],
] as const)('shows the stored group, in %s', async ([language, title, heading, label, slug, fixed, actions]) => {
  const { main, api } = await open({ language });
  const [saving, cancel] = actions;
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('textbox', { name: label })).toHaveProperty('value', 'Trees');
  const slugField = main().getByRole('textbox', { name: slug, description: fixed });
  expect(slugField).toHaveProperty('value', 'trees');
  expect(slugField).toHaveProperty('readOnly', true);
  expect(main().getByRole('button', { name: saving })).toBeTruthy();
  expect(main().getByRole('link', { name: cancel }).getAttribute('href')).toBe(GROUP);
  expect(api.sent(adminPostGroupApi.find)).toMatchObject([{ params: { serviceId: 'news', slug: 'trees' } }]);
});

test('redirects to the not-found page for an unknown group', async () => {
  const reject = () => {
    throw httpError(404);
  };
  const { address } = await open({ api: (api) => api.answer(adminPostGroupApi.find, reject) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('reports a failed load and offers to try again', async () => {
  const reject = () => {
    throw httpError(500);
  };
  const { main } = await open({ api: (api) => api.answer(adminPostGroupApi.find, reject) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(`${GROUP}/edit`);
});

test('saves the label and opens the group', async () => {
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.update, group([])) });
  const { user, api, address } = opened;
  await user.type(labelOf(opened), ' of the town ');
  await save(opened);
  await screen.findByText('Edit completed');
  await expect.poll(address).toBe(GROUP);
  expect(api.sent(adminPostGroupApi.update)).toEqual([
    expect.objectContaining({
      params: { serviceId: 'news', slug: 'trees' },
      body: { label: 'Trees of the town', revision: 1 },
    }),
  ]);
  expect(api.sent(adminPostGroupApi.isSlugFree)).toEqual([]);
});

test.for([
  ['without letters', ' ', 'Input required'],
  ['that is too long', 'あ'.repeat(201), 'Use no more than 200 characters'],
] as const)('rejects a label %s and focuses it', async ([, wrong, message]) => {
  const opened = await open();
  await opened.user.clear(labelOf(opened));
  await opened.user.paste(wrong);
  await save(opened);
  expect(await opened.main().findByText(message)).toBeTruthy();
  expect(labelOf(opened).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(labelOf(opened));
  expect(opened.api.sent(adminPostGroupApi.update)).toEqual([]);
});

testInLanguages([
  ['en', 'Save', 'Label', 'Saved version', 'Save my changes'],
  ['ja', '保存', '名前', '保存済みの内容', '自分の変更を保存'],
] as const)('shows both labels and keeps mine, in %s', async ([language, action, label, saved, keep]) => {
  const { user, main, api, address } = await open({ language });
  const current = { ...group([]), label: 'Woods', revision: 2 };
  api.answer(adminPostGroupApi.update, ({ body: { revision } }) => {
    if (revision !== 2) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: 3 };
  });
  await user.type(main().getByRole('textbox', { name: label }), '!');
  await user.click(main().getByRole('button', { name: action }));
  const row = within(await main().findByRole('region', { name: label }));
  expect(row.getAllByRole('term')[1]?.textContent).toBe(saved);
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Trees!', 'Woods']);
  await user.click(main().getByRole('button', { name: keep }));
  await expect.poll(address).toBe(GROUP);
  expect(api.sent(adminPostGroupApi.update)[1]?.body).toEqual({ label: 'Trees!', revision: 2 });
});

test('keeps the input when the group is gone', async () => {
  const reject = () => {
    throw httpError(404, { message: messages.groupMissing });
  };
  const opened = await open({ api: (api) => api.answer(adminPostGroupApi.update, reject) });
  await opened.user.type(labelOf(opened), '!');
  await save(opened);
  await opened.main().findByText('This post group does not exist');
  expect(labelOf(opened).value).toBe('Trees!');
  expect(opened.address()).toBe(`${GROUP}/edit`);
});

test('asks before leaving only when there are changes', async () => {
  const opened = await open();
  const { main, user, address } = opened;
  await user.type(labelOf(opened), '!');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(`${GROUP}/edit`);
  await user.type(labelOf(opened), '{Backspace}');
  await user.click(main().getByRole('link', { name: 'Cancel' }));
  await expect.poll(address).toBe(GROUP);
});
