import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { postSlugApi } from '#contract/post-addresses.ts';
import { type OpenScreen, SITE_CONFIG } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { field, fill, openCreate, press } from './post-form.fixtures.ts';

const slugs = (autoSlugSet: boolean, isEnableSlugAutoSetButton = true) => ({
  post: { ...SITE_CONFIG.post, autoSlugSet: { isEnabled: autoSlugSet, format: 'YYYYMMDD' }, isEnableSlugAutoSetButton },
});

async function typeTitle({ user }: OpenScreen, title: string): Promise<void> {
  await user.type(field('Title'), title);
  await user.tab();
}

test('offers a slug when the title field loses focus', async () => {
  const opened = await openCreate({ config: slugs(false) });
  await typeTitle(opened, 'Edo');
  await expect.poll(() => field('Slug').value).toBe('by-title');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(opened.api.sent(postSlugApi.propose)).toEqual([
    { params: { serviceId: 'news' }, query: { by: 'title', title: 'Edo', timeZone }, body: undefined },
  ]);
});

test('selects an offered slug in the focused field', async () => {
  const opened = await openCreate({ config: slugs(false) });
  const answer = Promise.withResolvers<{ slug: string; madeOf: 'title' }>();
  opened.api.answer(postSlugApi.propose, () => answer.promise);
  await typeTitle(opened, 'Edo');
  await opened.user.click(field('Slug'));
  answer.resolve({ slug: 'edo', madeOf: 'title' });
  await expect.poll(() => field('Slug').value).toBe('edo');
  await opened.user.keyboard('mine');
  expect(field('Slug').value).toBe('mine');
});

test('offers the date when automatic slugs are enabled', async () => {
  const opened = await openCreate({ config: slugs(true) });
  await typeTitle(opened, 'Edo');
  await expect.poll(() => field('Slug').value).toBe('by-date');
});

test('offers no slug for a title without usable letters', async () => {
  const opened = await openCreate({ config: slugs(false) });
  opened.api.answer(postSlugApi.propose, { slug: '261101', madeOf: 'date' });
  await typeTitle(opened, '瓦版');
  await expect.poll(() => opened.api.sent(postSlugApi.propose)).toHaveLength(1);
  await screen.findByLabelText('Body', { selector: '.cm-content' });
  expect(field('Slug').value).toBe('');
});

test('does not replace a typed slug', async () => {
  const opened = await openCreate({ config: slugs(false) });
  fill('Slug', 'mine');
  await typeTitle(opened, 'Edo');
  await screen.findByText('Available');
  expect(opened.api.sent(postSlugApi.propose)).toEqual([]);
});

test.for([
  ['Date', 'by-date'],
  ['Random string', 'by-random'],
  ['From the title', 'by-title'],
] as const)('proposes a slug on demand: %s', async ([choice, slug]) => {
  const opened = await openCreate();
  fill('Title', 'Edo');
  fill('Slug', 'mine');
  await press(opened, 'Generate');
  await opened.user.click(await screen.findByRole('menuitem', { name: choice }));
  await expect.poll(() => field('Slug').value).toBe(slug);
  expect(screen.queryByText('The title has no characters that work in a slug, so the date was used')).toBeNull();
});

test('offers no title proposal without a title', async () => {
  const opened = await openCreate();
  await press(opened, 'Generate');
  await screen.findByRole('menuitem', { name: 'Date' });
  expect(screen.queryByRole('menuitem', { name: 'From the title' })).toBeNull();
});

testInLanguages([
  [
    'en',
    'Title',
    'Generate',
    'From the title',
    'Slug',
    'The title has no characters that work in a slug, so the date was used',
  ],
  [
    ...['ja', 'タイトル', '自動入力', 'タイトルから', 'スラッグ'],
    'タイトルからスラッグを作れないため、日付を使いました',
  ],
] as const)('falls back to the date for unusable titles, in %s', async ([language, ...words]) => {
  const [title = '', auto = '', fromTitle = '', slug = '', notice = ''] = words;
  const opened = await openCreate({ language: language === 'ja' ? 'ja' : 'en' });
  opened.api.answer(postSlugApi.propose, { slug: '261101', madeOf: 'date' });
  fill(title, '瓦版');
  await press(opened, auto);
  await opened.user.click(await screen.findByRole('menuitem', { name: fromTitle }));
  await screen.findByText(notice);
  expect(field(slug).value).toBe('261101');
});

test('reports a failed proposal', async () => {
  const opened = await openCreate();
  opened.api.answer(postSlugApi.propose, () => {
    throw httpError(500);
  });
  await press(opened, 'Generate');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Date' }));
  await screen.findByText('Error occurred');
  expect(field('Slug').value).toBe('');
});

test('hides the proposals when they are disabled', async () => {
  await openCreate({ config: slugs(true, false) });
  await expect.poll(() => screen.queryByRole('button', { name: 'Generate', hidden: true })).toBeNull();
});

test('shows that a slug is free', async () => {
  const { api } = await openCreate();
  fill('Slug', 'tour');
  expect((await screen.findByText('Available')).getAttribute('role')).toBe('status');
  expect(api.sent(adminPostApi.isSlugFree)).toMatchObject([{ query: { slug: 'tour' } }]);
});

test('shows that a slug is taken before saving', async () => {
  const opened = await openCreate({ api: (api) => api.answer(adminPostApi.isSlugFree, false) });
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  await screen.findByText('Already in use');
  expect(screen.queryByText('Available')).toBeNull();
  await press(opened, 'Save draft');
  await screen.findByText('Correct inputs with error');
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
});

test('validates the slug format without a request', async () => {
  const { api } = await openCreate();
  fill('Slug', 'no slug');
  await screen.findByText('Use only letters, digits, hyphens and underscores');
  expect(api.sent(adminPostApi.isSlugFree)).toEqual([]);
});
