import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { translationApi } from '#contract/translations.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { BLOCKS, ORIGINAL_ID, review } from './translation.fixtures.ts';
import * as route from './translation.route.tsx';

function open(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'posts/:serviceId/:postId/translation',
    at: `/admin/posts/news/${ORIGINAL_ID}/translation`,
    ...options,
    api: (api) => {
      api.answer(translationApi.blocks, review());
      options.api?.(api);
    },
  });
}

/** Answers like the server, which takes the marked blocks as they are. */
function answerReviews(options: Partial<ScreenOptions> = {}): Promise<OpenScreen> {
  let blocks = BLOCKS;
  return open({
    ...options,
    api: (api) => {
      api.answer(translationApi.blocks, () => review(blocks));
      api.answer(translationApi.review, ({ body }) => {
        const isMarked = (block: (typeof BLOCKS)[number]) =>
          body.blocks === 'all' || body.blocks.includes((block.original ?? block.former)?.fingerprint ?? '');
        blocks = blocks.map((block) => (isMarked(block) ? { ...block, state: 'current' } : block));
        return review(blocks);
      });
    },
  });
}

const rowsOf = ({ main }: OpenScreen) =>
  within(main().getByRole('table'))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 0);

test('shows the blocks of both posts side by side with their states', async () => {
  const opened = await open({ role: 'viewer' });
  expect(opened.main().getByRole('heading', { level: 1 }).textContent).toBe('Translation of 町めぐり');
  expect(rowsOf(opened)).toEqual([
    ['A tour', '町めぐり'],
    [
      'ChangedIt starts at removed: 9added: 10 by the river.',
      '川沿いを9時に出発します。Only in the original: 10Only in the translation: 9',
    ],
    ['NewBring an umbrella.', 'Not in the translation'],
    ['Removedremoved: Lunch is included.', '昼食付きです。'],
    ['A bridge', 'A bridgeSame text as the original'],
    ['Only in the translation', '訳者より'],
  ]);
  expect(opened.main().queryByRole('button', { name: /Mark/ })).toBeNull();
});

testInLanguages([
  ['en', 'Translation of 町めぐり', '3 blocks to review', 'Edit translation'],
  ['ja', '「町めぐり」の翻訳', '要確認のブロック：3件', '翻訳を編集'],
] as const)('shows what is to review and links to the editor, in %s', async ([language, heading, count, edit]) => {
  const { main } = await open({ language });
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('status').textContent).toBe(count);
  expect(main().getByRole('link', { name: edit }).getAttribute('href')).toBe(`/admin/posts/news/${ORIGINAL_ID}/edit`);
});

test('marking a block moves the focus to the next one', async () => {
  const { user, main, api } = await answerReviews();
  await user.click(main().getByRole('button', { name: 'Mark as reviewed: It starts at 10 by the river.' }));
  expect(api.sent(translationApi.review)[0]?.body).toEqual({
    blocks: ['of It starts at 10 by the river.'],
    revision: 3,
  });
  await expect
    .poll(() => document.activeElement?.getAttribute('aria-label'))
    .toBe('Mark as reviewed: Bring an umbrella.');
  await user.keyboard('{Enter}');
  await expect
    .poll(() => document.activeElement?.getAttribute('aria-label'))
    .toBe('Mark as reviewed: Lunch is included.');
  expect(main().getByRole('status').textContent).toBe('1 block to review');
});

test('all blocks are marked at once', async () => {
  const { user, main, api } = await answerReviews();
  await user.click(main().getByRole('button', { name: 'Mark all as reviewed' }));
  await expect.poll(() => main().queryByRole('button', { name: /Mark/ })).toBeNull();
  expect(api.sent(translationApi.review)[0]?.body.blocks).toBe('all');
  expect(main().getByRole('status').textContent).toBe('Up to date');
});

test('an original saved meanwhile is shown instead of marking', async () => {
  const { user, main, api } = await open({
    api: (api) =>
      api.answer(translationApi.review, () => {
        throw httpError(409, { message: messages.staleRevision, current: review() });
      }),
  });
  await user.click(main().getByRole('button', { name: 'Mark all as reviewed' }));
  await expect.poll(() => document.body.textContent).toContain('The original has been changed in the meantime.');
  await expect.poll(() => api.sent(translationApi.blocks).length).toBe(2);
});

test('current blocks are hidden on request', async () => {
  const opened = await open();
  await opened.user.click(opened.main().getByRole('checkbox', { name: 'Only blocks to review' }));
  expect(rowsOf(opened)).toHaveLength(3);
});

test('phones show one of the two posts', async () => {
  const { user, main } = await open();
  await user.click(main().getByRole('radio', { name: 'Translation' }));
  expect(main().getByRole('table').dataset.side).toBe('translation');
});
