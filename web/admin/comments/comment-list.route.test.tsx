import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminComment, adminCommentApi, HoldReason } from '#contract/admin-comments.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { type OpenScreen, openScreen, type ScreenOptions, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { adminComment, answerComments, CONTENT_ID, contentPage, paper } from './comment.fixtures.ts';
import * as route from './comment-list.route.tsx';

const third = adminComment('c', { body: 'third' });
const second = adminComment('b', { body: 'second' });
const first = adminComment('a', { body: 'first' });
const shown = adminComment('p', { body: 'shown', publishStatus: 'publish' });
const hidden = adminComment('u', { body: 'hidden', publishStatus: 'unpublish' });
const binned = adminComment('d', { body: 'binned', deletedAt: '2026-11-04T12:00:00Z', deletedBy: 'hokusai' });
const everything = [third, second, first, shown, hidden, binned];

interface ListOptions extends Partial<ScreenOptions> {
  readonly comments?: readonly AdminComment[];
}

interface OpenList extends OpenScreen {
  readonly stored: Map<string, AdminComment>;
}

async function open({ at = '/admin/comments/news', comments = everything, ...options }: ListOptions = {}) {
  let stored = new Map<string, AdminComment>();
  const opened = await openScreen(route, {
    path: 'comments/:serviceId',
    at,
    ...options,
    api: (api) => {
      stored = answerComments(api, comments);
      options.api?.(api);
    },
  });
  return { ...opened, stored } satisfies OpenList;
}

const UNCONFIRMED = '/admin/comments/news?publishStatus=unconfirm';
const BIN = '/admin/comments/news?isDeleted=1';

const main = () => within(screen.getByRole('main'));
const cards = () => main().queryAllByRole('article');
const bodies = () => cards().map((card) => card.querySelector('.comment-body')?.textContent);
const cardElement = (body: string) => {
  const found = cards().find((card) => card.querySelector('.comment-body')?.textContent === body);
  if (!found) throw new Error(`No comment “${body}” among ${bodies().join(', ')}`);
  return found;
};
const card = (body: string) => within(cardElement(body));
const tabs = () => [...document.querySelectorAll('.comment-tabs a')].map((tab) => tab.textContent);
const toast = async (text: string) => {
  const found = await screen.findByText(text, { selector: '.toast *' });
  return within(found.closest('.toast') as HTMLElement);
};
const focused = () => document.activeElement?.querySelector('.comment-body')?.textContent;
const expectAtHand = async (body: string) => {
  await expect.poll(focused).toBe(body);
  expect(cardElement(body).getAttribute('aria-current')).toBe('true');
};
const fail = (status: number) => () => {
  throw httpError(status);
};

testInLanguages([
  [
    'en',
    'Comment list for News – Comments Management – Kawaraban',
    'Comments',
    'Content IDs',
    'Comments by status',
    'Post',
  ],
  [
    'ja',
    '「News」のコメント一覧 – コメント管理 – Kawaraban',
    'コメント',
    'コンテンツIDの管理',
    '状態別のコメント',
    'コメント先の記事',
  ],
] as const)('lists the comments of a service, in %s', async ([language, title, heading, settings, label, about]) => {
  const { api } = await open({ language });
  expect(document.title).toBe(title);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(main().getByRole('list', { name: heading })).toBeTruthy();
  expect(bodies()).toEqual(['third', 'second', 'first', 'shown', 'hidden']);
  const link = main().getByRole('link', { name: settings });
  expect(link.getAttribute('href')).toBe('/admin/settings/news/content');
  expect(main().getByRole('navigation', { name: label })).toBeTruthy();
  const texts = { en: ['All', 'Unconfirmed', 'Published', 'Unpublished', 'Deleted'], ja: japaneseTabs }[language];
  expect(tabs()).toEqual([5, 3, 1, 1, 1].map((count, at) => `${texts[at]} ${count}`));
  expect(within(main().getByRole('complementary')).getByRole('region', { name: about }).textContent).toContain(
    'On the making of paper',
  );
  expect(api.sent(adminCommentApi.list)).toMatchObject([
    { params: { serviceId: 'news' }, query: { order: 'desc', count: 20, isDeleted: false } },
  ]);
});

const japaneseTabs = ['すべて', '未確認', '公開中', '非公開', '削除済み'];

testInLanguages([
  [
    'en',
    ['Hanako', 'Account hanako', 'Age: 20', 'Area: 京都', 'Nov 3, 2026', 'Published'],
    ['Previously held: too many links', 'Edited by the author Nov 4, 2026', 'Sender ID 3f2a'],
  ],
  [
    'ja',
    ['Hanako', 'アカウントhanako', '年齢：20', '地域：京都', '2026年11月3日', '公開中'],
    ['保留されていた理由：リンクが多すぎます', '投稿者が編集済み 2026年11月4日', '送信元ID 3f2a'],
  ],
] as const)('shows author, state and marks, in %s', async ([language, head, marks]) => {
  const profiles = { nickname: 'Hanako', age: '20', area: '京都' };
  const author = { profiles, authorKind: 'user', authorName: 'hanako' } as const;
  const more = { heldFor: 'links', updatedAt: '2026-11-04T12:00:00Z', addressMark: '3f2a' } as const;
  await open({ language, comments: [{ ...shown, ...author, ...more }] });
  const text = cardElement('shown').querySelector('.comment-by')?.textContent;
  for (const each of head) expect(text).toContain(each);
  const lines = card('shown')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines).toHaveLength(3);
  for (const [at, mark] of marks.entries()) expect(lines[at]).toContain(mark);
});

testInLanguages([
  ['en', 'Anonymous', 'Guest'],
  ['ja', '匿名', 'ゲスト'],
] as const)('labels a guest without a name, in %s', async ([language, noName, guest]) => {
  await open({ language, comments: [{ ...first, profiles: {} }] });
  expect(card('first').getByText(noName)).toBeTruthy();
  expect(card('first').getByText(guest)).toBeTruthy();
});

testInLanguages([
  ['en', /^Held: (?!moderation)./],
  ['ja', /^保留の理由：(?!moderation)./],
] as const)('shows why a comment was held, in %s', async ([language, text]) => {
  const held = HoldReason.options.map((heldFor, at) => adminComment(String(at), { body: heldFor, heldFor }));
  await open({ language, comments: held });
  const reasons = HoldReason.options.map((heldFor) => card(heldFor).getByRole('listitem').textContent ?? '');
  expect(new Set(reasons).size).toBe(HoldReason.options.length);
  for (const reason of reasons) expect(reason).toMatch(text);
});

test('marks comments from the address of the current one', async () => {
  const comments = [third, second, first].map((comment) => ({ ...comment, addressMark: '3f2a' }));
  await open({ comments: [...comments.slice(0, 2), { ...first, addressMark: '77b1' }] });
  const text = 'same sender as the selected comment';
  expect(card('second').getByText(text)).toBeTruthy();
  expect(card('third').queryByText(text)).toBeNull();
  expect(card('first').queryByText(text)).toBeNull();
});

test('shows a skeleton while comments load', async () => {
  const pending = Promise.withResolvers<{ items: AdminComment[]; pagerKey: null; pageToken: null; posts: [] }>();
  await open({ isLoading: true, api: (api) => api.answer(adminCommentApi.list, () => pending.promise) });
  await screen.findByRole('heading', { name: 'Comments' });
  expect(main().getByRole('status').textContent).toBe('Loading');
  pending.resolve({ items: [first], pagerKey: null, pageToken: null, posts: [] });
  await main().findByRole('article');
});

testInLanguages([
  ['en', '', 'No comments yet', 'Comments from readers appear here.'],
  ['en', '?publishStatus=unconfirm', 'Nothing to review', 'All comments have been reviewed.'],
  ['en', '?publishStatus=publish', 'No published comments', 'Comments that readers can see appear here.'],
  ['en', '?publishStatus=unpublish', 'No unpublished comments', 'Comments you unpublish appear here.'],
  ['en', '?isDeleted=1', 'No comments deleted in the last 30 days', 'Deleted comments are kept for 30 days.'],
  ['ja', '', 'コメントはまだありません', '読者のコメントがここに表示されます。'],
  ['ja', '?publishStatus=unconfirm', '確認待ちのコメントはありません', 'すべてのコメントを確認しました。'],
  [
    'ja',
    '?publishStatus=publish',
    '公開中のコメントはありません',
    '読者に公開されているコメントがここに表示されます。',
  ],
  ['ja', '?publishStatus=unpublish', '非公開のコメントはありません', '非公開のコメントがここに表示されます。'],
  ['ja', '?isDeleted=1', '過去30日間に削除されたコメントはありません', '削除したコメントは30日間保存されます。'],
] as const)('shows an empty list, in %s at “%s”', async ([language, search, title, text]) => {
  await open({ language, at: `/admin/comments/news${search}`, comments: [] });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(text)).toBeTruthy();
  expect(main().queryByRole('checkbox')).toBeNull();
});

test('reports a failed load and offers to try again', async () => {
  await open({ at: UNCONFIRMED, api: (api) => api.answer(adminCommentApi.counts, fail(500)) });
  expect(main().getByRole('alert').textContent).toBe('Error occurred');
  expect(main().getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(UNCONFIRMED);
});

test('redirects to the not-found page for an unknown service', async () => {
  const { address } = await open({ api: (api) => api.answer(adminServiceApi.find, fail(404)) });
  expect(address()).toMatch(/^\/error\/notfound/);
});

test('viewers read comments but cannot change them', async () => {
  const { user, api } = await open({ role: 'viewer' });
  expect(main().queryByRole('button', { name: /Publish|Unpublish|Delete|Restore/ })).toBeNull();
  expect(main().queryByRole('checkbox')).toBeNull();
  expect(main().queryByRole('switch')).toBeNull();
  expect(main().queryByText('Source')).toBeNull();
  await user.keyboard('j');
  await expectAtHand('second');
  await user.keyboard('k');
  await expectAtHand('third');
  await user.keyboard('pudxz');
  expect(bodies()).toHaveLength(5);
  for (const endpoint of [adminCommentApi.changeStatus, adminCommentApi.delete, adminCommentApi.bulk]) {
    expect(api.sent(endpoint)).toEqual([]);
  }
});

test('tabs keep search and order', async () => {
  const { user, api, address } = await open({ at: '/admin/comments/news?q=r&order=asc' });
  for (const [tab, search, query] of [
    ['Unconfirmed', '?publishStatus=unconfirm&q=r&order=asc', { publishStatus: 'unconfirm', isDeleted: false }],
    ['Published', '?publishStatus=publish&q=r&order=asc', { publishStatus: 'publish', isDeleted: false }],
    ['Unpublished', '?publishStatus=unpublish&q=r&order=asc', { publishStatus: 'unpublish', isDeleted: false }],
    ['Deleted', '?isDeleted=1&q=r&order=asc', { isDeleted: true }],
  ] as const) {
    await user.click(main().getByRole('link', { name: new RegExp(`^${tab} \\d`) }));
    await expect.poll(address).toBe(`/admin/comments/news${search}`);
    expect(api.sent(adminCommentApi.list).at(-1)?.query).toMatchObject({ ...query, q: 'r', order: 'asc' });
    await expect.poll(() => main().getByRole('link', { current: 'page' }).textContent).toMatch(new RegExp(`^${tab} `));
  }
});

test('sorts through the address', async () => {
  const { user, api, address } = await open();
  await user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
  await expect.poll(address).toBe('/admin/comments/news?order=asc');
  await expect.poll(() => api.sent(adminCommentApi.list).at(-1)?.query).toMatchObject({ order: 'asc' });
  await user.selectOptions(main().getByRole('combobox', { name: 'Sort by' }), 'Newest first');
  await expect.poll(address).toBe('/admin/comments/news');
});

test('ignores invalid parameters in the address', async () => {
  const { api } = await open({ at: '/admin/comments/news?publishStatus=gone&order=up' });
  expect(api.sent(adminCommentApi.list)[0]?.query).toMatchObject({ order: 'desc', isDeleted: false });
  expect(api.sent(adminCommentApi.list)[0]?.query).not.toHaveProperty('publishStatus');
  expect(main().getByRole('link', { current: 'page' }).textContent).toBe('All 5');
});

test('searches and moves to the results on Enter', async () => {
  const { user, address } = await open({ at: UNCONFIRMED });
  await user.keyboard('/');
  const field = main().getByRole('searchbox', { name: 'Search comments and names' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('SECOND');
  await expect.poll(bodies).toEqual(['second']);
  expect(address()).toBe('/admin/comments/news?publishStatus=unconfirm&q=SECOND');
  expect(main().getByText('1 found').getAttribute('role')).toBe('status');
  await user.keyboard('{Enter}');
  await expectAtHand('second');
});

testInLanguages([
  ['en', 'No matching comments', 'Change your search, or reset it to see all comments.', 'Reset search'],
  ['ja', '該当するコメントはありません', '検索キーワードを変えるか、リセットしてください。', '検索をリセット'],
] as const)('resets a search that finds nothing, in %s', async ([language, title, text, reset]) => {
  const { user, address, api } = await open({ language, at: `${UNCONFIRMED}&q=pud` });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(text)).toBeTruthy();
  await user.click(main().getByRole('button', { name: reset }));
  await expect.poll(bodies).toEqual(['third', 'second', 'first']);
  expect(address()).toBe(UNCONFIRMED);
  expect(main().getByRole('searchbox')).toHaveProperty('value', '');
  expect(api.sent(adminCommentApi.changeStatus)).toEqual([]);
});

testInLanguages([
  [
    'en',
    'No matches so far',
    'There are many comments, and not all of them have been searched yet. Load more to keep searching.',
    'Load more',
  ],
  [
    'ja',
    '検索済みの範囲には、該当するコメントがありません',
    'コメントが多いため、まだすべてを検索していません。「さらに表示」を押すと、検索を続けます。',
    'さらに表示',
  ],
] as const)('asks before searching on after empty pages, in %s', async ([language, title, text, more]) => {
  const empty = { items: [], pagerKey: null, pageToken: 'more', posts: [] };
  const { user, api } = await open({ language, api: (each) => each.answer(adminCommentApi.list, empty) });
  expect(main().getByText(title)).toBeTruthy();
  expect(main().getByText(text)).toBeTruthy();
  api.answer(adminCommentApi.list, { ...empty, items: [first], pageToken: null });
  await user.click(main().getByRole('button', { name: more }));
  await expectAtHand('first');
});

const paged = ({ query }: { readonly query?: { readonly pageToken?: string | undefined } }) => ({
  items: query?.pageToken === undefined ? [third, second] : [first],
  pagerKey: null,
  pageToken: query?.pageToken === undefined ? 'next' : null,
  posts: [paper],
});

test('loads more and focuses the first new comment', async () => {
  const { user, api } = await open({ api: (each) => each.answer(adminCommentApi.list, paged) });
  await user.click(main().getByRole('button', { name: 'Load more' }));
  await expect.poll(bodies).toEqual(['third', 'second', 'first']);
  await expectAtHand('first');
  expect(api.sent(adminCommentApi.list).at(-1)?.query).toMatchObject({ pageToken: 'next' });
  expect(main().queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('reports a failed load of the next page', async () => {
  const { user, api } = await open({ api: (each) => each.answer(adminCommentApi.list, paged) });
  api.answer(adminCommentApi.list, fail(500));
  await user.click(main().getByRole('button', { name: 'Load more' }));
  await toast('Error occurred');
  expect(bodies()).toEqual(['third', 'second']);
  expect(main().getByRole('button', { name: 'Load more' })).toBeTruthy();
});

test('stepping past the last comment loads more', async () => {
  const { user } = await open({ api: (each) => each.answer(adminCommentApi.list, paged) });
  await user.keyboard('jj');
  await expectAtHand('first');
});

testInLanguages([
  ['en', 'Publish', '1 comment published', 'Undo', 'Undid the change to 1 comment'],
  ['ja', '公開する', '1件のコメントを公開しました', '元に戻す', '1件のコメントを元に戻しました'],
] as const)('publishes a comment and undoes, in %s', async ([language, action, done, undo, undone]) => {
  const texts = { en: ['Unconfirmed', 'Published'], ja: ['未確認', '公開中'] }[language];
  const { user, api, stored } = await open({ language, at: UNCONFIRMED });
  await user.click(card('second').getByRole('button', { name: action }));
  const announcement = await toast(done);
  expect(bodies()).toEqual(['third', 'first']);
  await expectAtHand('first');
  expect(tabs().slice(1, 3)).toEqual([`${texts[0]} 2`, `${texts[1]} 2`]);
  await expect.poll(() => api.sent(adminCommentApi.changeStatus)).toHaveLength(1);
  expect(api.sent(adminCommentApi.changeStatus)[0]).toMatchObject({
    params: { serviceId: 'news', commentId: second.commentId },
    body: { publishStatus: 'publish', seenUpdatedAt: null },
  });
  await user.click(announcement.getByRole('button', { name: undo }));
  await toast(undone);
  expect(bodies()).toEqual(['third', 'second', 'first']);
  await expectAtHand('second');
  await expect.poll(() => stored.get(second.commentId)?.publishStatus).toBe('unconfirm');
  expect(tabs().slice(1, 3)).toEqual([`${texts[0]} 3`, `${texts[1]} 1`]);
});

testInLanguages([
  ['en', 'Unpublish', '1 comment unpublished', 'Delete', '1 comment deleted'],
  ['ja', '非公開にする', '1件のコメントを非公開にしました', '削除', '1件のコメントを削除しました'],
] as const)('unpublishes and deletes by buttons, in %s', async ([language, unpublish, hiddenNow, remove, gone]) => {
  const { user, api } = await open({ language });
  await user.click(card('shown').getByRole('button', { name: unpublish }));
  await toast(hiddenNow);
  expect(card('shown').getByRole('button', { name: unpublish })).toHaveProperty('disabled', true);
  await user.click(card('shown').getByRole('button', { name: remove }));
  await toast(gone);
  expect(bodies()).toEqual(['third', 'second', 'first', 'hidden']);
  await expect.poll(() => api.sent(adminCommentApi.delete)).toMatchObject([{ params: { commentId: shown.commentId } }]);
  expect(api.sent(adminCommentApi.changeStatus)).toMatchObject([{ body: { publishStatus: 'unpublish' } }]);
});

test('disables the action of the current state', async () => {
  await open();
  const disabled = (body: string) =>
    card(body)
      .getAllByRole('button')
      .filter((button) => (button as HTMLButtonElement).disabled)
      .map(({ textContent }) => textContent);
  expect([disabled('third'), disabled('shown'), disabled('hidden')]).toEqual([[], ['Publish'], ['Unpublish']]);
});

test('keys publish, delete and undo in sequence', async () => {
  const { user, stored } = await open({ at: UNCONFIRMED });
  await user.keyboard('k');
  await expectAtHand('third');
  await user.keyboard('p');
  await toast('1 comment published');
  await expectAtHand('second');
  await user.keyboard('d');
  await toast('1 comment deleted');
  expect(main().getByText('1 comment deleted').closest('[role=status]')).not.toBeNull();
  await expectAtHand('first');
  expect(tabs()).toEqual(['All 4', 'Unconfirmed 1', 'Published 2', 'Unpublished 1', 'Deleted 2']);
  await user.keyboard('z');
  await expectAtHand('second');
  await user.keyboard('z');
  await expectAtHand('third');
  expect(tabs()).toEqual(['All 5', 'Unconfirmed 3', 'Published 1', 'Unpublished 1', 'Deleted 1']);
  await expect.poll(() => stored.get(third.commentId)?.publishStatus).toBe('unconfirm');
  expect(stored.get(second.commentId)?.deletedAt).toBeNull();
  await user.keyboard('z');
  await toast('Nothing to undo');
});

test('reports a comment that already has the state', async () => {
  const { user, api } = await open({ comments: [shown] });
  await user.keyboard('p');
  await toast('Already in this status');
  expect(api.sent(adminCommentApi.changeStatus)).toEqual([]);
});

test('focuses the empty list after its last comment', async () => {
  const { user } = await open({ at: UNCONFIRMED, comments: [first] });
  await user.keyboard('d');
  await main().findByText('Nothing to review');
  await expect.poll(() => document.activeElement?.textContent).toContain('Nothing to review');
});

test('keys act on all selected comments with undo', async () => {
  const { user, api } = await open({ at: UNCONFIRMED });
  await user.keyboard('kx{ArrowDown}x');
  expect(main().getByText('2 selected').getAttribute('role')).toBe('status');
  await user.keyboard('u');
  await toast('2 comments unpublished');
  await expectAtHand('first');
  expect(tabs().slice(1, 4)).toEqual(['Unconfirmed 1', 'Published 1', 'Unpublished 3']);
  await user.keyboard('z');
  await toast('Undid the change to 2 comments');
  await expect.poll(() => api.sent(adminCommentApi.bulk)).toHaveLength(2);
  const commentIds = [third.commentId, second.commentId];
  expect(api.sent(adminCommentApi.bulk)).toMatchObject([
    { params: { serviceId: 'news' }, body: { commentIds, action: 'unpublish' } },
    { body: { commentIds, action: 'unconfirm' } },
  ]);
  expect(bodies()).toEqual(['third', 'second', 'first']);
});

test('Escape clears the selection', async () => {
  const { user } = await open();
  await user.keyboard('jx');
  expect(main().getByText('1 selected')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(main().queryByText('1 selected')).toBeNull();
});

testInLanguages([
  [
    'en',
    'Select all 3 comments shown',
    'Selected comments',
    'Delete',
    '3 comments deleted',
    'Nothing to review',
    'Undo',
  ],
  [
    'ja',
    '表示中の3件をすべて選択',
    '選択したコメント',
    '削除',
    '3件のコメントを削除しました',
    '確認待ちのコメントはありません',
    '元に戻す',
  ],
] as const)('deletes all shown comments and undoes, in %s', async ([language, all, bar, remove, done, empty, undo]) => {
  const { user, api, stored } = await open({ language, at: UNCONFIRMED });
  await user.click(main().getByRole('checkbox', { name: all }));
  await user.click(within(main().getByRole('group', { name: bar })).getByRole('button', { name: remove }));
  const announcement = await toast(done);
  expect(main().getByText(empty)).toBeTruthy();
  expect(tabs().map((tab) => tab?.split(' ')[1])).toEqual(['2', '0', '1', '1', '4']);
  await expect.poll(() => stored.get(first.commentId)?.deletedAt).not.toBeNull();
  const commentIds = [third, second, first].map(({ commentId }) => commentId);
  expect(api.sent(adminCommentApi.bulk)).toMatchObject([{ body: { commentIds, action: 'delete' } }]);
  await user.click(announcement.getByRole('button', { name: undo }));
  await expect.poll(bodies).toEqual(['third', 'second', 'first']);
  await expect.poll(() => api.sent(adminCommentApi.bulk).at(-1)?.body).toMatchObject({ commentIds, action: 'restore' });
  expect(tabs().map((tab) => tab?.split(' ')[1])).toEqual(['5', '3', '1', '1', '1']);
});

test('checkbox selects one comment, and the selection clears', async () => {
  const { user } = await open();
  await user.click(card('second').getByRole('checkbox', { name: 'Select this comment' }));
  expect(main().getByRole('checkbox', { name: 'Select all 5 comments shown' })).toHaveProperty('indeterminate', true);
  await user.click(main().getByRole('button', { name: 'Clear selection' }));
  expect(card('second').getByRole('checkbox')).toHaveProperty('checked', false);
});

testInLanguages([
  ['en', /^Deleted comments can be restored for 30 days/, 'Deleted by hokusai', 'Restore', '1 comment restored'],
  ['ja', /^削除したコメントは、30日以内なら復元できます/, 'hokusaiが削除', '復元', '1件のコメントを復元しました'],
] as const)('restores a comment from the bin, in %s', async ([language, note, mark, action, done]) => {
  const { user, api } = await open({ language, at: BIN });
  expect(main().getByText(note)).toBeTruthy();
  expect(card('binned').getByText(mark, { exact: false })).toBeTruthy();
  expect(card('binned').getAllByRole('button')).toHaveLength(1);
  await user.click(card('binned').getByRole('button', { name: action }));
  await toast(done);
  expect(cards()).toEqual([]);
  await expect
    .poll(() => api.sent(adminCommentApi.restore))
    .toMatchObject([{ params: { serviceId: 'news', commentId: binned.commentId } }]);
});

testInLanguages([
  ['en', 'Reply', 'Reply in the name of the service', 'Publish comment and reply', 'Reply published'],
  ['ja', '返信', 'サービスの名前で返信', 'コメントと返信を公開', '返信を公開しました'],
] as const)('publishes a reply and keeps its text until then, in %s', async ([language, reply, field, send, done]) => {
  const { user, api } = await open({ language });
  const { commentId } = second;
  await user.click(card('second').getByRole('button', { name: reply }));
  await user.type(card('second').getByRole('textbox', { name: field }), 'Thank you');
  await user.click(card('second').getByRole('button', { name: reply }));
  await user.click(card('second').getByRole('button', { name: reply }));
  expect(card('second').getByRole('textbox', { name: field })).toHaveProperty('value', 'Thank you');
  api.answer(adminCommentApi.reply, () => {
    throw httpError(503);
  });
  await user.click(card('second').getByRole('button', { name: send }));
  expect((await card('second').findByRole('alert')).textContent).not.toBe('');
  api.answer(adminCommentApi.reply, adminComment('n', { body: 'Thank you', authorKind: 'service' }));
  await user.click(card('second').getByRole('button', { name: send }));
  await toast(done);
  const sent = { params: { serviceId: 'news', commentId }, body: { body: 'Thank you' } };
  expect(api.sent(adminCommentApi.reply)).toMatchObject([sent, sent]);
  expect(card('second').queryByRole('textbox')).toBeNull();
});

test('keys reply and mark as spam with undo', async () => {
  const { user, stored } = await open({ at: UNCONFIRMED });
  cards()[0]?.focus();
  await user.keyboard('a');
  expect(card('third').getByRole('textbox', { name: 'Reply in the name of the service' })).toBe(document.activeElement);
  await user.click(card('third').getByRole('button', { name: 'Cancel' }));
  await user.keyboard('s');
  await toast('1 comment marked as spam');
  await expect.poll(() => stored.get(third.commentId)).toMatchObject({ isSpam: true });
  await user.keyboard('z');
  await expect.poll(() => stored.get(third.commentId)).toMatchObject({ isSpam: false, deletedAt: null });
});

test('keys only restore in the bin', async () => {
  const { user, api } = await open({ at: BIN });
  await user.keyboard('pud');
  expect(bodies()).toEqual(['binned']);
  await user.keyboard('r');
  await main().findByText('No comments deleted in the last 30 days');
  await expect.poll(() => api.sent(adminCommentApi.restore)).toHaveLength(1);
  expect(tabs()).toEqual(['All 6', 'Unconfirmed 4', 'Published 1', 'Unpublished 1', 'Deleted 0']);
});

test('letters typed into the search trigger nothing', async () => {
  const { user, api } = await open({ at: UNCONFIRMED });
  await user.type(main().getByRole('searchbox'), 'pudxz');
  expect(api.sent(adminCommentApi.changeStatus)).toEqual([]);
  expect(api.sent(adminCommentApi.delete)).toEqual([]);
  expect(main().queryByText(/selected$/)).toBeNull();
});

test('letters do nothing behind the list of shortcuts', async () => {
  const { user, api } = await open({ at: UNCONFIRMED });
  await user.click(main().getByRole('button', { name: 'Keyboard shortcuts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('Publish and go to next')).toBeTruthy();
  expect(dialog.getByText('While comments are selected, shortcuts apply to all of them.')).toBeTruthy();
  await user.keyboard('p');
  expect(bodies()).toHaveLength(3);
  expect(api.sent(adminCommentApi.changeStatus)).toEqual([]);
  // The help dialog's state is global and would stay open in the next test.
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('disabled letters do nothing and arrows still work', async () => {
  localStorage.setItem('kawaraban.comments.letters', 'off');
  const { user } = await open({ at: UNCONFIRMED });
  cardElement('third').focus();
  await user.keyboard('p');
  expect(bodies()).toHaveLength(3);
  await user.keyboard('{ArrowDown}');
  await expectAtHand('second');
});

testInLanguages([
  ['en', 409, /^Someone else already changed this comment\. Its current status is shown\.$/],
  ['ja', 409, /^ほかの人がすでに変更しています。現在の状態を表示しています。$/],
  ['en', 400, /^Someone else already changed this comment\. Its current status is shown\.$/],
] as const)('shows a change by another editor, in %s (%s)', async ([language, status, text]) => {
  const { user, api, stored } = await open({ language, at: UNCONFIRMED });
  stored.set(second.commentId, { ...second, publishStatus: 'publish' });
  api.answer(adminCommentApi.changeStatus, fail(status));
  await user.click(card('second').getByRole('button', { name: /^(Unpublish|非公開にする)$/ }));
  await screen.findByText(text);
  expect(bodies()).toEqual(['third', 'first']);
  await expect.poll(() => tabs()[2]).toMatch(/ 2$/);
});

testInLanguages([
  ['en', /^Some comments were left unchanged/],
  ['ja', /^表示後に投稿者が編集したコメントは変更していません/],
] as const)('shows a change by the author, in %s', async ([language, text]) => {
  const { user, api, stored } = await open({ language, at: UNCONFIRMED });
  stored.set(second.commentId, { ...second, body: 'edited', updatedAt: '2026-11-04T12:00:00Z' });
  api.answer(adminCommentApi.changeStatus, fail(409));
  await user.click(card('second').getByRole('button', { name: /^(Publish|公開する)$/ }));
  await screen.findByText(text);
  expect(bodies()).toEqual(['third', 'edited', 'first']);
});

testInLanguages([
  ['en', 'This comment was deleted by its author or someone else.'],
  ['ja', 'このコメントは、投稿者またはほかの人によって削除されました。'],
] as const)('removes a deleted comment from the list, in %s', async ([language, text]) => {
  const { user, stored } = await open({ language, at: UNCONFIRMED });
  stored.delete(second.commentId);
  await user.click(card('second').getByRole('button', { name: /^(Delete|削除)$/ }));
  await toast(text);
  expect(bodies()).toEqual(['third', 'first']);
});

test.for([
  [0, 'Server error'],
  [500, 'Error occurred'],
] as const)('failed action (%s) changes nothing', async ([status, text]) => {
  const { user, api } = await open({ at: UNCONFIRMED });
  api.answer(adminCommentApi.delete, fail(status));
  await user.click(card('second').getByRole('button', { name: 'Delete' }));
  await toast(text);
  expect(bodies()).toEqual(['third', 'second', 'first']);
  expect(tabs()).toEqual(['All 5', 'Unconfirmed 3', 'Published 1', 'Unpublished 1', 'Deleted 1']);
  await user.keyboard('z');
  await toast('Nothing to undo');
});

test('bulk action reports comments edited by their authors', async () => {
  const { user, api } = await open({ at: UNCONFIRMED });
  const edited = { ...second, updatedAt: '2026-11-04T12:00:00Z' };
  api.answer(adminCommentApi.bulk, {
    before: [third],
    items: [{ ...third, publishStatus: 'publish' }],
    edited: [edited],
  });
  await user.keyboard('kxjxp');
  await screen.findByText(/^Some comments were left unchanged/);
  expect(api.sent(adminCommentApi.bulk)).toMatchObject([
    { body: { seenUpdatedAt: { [third.commentId]: null, [second.commentId]: null } } },
  ]);
  await expect.poll(() => api.sent(adminCommentApi.list)).toHaveLength(2);
});

testInLanguages([
  ['en', 'View on site', 'All comments on this content ID', 'Published'],
  ['ja', 'サイトで表示', 'このコンテンツIDのすべてのコメント', '公開中'],
] as const)('shows the post of the current comment, in %s', async ([language, onSite, all, state]) => {
  await open({ language, comments: [shown, first] });
  const post = within(main().getByRole('complementary'));
  const title = post.getByRole('link', { name: paper.title });
  expect(title.getAttribute('href')).toBe(`/admin/posts/news/${paper.postId}`);
  expect(post.getByText('Kozo and water.')).toBeTruthy();
  expect(post.getByText(state)).toBeTruthy();
  expect(post.getByRole('link', { name: onSite }).getAttribute('href')).toBe(
    `${location.origin}/posts/news/paper#comment-${shown.commentId}`,
  );
  expect(post.getByRole('link', { name: all }).getAttribute('href')).toBe(`/admin/comments/news/content/${CONTENT_ID}`);
});

test('invisible comment links to all comments', async () => {
  await open({ comments: [first] });
  const link = main().getByRole('link', { name: 'View on site' });
  expect(link.getAttribute('href')).toBe(`${location.origin}/posts/news/paper#comments`);
});

testInLanguages([
  ['en', 'No post has this content ID.'],
  ['ja', 'このコンテンツIDの記事はありません。'],
] as const)('shows that a content ID has no post, in %s', async ([language, text]) => {
  await open({ language, comments: [{ ...first, contentId: 'guestbook' }] });
  expect(within(main().getByRole('complementary')).getByText(text)).toBeTruthy();
  expect(card('first').getByRole('link', { name: 'guestbook' }).getAttribute('href')).toBe(
    '/admin/comments/news/content/guestbook',
  );
});

test('loads the origin of a comment on request', async () => {
  const { user, api } = await open({ comments: [first] });
  expect(api.sent(adminCommentApi.find)).toEqual([]);
  api.answer(adminCommentApi.find, { ...first, address: '192.0.2.7', userAgent: null });
  const beside = within(main().getByRole('complementary'));
  await user.click(beside.getByText('Source'));
  await beside.findByText('192.0.2.7');
  expect(beside.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['192.0.2.7', '-']);
  expect(beside.getByText('IP addresses are kept for a limited time only.')).toBeTruthy();
});

const silent = serviceDetail({ functions: ['post'] });

testInLanguages([
  ['en', /^Comments are turned off for this service/, 'Turn on comments'],
  ['ja', /^このサービスではコメント機能がオフになっています/, 'コメント機能をオンにする'],
] as const)('shows that comments are off, in %s', async ([language, text, action]) => {
  await open({ language, role: 'admin', services: [silent] });
  expect(main().getByText(text)).toBeTruthy();
  expect(main().getByRole('link', { name: action }).getAttribute('href')).toBe('/admin/services/news/edit');
});

test('only admins can enable comments', async () => {
  await open({ services: [silent] });
  expect(main().getByText(/^Comments are turned off for this service/)).toBeTruthy();
  expect(main().queryByRole('link', { name: 'Turn on comments' })).toBeNull();
});

testInLanguages([
  ['en', 'Email me about new comments', 'Comment notifications turned on', 'Comment notifications turned off'],
  ['ja', '新しいコメントをメールで受け取る', 'コメントの通知をオンにしました', 'コメントの通知をオフにしました'],
] as const)('toggles mails about comments, in %s', async ([language, label, on, off]) => {
  const { user, api } = await open({ language });
  api.answer(adminCommentApi.saveNotice, ({ body }) => body);
  const box = main().getByRole('switch', { name: new RegExp(`^${label}`) });
  await expect.poll(() => (box as HTMLInputElement).disabled).toBe(false);
  await user.click(box);
  await toast(on);
  await user.click(box);
  await toast(off);
  expect(api.sent(adminCommentApi.saveNotice)).toMatchObject([
    { params: { serviceId: 'news' }, body: { isWanted: true } },
    { body: { isWanted: false } },
  ]);
});

test('mail switch reverts when saving fails', async () => {
  const { user, api } = await open();
  api.answer(adminCommentApi.saveNotice, fail(500));
  const box = main().getByRole('switch');
  await expect.poll(() => (box as HTMLInputElement).disabled).toBe(false);
  await user.click(box);
  await toast('Error occurred');
  expect(box).toHaveProperty('checked', false);
});

test('mail switch stays disabled when loading fails', async () => {
  await open({ api: (api) => api.answer(adminCommentApi.notice, fail(500)) });
  expect(main().getByRole('switch')).toHaveProperty('disabled', true);
});

testInLanguages([
  ['en', 'Comments by content ID', 'No matching content IDs'],
  ['ja', 'コンテンツIDごとのコメント', '該当するコンテンツIDは登録されていません'],
] as const)('opens the comments of a content ID, in %s', async ([language, label, none]) => {
  const pages = (token: string | undefined) =>
    token === undefined ? contentPage(['guestbook'], 'more') : contentPage(['letters']);
  const { user, api, address } = await open({
    language,
    api: (each) => each.answer(serviceContentApi.list, ({ query }) => pages(query?.pageToken)),
  });
  expect(api.sent(serviceContentApi.list)).toHaveLength(1);
  const field = main().getByRole('combobox', { name: label });
  await user.type(field, 'nobody');
  await screen.findByText(none);
  await user.clear(field);
  await user.type(field, 'let');
  await user.click(await screen.findByRole('option', { name: 'letters' }));
  await expect.poll(address).toBe('/admin/comments/news/content/letters');
});

test('hides the content ID field when none is registered', async () => {
  await open();
  expect(main().queryByRole('combobox', { name: 'Comments by content ID' })).toBeNull();
});

test('reports a failed load of content IDs', async () => {
  const { user, api } = await open({ api: (each) => each.answer(serviceContentApi.list, contentPage(['guestbook'])) });
  api.answer(serviceContentApi.list, fail(500));
  await user.click(main().getByRole('combobox', { name: 'Comments by content ID' }));
  await toast('Error occurred');
});

test('counts have thousands separators', async () => {
  const counts = { publish: 12_345, unpublish: 0, unconfirm: 0, deleted: 0 };
  await open({ api: (api) => api.answer(adminCommentApi.counts, counts) });
  expect(tabs()[0]).toBe('All 12,345');
});
