import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost } from './post.fixtures.ts';
import {
  bodyText,
  type EditOptions,
  field,
  fill,
  keepDraft,
  openEdit,
  POST_ID,
  press,
  workingCopy,
  writeBody,
} from './post-form.fixtures.ts';

const AUTOSAVE_MS = 3000;

/** Opens the form with timers that {@link pause} moves on. */
function openWithTimers(options: EditOptions = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return openEdit(options);
}

async function pause(milliseconds = AUTOSAVE_MS): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

testInLanguages([
  ['en', 'What you typed and did not save is back, from', 'Title', 'Body'],
  ['ja', '保存していなかった入力内容を復元しました：', 'タイトル', '本文'],
] as const)('opens with what was typed elsewhere, in %s', async ([language, notice, title, body]) => {
  const content = { title: 'Typed elsewhere', body: 'New text.' };
  await openWithTimers({ language, copy: workingCopy({ content }) });
  const shown = await screen.findByText(notice);
  expect(shown.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-05T12:00:00Z');
  expect([field(title).value, await bodyText(body)]).toEqual(['Typed elsewhere', 'New text.']);
});

test('opens as saved when the copy says nothing new', async () => {
  await openWithTimers({ copy: workingCopy({ content: { title: 'A tour' } }) });
  expect(await bodyText()).toBe('Along the *river*.');
  expect(screen.queryByText(/is back, from/)).toBeNull();
});

test('prefers text of this browser to an older copy', async () => {
  await keepDraft(`post.news.${POST_ID}`, { title: 'Typed here', revision: 3 });
  await openWithTimers({ copy: workingCopy({ updatedAt: '2020-11-05T12:00:00Z' }) });
  await screen.findByText(/^Unsaved changes were restored, from/);
  expect(field('Title').value).toBe('Typed here');
});

test('discards the copy', async () => {
  const opened = await openWithTimers({ copy: workingCopy() });
  await screen.findByText(/is back, from/);
  await press(opened, 'Discard it');
  expect(screen.queryByText(/is back, from/)).toBeNull();
  expect(field('Title').value).toBe('A tour');
  await expect.poll(() => opened.api.sent(workingCopyApi.delete)).toHaveLength(1);
});

test('says that the post was saved since the copy', async () => {
  await openWithTimers({ post: adminPost({ revision: 4 }), copy: workingCopy({ isStale: true }) });
  await screen.findByText('The post has been saved since. When you save, you will see both versions.');
});

test('saves the copy on the version that it began with', async () => {
  const opened = await openWithTimers({ post: adminPost({ revision: 4 }), copy: workingCopy({ isStale: true }) });
  await screen.findByText(/is back, from/);
  await press(opened, 'Save draft');
  await screen.findByText('Edit completed');
  expect(opened.api.sent(adminPostApi.update)).toMatchObject([{ body: { title: 'Typed elsewhere', revision: 3 } }]);
});

testInLanguages([
  ['en', 'Title', /^Autosaved \d{2}:\d{2}$/],
  ['ja', 'タイトル', /^\d{2}:\d{2} に自動保存しました$/],
] as const)('autosaves after a pause, in %s', async ([language, title, saved]) => {
  const { api } = await openWithTimers({ language });
  fill(title, 'Typed');
  expect(api.sent(workingCopyApi.put)).toEqual([]);
  await pause();
  expect((await screen.findByText(saved)).getAttribute('role')).toBe('status');
  expect(api.sent(workingCopyApi.put)).toMatchObject([
    { params: { serviceId: 'news', idOrSlug: POST_ID }, body: { title: 'Typed', baseRevision: 3 } },
  ]);
});

test('autosaves the body', async () => {
  const { api } = await openWithTimers();
  await writeBody('New text.');
  await pause();
  await screen.findByText(/^Autosaved/);
  expect(api.sent(workingCopyApi.put)).toMatchObject([{ body: { body: 'New text.', bodyFormat: 'markdown' } }]);
});

test('removes the copy when the text is typed back', async () => {
  const { api } = await openWithTimers();
  fill('Title', 'Typed');
  await pause();
  await screen.findByText(/^Autosaved/);
  fill('Title', 'A tour');
  await pause();
  await expect.poll(() => api.sent(workingCopyApi.delete)).toHaveLength(1);
  expect(screen.queryByText(/^Autosaved/)).toBeNull();
});

test('says that an autosave failed, and tries again', async () => {
  const opened = await openWithTimers();
  opened.api.answer(workingCopyApi.put, () => {
    throw httpError(0);
  });
  fill('Title', 'Typed');
  await pause();
  await screen.findByText(/^Not autosaved\. What you typed is kept in this browser/);
  expect(
    screen
      .queryAllByRole('alert', { hidden: true })
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('');
  opened.api.answer(workingCopyApi.put, workingCopy());
  await pause(10_000);
  await screen.findByText(/^Autosaved/);
});

test('autosaves on the new version after a save by key', async () => {
  const opened = await openWithTimers();
  fill('Title', 'Saved');
  await opened.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('Edit completed');
  fill('Title', 'Typed after it');
  await pause();
  await screen.findByText(/^Autosaved/);
  expect(opened.api.sent(workingCopyApi.put).at(-1)).toMatchObject({
    body: { baseRevision: 4, title: 'Typed after it' },
  });
});

test('forgets the copy when the form is left on purpose', async () => {
  const opened = await openWithTimers({ copy: workingCopy() });
  await screen.findByText(/is back, from/);
  await opened.user.click(screen.getByRole('link', { name: 'Cancel', hidden: true }));
  await opened.user.click(await screen.findByRole('button', { name: 'Leave' }));
  await expect.poll(opened.address).toBe('/admin/posts/news');
  await expect.poll(() => opened.api.sent(workingCopyApi.delete)).toHaveLength(1);
});

test('offers to sign in when an autosave finds the session lost', async () => {
  const opened = await openWithTimers();
  localStorage.clear();
  fill('Title', 'Typed');
  await pause();
  await screen.findByText('Your session has ended. What you type is kept in this browser.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(opened, 'Sign in');
  await screen.findByRole('dialog', { name: 'Sign in again' });
});
