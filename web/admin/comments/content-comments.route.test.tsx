import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminComment, adminCommentApi } from '#contract/admin-comments.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminComment, answerComments, CONTENT_ID } from './comment.fixtures.ts';
import * as route from './content-comments.route.tsx';

const first = adminComment('a', { body: 'first' });
const second = adminComment('b', { body: 'second', publishStatus: 'publish' });

const PATH = `/admin/comments/news/content/${CONTENT_ID}`;

interface ContentOptions extends Partial<ScreenOptions> {
  readonly comments?: readonly AdminComment[];
}

function open({ at = PATH, comments = [second, first], ...options }: ContentOptions = {}): Promise<OpenScreen> {
  return openScreen(route, {
    path: 'comments/:serviceId/content/:contentId',
    at,
    ...options,
    api: (api) => {
      answerComments(api, comments);
      options.api?.(api);
    },
  });
}

const main = () => within(screen.getByRole('main'));
const bodies = () => [...document.querySelectorAll('.comment-body')].map(({ textContent }) => textContent);
const tabs = () => [...document.querySelectorAll('.comment-tabs a')].map((tab) => tab.textContent);

testInLanguages([
  ['en', 'Comments on On the making of paper – Manage Comments – Kawaraban', 'Comments for this content ID', 'All 2'],
  ['ja', '「On the making of paper」のコメント – コメントの管理 – Kawaraban', 'このコンテンツIDのコメント', 'すべて 2'],
] as const)('lists the comments of one content, in %s', async ([language, title, heading, all]) => {
  const { api } = await open({ language });
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(document.querySelector('.comment-content-line')?.textContent).toBe(`On the making of paper${CONTENT_ID}`);
  expect(bodies()).toEqual(['second', 'first']);
  expect(tabs()[0]).toBe(all);
  const params = { serviceId: 'news', contentId: CONTENT_ID };
  expect(api.sent(adminCommentApi.listOfContent)).toMatchObject([{ params, query: { order: 'desc', count: 20 } }]);
  expect(api.sent(adminCommentApi.counts)).toMatchObject([{ query: { contentId: CONTENT_ID } }]);
});

test('content without a post is titled by its ID', async () => {
  const answer = { items: [first], pagerKey: null, pageToken: null, posts: [] };
  await open({
    at: '/admin/comments/news/content/guestbook',
    api: (api) => api.answer(adminCommentApi.listOfContent, answer),
  });
  expect(document.title).toBe('Comments on guestbook – Manage Comments – Kawaraban');
  expect(document.querySelector('.comment-content-line')?.textContent).toBe('guestbook');
});

test('comments do not repeat the content ID', async () => {
  await open();
  expect(main().queryByRole('link', { name: CONTENT_ID })).toBeNull();
  expect(main().queryByRole('link', { name: 'All comments on this content ID' })).toBeNull();
  expect(main().queryByRole('switch')).toBeNull();
});

test('shows a skeleton while comments load', async () => {
  const pending = Promise.withResolvers<{ items: AdminComment[]; pagerKey: null; pageToken: null; posts: [] }>();
  await open({ isLoading: true, api: (api) => api.answer(adminCommentApi.listOfContent, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Comments' });
  expect(main().getByRole('status').textContent).toBe('Loading');
  pending.resolve({ items: [first], pagerKey: null, pageToken: null, posts: [] });
  await main().findByRole('article');
});

testInLanguages([
  ['en', 'No comments yet'],
  ['ja', 'コメントはまだありません'],
] as const)('shows a notice when a content has no comments, in %s', async ([language, text]) => {
  await open({ language, comments: [] });
  expect(main().getByText(text)).toBeTruthy();
});

test('reports a failed load and offers to try again', async () => {
  const fail = () => {
    throw httpError(500);
  };
  await open({ api: (api) => api.answer(adminCommentApi.listOfContent, fail) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(PATH);
});

test.for([400, 404])('redirects to the not-found page (%s)', async (status) => {
  const missing = () => {
    throw httpError(status);
  };
  const { address } = await open({ api: (api) => api.answer(adminCommentApi.listOfContent, missing) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('tabs and search keep the content ID', async () => {
  const { user, api, address } = await open();
  await user.click(main().getByRole('link', { name: 'Published 1' }));
  await expect.poll(bodies).toEqual(['second']);
  expect(address()).toBe(`${PATH}?publishStatus=publish`);
  await user.type(main().getByRole('searchbox'), 'nowhere');
  await main().findByText('No matching comments');
  expect(address()).toBe(`${PATH}?publishStatus=publish&q=nowhere`);
  expect(api.sent(adminCommentApi.listOfContent).at(-1)?.query).toMatchObject({
    publishStatus: 'publish',
    q: 'nowhere',
  });
});

test("publishes a comment and updates the content's counts", async () => {
  const { user, api } = await open();
  const [, card] = main().getAllByRole('article');
  await user.click(within(card as HTMLElement).getByRole('button', { name: 'Publish' }));
  await screen.findByText('1 comment published', { selector: '.toast *' });
  await expect.poll(tabs).toEqual(['All 2', 'Unconfirmed 0', 'Published 2', 'Unpublished 0', 'Deleted 0']);
  await expect.poll(() => api.sent(adminCommentApi.counts)).toHaveLength(2);
  expect(api.sent(adminCommentApi.counts).at(-1)?.query).toEqual({ contentId: CONTENT_ID });
  expect(api.sent(adminCommentApi.changeStatus)).toMatchObject([{ params: { commentId: first.commentId } }]);
});

test('viewers read comments but cannot change them', async () => {
  const { user, api } = await open({ role: 'viewer' });
  await user.keyboard('j');
  await expect.poll(() => document.activeElement?.querySelector('.comment-body')?.textContent).toBe('first');
  await user.keyboard('dx');
  expect(bodies()).toEqual(['second', 'first']);
  expect(api.sent(adminCommentApi.delete)).toEqual([]);
  expect(main().queryByRole('button', { name: /Publish|Delete/ })).toBeNull();
  expect(main().queryByRole('checkbox')).toBeNull();
});
