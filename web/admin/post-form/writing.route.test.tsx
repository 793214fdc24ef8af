import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { passToForm } from '../drafts/use-post-draft.ts';
import { adminPost } from '../posts/post.fixtures.ts';
import { bodyText, field, fill, openCreate, openEdit, press, writeBody } from './post-form.fixtures.ts';
import { valuesOfDuplicate } from './post-form-values.ts';

afterEach(() => localStorage.clear());

const body = () => screen.getByLabelText('Body', { selector: '.cm-content' });
const settings = (name = 'Settings') => screen.queryByRole('region', { name });

test('a new post starts in its title, and Enter leads into the body', async () => {
  const { user } = await openCreate();
  await screen.findByLabelText('Body', { selector: '.cm-content' });
  await expect.poll(() => document.activeElement).toBe(field('Title'));
  await user.keyboard('A tour{Enter}');
  await expect.poll(() => document.activeElement).toBe(body());
  expect(field('Title').value).toBe('A tour');
});

test('Enter that ends a composition stays in the title', async () => {
  await openCreate();
  field('Title').focus();
  fireEvent.keyDown(field('Title'), { key: 'Enter', isComposing: true });
  expect(document.activeElement).toBe(field('Title'));
});

test('line breaks pasted into the title become spaces', async () => {
  await openCreate();
  fill('Title', 'A tour\n of the bridge');
  expect(field('Title').value).toBe('A tour of the bridge');
});

test('arrow up in the first line leads back to the title', async () => {
  const { user } = await openCreate();
  await writeBody('One line');
  act(() => body().focus());
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(field('Title'));
});

testInLanguages([
  ['en', 'four words of text', '4 words · 15 characters · 1 min read'],
  ['ja', '瓦版とは江戸のニュース', '11文字 · 約1分で読めます'],
] as const)('counts the text once typing pauses, in %s', async ([language, text, line]) => {
  await openEdit({ language, post: adminPost({ body: text, bodyFormat: 'text', editorMode: 'text' }) });
  expect(await screen.findByText(line)).toBeTruthy();
});

test('the outline leads to a heading of the body', async () => {
  const { user } = await openEdit({ post: adminPost({ body: '## One\n\ntext\n\n## Two', bodyFormat: 'markdown' }) });
  const outline = await screen.findByText('Outline');
  const items = within(outline.closest('details') as HTMLElement).getAllByRole('button', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(['One', 'Two']);
  await bodyText();
  await user.click(items[1] as HTMLElement);
  expect(document.activeElement).toBe(body());
});

testInLanguages([
  ['en', 'Settings'],
  ['ja', '設定'],
] as const)('settings fold away and stay folded, in %s', async ([language, name]) => {
  const first = await openEdit({ language });
  expect(settings(name)).toBeTruthy();
  await press(first, name);
  expect(settings(name)).toBeNull();
  cleanup();
  await openEdit({ language });
  expect(settings(name)).toBeNull();
});

test('an error in folded settings opens them', async () => {
  const opened = await openCreate();
  await press(opened, 'Settings');
  fill('Title', 'A tour');
  fill('Content ID', 'abc');
  fill('Slug', 'tour');
  await press(opened, 'Save draft');
  await screen.findByText('Use 4 to 64 lowercase letters, digits, hyphens and underscores');
  expect(settings()).toBeTruthy();
  expect(document.activeElement).toBe(field('Content ID'));
  expect(opened.api.sent(adminPostApi.create)).toEqual([]);
});

test('full screen hides the settings until Escape', async () => {
  const opened = await openEdit();
  const button = () => screen.getByRole('button', { name: 'Full screen' });
  await opened.user.click(button());
  expect(button().getAttribute('aria-pressed')).toBe('true');
  expect(settings()).toBeNull();
  field('Title').focus();
  await opened.user.keyboard('{Escape}');
  expect(button().getAttribute('aria-pressed')).toBe('false');
  expect(settings()).toBeTruthy();
});

test('a duplicate begins with the content of the post, but is new', async () => {
  const post = adminPost({ title: 'A tour', slug: 'tour', body: 'Along.', description: 'In one line', revision: 7 });
  passToForm({ postId: '', values: valuesOfDuplicate(post, 'A tour (copy)'), isSaved: false, cursor: undefined });
  const opened = await openCreate();
  expect(await bodyText()).toBe('Along.');
  expect(['Title', 'Slug', 'Description'].map((label) => field(label).value)).toEqual([
    ...['A tour (copy)', '', 'In one line'],
  ]);
  fill('Slug', 'tour-2');
  await press(opened, 'Save draft');
  await expect
    .poll(() => opened.api.sent(adminPostApi.create))
    .toMatchObject([{ body: { slug: 'tour-2', body: 'Along.' } }]);
});
