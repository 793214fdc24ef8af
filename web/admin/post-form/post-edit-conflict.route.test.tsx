import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { messages } from '#contract/errors.ts';
import { ACCOUNT, type OpenScreen } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminPost, tagNamed } from '../posts/post.fixtures.ts';
import { bodyText, DETAIL, EDIT, field, fill, openEdit, press, writeBody } from './post-form.fixtures.ts';

const theirs = adminPost({
  revision: 4,
  title: 'Their tour',
  body: 'Their words.',
  tags: [tagNamed('Ink')],
  updatedAt: '2026-11-06T12:00:00Z',
  updatedBy: 'hiroshige',
});

function saveAgainst({ api }: OpenScreen, current: AdminPost): void {
  api.answer(adminPostApi.update, ({ body }) => {
    if (body.revision !== current.revision) throw httpError(409, { message: messages.staleRevision, current });
    return { ...current, revision: current.revision + 1 };
  });
}

async function openConflict(current = theirs, button = 'Save draft') {
  const opened = await openEdit();
  await writeBody('My words.');
  fill('Author', 'Hanako');
  saveAgainst(opened, current);
  await press(opened, button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else has saved this post' }));
  await dialog.findByRole('button', { name: 'Use full text: Saved version' });
  return { ...opened, dialog };
}

test('shows both versions and the author of the other', async () => {
  const { dialog, user, api } = await openConflict();
  await dialog.findByText('Saved by Hiroshige,', { exact: false });
  expect(dialog.getByText('Draft')).toBeTruthy();
  const title = within(dialog.getByRole('radiogroup', { name: 'Title' }));
  expect(title.getByRole('radio', { name: 'Saved version' })).toHaveProperty('checked', true);
  expect(title.getByText('Their tour')).toBeTruthy();
  expect(title.getByText('A tour')).toBeTruthy();
  const author = within(dialog.getByRole('radiogroup', { name: 'Author' }));
  expect(author.getByRole('radio', { name: 'Your changes' })).toHaveProperty('checked', true);
  const body = dialog.getByRole('region', { name: 'Body' }).textContent;
  expect(body).toContain('Their words.');
  expect(body).toContain('My words.');

  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog', { hidden: true })).toBeNull();
  expect([await bodyText(), field('Title').value, field('Author').value]).toEqual(['My words.', 'A tour', 'Hanako']);
  expect(api.sent(adminPostApi.update)).toHaveLength(1);
});

test('shows both versions in Japanese', { tags: ['extended'] }, async () => {
  const opened = await openEdit({ language: 'ja' });
  fill('著者', 'Hanako');
  saveAgainst(opened, theirs);
  await press(opened, '下書き保存');
  const dialog = within(await screen.findByRole('dialog', { name: 'ほかの人がこの記事を保存しました' }));
  await dialog.findByText('保存した人：Hiroshige、', { exact: false });
  expect(within(dialog.getByRole('radiogroup', { name: 'タグ' })).getByRole('radio', { name: '両方' })).toBeTruthy();
  for (const name of ['自分の変更で上書き', '保存済みの内容を使う', '選択した内容で保存']) {
    expect(dialog.getByRole('button', { name })).toBeTruthy();
  }
});

test('takes their version and keeps mine as a draft', async () => {
  const { dialog, user, api } = await openConflict();
  await user.click(dialog.getByRole('button', { name: 'Use the saved version' }));
  await expect.poll(() => field('Title').value).toBe('Their tour');
  expect([await bodyText(), field('Author').value]).toEqual(['Their words.', '']);
  await screen.findByText('Your own changes are kept in this browser.', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Restore', hidden: true }));
  await expect.poll(() => field('Author').value).toBe('Hanako');
  expect(await bodyText()).toBe('My words.');
  expect(api.sent(adminPostApi.update)).toHaveLength(1);
});

test('overwrites their version on explicit request only', async () => {
  const { dialog, user, api, address } = await openConflict();
  await user.click(dialog.getByRole('button', { name: 'Overwrite with my changes' }));
  await expect.poll(address).toBe(DETAIL);
  expect(api.sent(adminPostApi.update)).toMatchObject([
    { body: { revision: 3 } },
    { body: { revision: 4, title: 'A tour', body: 'My words.', author: 'Hanako', tags: [] } },
  ]);
});

test('saves the chosen fields of both versions', async () => {
  const { dialog, user, api, address } = await openConflict();
  await user.click(dialog.getByRole('button', { name: 'Use full text: Saved version' }));
  await user.click(within(dialog.getByRole('radiogroup', { name: 'Tags' })).getByRole('radio', { name: 'Both' }));
  await user.click(dialog.getByRole('button', { name: 'Save selection' }));
  await expect.poll(address).toBe(DETAIL);
  expect(api.sent(adminPostApi.update).at(-1)).toMatchObject({
    body: { revision: 4, title: 'Their tour', body: 'Their words.', author: 'Hanako', tags: [{ label: 'Ink' }] },
  });
});

test('asks before saving a draft over a published post', async () => {
  const { dialog, user, api, address } = await openConflict({ ...theirs, status: 'published', postStatus: 'publish' });
  expect(dialog.getByText('Published')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Overwrite with my changes' }));
  const question = within(await screen.findByRole('dialog', { name: 'Publish “A tour”?' }));
  expect(api.sent(adminPostApi.update)).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Publish now' }));
  await expect.poll(address).toBe(DETAIL);
  expect(api.sent(adminPostApi.update).at(-1)?.body).toMatchObject({ revision: 4, body: 'My words.' });
});

test('treats its own save without response as done', async () => {
  const opened = await openEdit();
  fill('Title', 'Saved already');
  saveAgainst(opened, adminPost({ revision: 4, title: 'Saved already' }));
  await press(opened, 'Save draft');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(opened.api.sent(adminPostApi.update)).toHaveLength(1);
});

test('offers whole bodies when the formats differ', async () => {
  const opened = await openEdit();
  await writeBody('My words.');
  saveAgainst(opened, { ...theirs, bodyFormat: 'text', editorMode: 'text' });
  await press(opened, 'Save draft');
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else has saved this post' }));
  const body = within(dialog.getByRole('radiogroup', { name: 'Body' }));
  expect(body.getByText('Their words.')).toBeTruthy();
  await opened.user.click(body.getByRole('radio', { name: 'Saved version – Plain text' }));
  await opened.user.click(dialog.getByRole('button', { name: 'Save selection' }));
  await expect.poll(opened.address).not.toBe(EDIT);
  expect(opened.api.sent(adminPostApi.update).at(-1)).toMatchObject({
    body: { body: 'Their words.', bodyFormat: 'text', editorMode: 'text' },
  });
});

test('merges by itself with an own save elsewhere that changed other fields', async () => {
  const opened = await openEdit();
  await writeBody('My words.');
  const own = { ...adminPost({ revision: 4, tags: [tagNamed('Ink')] }), updatedBy: ACCOUNT.username };
  saveAgainst(opened, own);
  await press(opened, 'Save draft');
  await screen.findByText('Merged with what you saved on another device or page');
  await expect.poll(opened.address).toBe(DETAIL);
  expect(screen.queryByRole('dialog')).toBeNull();
  const last = opened.api.sent(adminPostApi.update).at(-1);
  expect(last?.body).toMatchObject({ revision: 4, body: 'My words.', tags: [{ label: 'Ink' }] });
});

testInLanguages([
  ['en', 'Save draft', 'You have saved this post on another device or page'],
  ['ja', '下書き保存', '別の端末や画面で、自分がこの記事を保存しています'],
] as const)('names an own save of the same field as such, in %s', async ([language, button, title]) => {
  const opened = await openEdit({ language });
  fill(language === 'en' ? 'Author' : '著者', 'Hanako');
  saveAgainst(opened, { ...adminPost({ revision: 4, author: 'Taro' }), updatedBy: ACCOUNT.username });
  await press(opened, button);
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});
