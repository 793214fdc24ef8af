import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { ACCOUNT, SITE_CONFIG } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost } from '../posts/post.fixtures.ts';
import {
  bodyText,
  CREATE,
  DETAIL,
  field,
  fill,
  openCreate,
  paste,
  press,
  storeDraft,
  writeBody,
} from './post-form.fixtures.ts';

const fail = () => {
  throw httpError(500);
};

const disconnect = () => {
  throw httpError(0);
};

testInLanguages([
  ['en', 'Create post', ['Title', 'Slug', 'Category', 'Tags', 'Description', 'Author'], ['Publish', 'Save draft']],
  ['ja', '記事を作成', ['タイトル', 'スラッグ', 'カテゴリー', 'タグ', '説明', '著者'], ['公開する', '下書き保存']],
] as const)('shows an empty form, in %s', async ([language, heading, labels, buttons]) => {
  const { main } = await openCreate({ language });
  expect(document.title).toBe(`${heading} – Kawaraban`);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(labels.map((label) => field(label).value)).toEqual(labels.map(() => ''));
  for (const name of buttons) expect(main().getByRole('button', { name })).toBeTruthy();
  expect(main().getByRole('link', { current: 'page' }).getAttribute('href')).toBe(CREATE);
});

test('shows a loading state while the form loads', async () => {
  const pending = Promise.withResolvers<Category[]>();
  await openCreate({ isLoading: true, api: (api) => api.answer(categoryApi.list, () => pending.promise) });
  expect(screen.getByText('Loading').getAttribute('role')).toBe('status');
  pending.resolve([]);
  await screen.findByRole('heading', { name: 'Create post' });
});

test('preselects the category of the query string', async () => {
  await openCreate({ at: `${CREATE}?category=food` });
  expect(field('Category').value).toBe('Guide / Food');
});

test('ignores an unknown category in the query string', async () => {
  await openCreate({ at: `${CREATE}?category=gone` });
  expect(field('Category').value).toBe('');
});

test('starts in the configured default editor mode', async () => {
  await openCreate({ config: { post: { ...SITE_CONFIG.post, defaultEditorMode: 'text' } } });
  expect(field('Body format').value).toBe('Plain text');
});

test('reports a failed load and offers to try again', async () => {
  const { main } = await openCreate({ api: (api) => api.answer(categoryApi.list, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(CREATE);
});

test('requires title and slug without sending a request', async () => {
  const opened = await openCreate();
  await writeBody('Kept.');
  await press(opened, 'Save draft');
  expect(await screen.findAllByText('Input required')).toHaveLength(2);
  expect(screen.getByText('Correct inputs with error').closest('[role=alert]')).toBeTruthy();
  expect(document.activeElement).toBe(field('Title'));
  expect(field('Slug').getAttribute('aria-invalid')).toBe('true');
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
  expect(await bodyText()).toBe('Kept.');
});

test.for([
  ['a slug with a space', 'Slug', 'no slug', 'Use only letters, digits, hyphens and underscores'],
  ['a slug like an id', 'Slug', '01m8aaaaaaaaaaaaaaaaaaaaaa', 'This slug is not allowed'],
  ['a short content ID', 'Content ID', 'abc', 'Use 4 to 64 lowercase letters, digits, hyphens and underscores'],
  ['a long tag', 'Tags', 'a'.repeat(129), /No more than 128 characters$/],
  ['31 tags', 'Tags', Array.from({ length: 31 }, (_, index) => `t${index}`).join(','), 'No more than 30 tags'],
] as const)('%s is rejected', async ([, label, text, fieldError]) => {
  const opened = await openCreate();
  fill('Title', 'A tour');
  if (label !== 'Slug') fill('Slug', 'tour');
  await paste(opened, label, text);
  await press(opened, 'Save draft');
  expect(await screen.findByText(fieldError)).toBeTruthy();
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field(label));
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
});

test('invalid JSON is rejected', async () => {
  const opened = await openCreate({ config: { post: { ...SITE_CONFIG.post, defaultEditorMode: 'json' } } });
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await writeBody('{ "one": }');
  await screen.findByText('Invalid JSON on line 1: missing value');
  await press(opened, 'Save draft');
  await screen.findByText('This is not valid JSON');
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
  await writeBody('{ "one": 1 }');
  expect(screen.queryByText('This is not valid JSON')).toBeNull();
});

test('link requires a web address', async () => {
  const opened = await openCreate();
  await press(opened, 'Add link');
  expect(screen.getByRole('button', { name: 'Add link' })).toHaveProperty('disabled', true);
  await paste(opened, 'URL 1', 'javascript:alert(1)');
  await opened.user.tab();
  await screen.findByText('Enter a URL that starts with http:// or https://');
  fill('URL 1', 'https://example.com/map');
  await press(opened, 'Add link');
  await press(opened, 'Delete link 2');
  expect(screen.queryByLabelText('URL 2')).toBeNull();
});

test('saves a draft with everything typed and shows the post', async () => {
  const opened = await openCreate();
  const { user, api, address } = opened;
  fill('Title', ' Everything ');
  fill('Slug', 'everything');
  await writeBody('Some *text*.');
  await paste(opened, 'Category', 'foo');
  await user.click(await screen.findByRole('treeitem', { name: 'Guide / Food' }));
  await paste(opened, 'Tags', 'edo, 版画、still typed');
  fill('Description', 'In one line');
  fill('Author', 'Hanako');
  await user.click(field('Hide from lists'));
  await press(opened, 'Add link');
  fill('URL 1', 'https://example.com/map');
  fill('Label 1', 'Map');
  await press(opened, 'Save draft');
  await screen.findByText('Create completed');
  await expect.poll(address).toBe(DETAIL);
  expect(api.sent(adminPostApi.create)).toMatchObject([
    {
      params: { serviceId: 'news' },
      body: {
        title: 'Everything',
        slug: 'everything',
        status: 'draft',
        category: 'food',
        body: 'Some *text*.',
        bodyFormat: 'markdown',
        editorMode: 'markdown',
        description: 'In one line',
        author: 'Hanako',
        isHiddenInList: true,
        links: [{ id: 1, url: 'https://example.com/map', label: 'Map' }],
        tags: [{ label: 'edo' }, { label: '版画' }, { label: 'still typed' }],
      },
    },
  ]);
});

test('suggests the tags of the service', async () => {
  const { user } = await openCreate();
  await user.click(field('Tags'));
  await user.click(await screen.findByRole('option', { name: 'Ink' }));
  expect(screen.getByText('Ink', { selector: '.mantine-Pill-label' })).toBeTruthy();
});

test('creates a post group from a typed name', async () => {
  const opened = await openCreate();
  const { user, api } = opened;
  api.answer(adminPostGroupApi.create, ({ body, params }) => ({
    ...params,
    slug: body.slug,
    label: body.label,
    postIds: [],
    posts: [],
    revision: 1,
    ...{
      createdAt: '2026-11-01T00:00:00Z',
      createdBy: 'hokusai',
      updatedAt: '2026-11-01T00:00:00Z',
      updatedBy: 'hokusai',
    },
  }));
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await user.type(field('Post groups'), 'River walks');
  await user.click(await screen.findByRole('option', { name: 'Create “River walks”' }));
  await screen.findByText('Post group River walks created');
  await press(opened, 'Save draft');
  await screen.findByText('Create completed');
  expect(api.sent(adminPostGroupApi.create)).toMatchObject([{ body: { slug: 'river-walks', label: 'River walks' } }]);
  expect(api.sent(adminPostApi.create)).toMatchObject([{ body: { groups: ['river-walks'] } }]);
});

test('reloads post groups after a failure', async () => {
  const { user, api } = await openCreate({ api: (each) => each.answer(adminPostGroupApi.list, fail) });
  const status = within((await screen.findByText('The post groups couldn’t be loaded.')) as HTMLElement);
  api.answer(adminPostGroupApi.list, []);
  await user.click(status.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByText('The post groups couldn’t be loaded.')).toBeNull();
});

test('shows a server field error and keeps the typed text', async () => {
  const opened = await openCreate();
  opened.api.answer(adminPostApi.create, () => {
    const errors = [{ field: 'slug', message: fieldMessages.taken }];
    throw httpError(400, { message: messages.validationFailed, errors });
  });
  fill('Title', 'A tour');
  fill('Slug', 'taken-meanwhile');
  await screen.findByText('Available');
  await writeBody('Kept.');
  await press(opened, 'Save draft');
  await screen.findByText('Already in use');
  expect(screen.getByText('Correct inputs with error')).toBeTruthy();
  expect(document.activeElement).toBe(field('Slug'));
  expect([field('Title').value, await bodyText()]).toEqual(['A tour', 'Kept.']);
});

test('Ctrl+S saves and opens the edit form', async () => {
  const opened = await openCreate();
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await opened.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Create completed');
  await expect.poll(opened.address).toBe(`${DETAIL}/edit`);
  expect(opened.api.sent(adminPostApi.create)).toHaveLength(1);
});

test('Enter in a field does not save', async () => {
  const { user, api, address } = await openCreate();
  await user.type(field('Title'), 'A{Enter}');
  expect(address()).toBe(CREATE);
  expect(api.sent(adminPostApi.create)).toEqual([]);
});

test('save without response is retried on request', async () => {
  const opened = await openCreate();
  const { api } = opened;
  api.answer(adminPostApi.create, disconnect).answer(adminPostApi.find, () => {
    throw httpError(404);
  });
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await press(opened, 'Save draft');
  const notice = await screen.findByText(/^Not saved yet/);
  expect(notice.textContent).toMatch(/(In \d+ seconds?|Retrying…)$/);
  api.answer(adminPostApi.create, ({ body }) => adminPost({ title: body.title }));
  await press(opened, 'Retry now');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(api.sent(adminPostApi.create).length).toBeGreaterThan(1);
});

testInLanguages([
  ['en', 500, 'Not saved yet: the server reported an error.'],
  ['en', 503, 'Not saved yet: the server is busy.'],
  ['en', 504, 'Not saved yet: the server didn’t respond in time.'],
  ['ja', 500, 'まだ保存されていません。サーバーでエラーが発生しました。'],
  ['ja', 503, 'まだ保存されていません。サーバーが混み合っています。'],
  ['ja', 504, 'まだ保存されていません。サーバーから時間内に応答がありませんでした。'],
] as const)('shows why a save is retried, in %s, %i', async ([language, status, text]) => {
  const opened = await openCreate({ language });
  opened.api
    .answer(adminPostApi.create, () => {
      throw httpError(status);
    })
    .answer(adminPostApi.find, () => {
      throw httpError(404);
    });
  const words = { en: ['Title', 'Slug', 'Save draft'], ja: ['タイトル', 'スラッグ', '下書き保存'] } as const;
  const [title, slug, save] = words[language];
  fill(title, 'A tour');
  fill(slug, 'tour');
  await press(opened, save);
  await screen.findByText(new RegExp(`^${text}`));
});

test('stops retrying on request', async () => {
  const opened = await openCreate();
  // Leaves a second attempt, on a slow machine, pending.
  opened.api
    .answer(adminPostApi.create, disconnect)
    .answer(adminPostApi.find, () => Promise.withResolvers<ResponseOf<typeof adminPostApi.find>>().promise);
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await press(opened, 'Save draft');
  await screen.findByText(/^Not saved yet/);
  await press(opened, 'Stop retrying');
  expect(screen.queryByText(/^Not saved yet/)).toBeNull();
  expect(field('Title').value).toBe('A tour');
});

test('post with a lost response is created once', async () => {
  await storeDraft('post.news.new', { title: 'A tour', slug: 'tour-of-the-river', body: 'Some text.', sentAs: 'tour' });
  const made = adminPost({ title: 'A tour', body: 'Some text.', createdBy: ACCOUNT.username });
  const opened = await openCreate({
    api: (api) => api.answer(adminPostApi.find, made).answer(adminPostApi.update, { ...made, revision: 2 }),
  });
  await screen.findByText(/restored/);
  await press(opened, 'Save draft');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
  expect(opened.api.sent(adminPostApi.find)).toMatchObject([{ params: { idOrSlug: 'tour' } }]);
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { slug: 'tour-of-the-river', revision: 1 } }]);
});

test('does not take over a post created by somebody else', async () => {
  await storeDraft('post.news.new', { title: 'A tour', slug: 'tour', sentAs: 'tour' });
  const opened = await openCreate({
    api: (api) => api.answer(adminPostApi.find, adminPost({ title: 'A tour', createdBy: 'hiroshige' })),
  });
  await screen.findByText(/restored/);
  await press(opened, 'Save draft');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(opened.api.sent(adminPostApi.create)).toMatchObject([{ body: { slug: 'tour' } }]);
});

test('asks before leaving unsaved changes', async () => {
  const opened = await openCreate();
  const { user, address } = opened;
  fill('Title', 'Half a thought');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(address()).toBe(CREATE);
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await expect.poll(address).toBe('/admin/posts/news');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('kawaraban.draft.'))).toEqual([]);
});
