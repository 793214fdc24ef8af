import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { postReviewApi } from '#contract/publishing.ts';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { CREATE, DETAIL, field, fill, openCreate, press, writeBody } from './post-form.fixtures.ts';

const TIME = 'Publish date and time';

async function openFilled(publishAt = '') {
  const opened = await openCreate();
  fill('Title', 'A tour');
  fill('Slug', 'tour');
  if (publishAt !== '') fill(TIME, publishAt);
  return opened;
}

async function question(name = 'Publish “A tour”?') {
  return within(await screen.findByRole('dialog', { name }));
}

testInLanguages([
  ['en', 'Title', 'Slug', 'Publish', 'Publish “A tour”?', 'In search results', 'Publish now', 'No issues found.'],
  ['ja', 'タイトル', 'スラッグ', '公開する', '「A tour」の公開', '検索結果', '今すぐ公開', undefined],
] as const)('asks before publishing, in %s', async ([language, title, slug, action, heading, text, now, nothing]) => {
  const opened = await openCreate({ language });
  fill(title, 'A tour');
  fill(slug, 'tour');
  await press(opened, action);
  const dialog = await question(heading);
  expect(dialog.getByText(text).closest('figure')?.textContent).toContain('A tour – News');
  if (nothing) await dialog.findByText(nothing);
  await opened.user.click(dialog.getByRole('button', { name: now }));
  await expect.poll(opened.address).toBe(DETAIL);
  expect(opened.api.sent(adminPostApi.create)).toMatchObject([{ body: { status: 'publish', slug: 'tour' } }]);
});

test('publishes nothing when the confirmation is canceled', async () => {
  const opened = await openFilled();
  await press(opened, 'Publish');
  await opened.user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(opened.address()).toBe(CREATE);
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
});

test('validates the form before asking', async () => {
  const opened = await openCreate();
  await press(opened, 'Publish');
  await screen.findByText('Correct inputs with error');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opened.api.sent(postReviewApi.review)).toEqual([]);
});

test('lists review findings before publishing', async () => {
  const pending = Promise.withResolvers<ResponseOf<typeof postReviewApi.review>>();
  const opened = await openFilled();
  opened.api.answer(postReviewApi.review, () => pending.promise);
  await writeBody('# Text');
  await press(opened, 'Publish');
  const dialog = await question();
  expect(dialog.getByText('Checking the post…')).toBeTruthy();
  pending.resolve({
    findings: [
      { kind: 'noDescription' },
      { kind: 'imageWithoutAlt', name: 'wave.png' },
      { kind: 'brokenLink', address: '/posts/news/gone', why: 'missing' },
      { kind: 'brokenLink', address: '/posts/news/draft', why: 'notPublished' },
      { kind: 'brokenLink', address: '#nowhere', why: 'noSuchPlace' },
      { kind: 'headingSkipped', text: 'Deep', from: 1, to: 3 },
    ],
    more: 2,
  });
  const list = within(await dialog.findByRole('list', { name: 'Before you publish' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'No description. Lists and search engines will show the beginning of the text instead.',
    'Image without alternative text: wave.png',
    'Broken link: /posts/news/gone',
    'Link to a post that is not published: /posts/news/draft',
    'Link to a section that does not exist: #nowhere',
    'A level 3 heading follows a level 1 heading: Deep',
  ]);
  expect(dialog.getByText('and 2 more')).toBeTruthy();
  expect(opened.api.sent(postReviewApi.review)).toMatchObject([
    { body: { body: '# Text', bodyFormat: 'markdown', description: '', slug: 'tour', images: [] } },
  ]);
});

test('publishes even if the review fails', async () => {
  const opened = await openFilled();
  opened.api.answer(postReviewApi.review, () => {
    throw httpError(500);
  });
  await press(opened, 'Publish');
  const dialog = await question();
  await dialog.findByText('The post couldn’t be checked. You can still publish it.');
  await opened.user.click(dialog.getByRole('button', { name: 'Publish now' }));
  await expect.poll(opened.address).toBe(DETAIL);
});

test('schedules a future time, rounded up to ten minutes', async () => {
  const opened = await openFilled('2099-07-01T10:07');
  const note = screen.getByText('Scheduled for', { exact: false, selector: 'output' });
  const shown = note.querySelector('time')?.getAttribute('datetime') ?? '';
  expect(Date.parse(shown)).toBe(new Date('2099-07-01T10:10').getTime());
  await press(opened, 'Schedule');
  await opened.user.click((await question()).getByRole('button', { name: /^Schedule for Jul 1, 2099, 10:10/ }));
  await expect.poll(opened.address).toBe(DETAIL);
  const publishAt = new Date('2099-07-01T10:07').toISOString().replace('.000Z', 'Z');
  expect(opened.api.sent(adminPostApi.create)).toMatchObject([{ body: { status: 'publish', publishAt } }]);
});

test('schedules from the dialog', async () => {
  const opened = await openFilled();
  await press(opened, 'Publish');
  const dialog = await question();
  await opened.user.click(dialog.getByRole('radio', { name: 'At a time' }));
  expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText(TIME), { target: { value: '2099-07-01T10:00' } });
  await opened.user.click(dialog.getByRole('button', { name: /^Schedule for Jul 1, 2099, 10:00/ }));
  await expect.poll(opened.address).toBe(DETAIL);
  const publishAt = new Date('2099-07-01T10:00').toISOString().replace('.000Z', 'Z');
  expect(opened.api.sent(adminPostApi.create)).toMatchObject([{ body: { status: 'publish', publishAt } }]);
});

test('offers immediate publishing for a time in the past', async () => {
  const opened = await openFilled('2020-07-01T10:07');
  expect(screen.getByText('This time has passed, so the post is published right away.')).toBeTruthy();
  await press(opened, 'Publish');
  const dialog = await question();
  expect(dialog.queryByRole('button', { name: /^Schedule/ })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Publish now' })).toBeTruthy();
});

test('sets the current time and clears it', async () => {
  const opened = await openCreate();
  const before = Date.now() - 60_000;
  await press(opened, 'Use current time');
  expect(new Date(field(TIME).value).getTime()).toBeGreaterThanOrEqual(before);
  expect(new Date(field(TIME).value).getTime()).toBeLessThanOrEqual(Date.now());
  await press(opened, 'Clear');
  expect(field(TIME).value).toBe('');
  expect(screen.getByText('Leave empty to publish right away.')).toBeTruthy();
});
