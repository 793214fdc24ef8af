import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { deletedPostApi } from '#contract/post-history.ts';
import { type PostFinding, postReviewApi } from '#contract/publishing.ts';
import type { OpenScreen } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { readListState, rememberPage } from './list/list-state.ts';
import { adminPost, idFor } from './post.fixtures.ts';
import { DETAIL_PATH, type DetailOptions, dialogOf, fact, openDetail } from './post-detail.fixtures.tsx';

const postId = idFor('tour');
const params = { serviceId: 'news', idOrSlug: postId };
const nothingFound = { findings: [], more: 0 };

const hasNoDialog = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull();
const press = ({ user, main }: OpenScreen, name: string) => user.click(main().getByRole('button', { name }));

async function pick(opened: OpenScreen, item: string, menu = 'More') {
  await press(opened, menu);
  await opened.user.click(await screen.findByRole('menuitem', { name: item }));
}

function group(slug: string, label: string): ListedPostGroup {
  return {
    serviceId: 'news',
    slug,
    label,
    revision: 1,
    postCount: 1,
    createdAt: '2026-11-01T12:00:00Z',
    updatedAt: '2026-11-01T12:00:00Z',
  };
}

testInLanguages([
  ['en', 'Publish', 'Publish “A tour”?', 'Publish now', 'Changed publish status', 'Undo'],
  ['ja', '公開する', '「A tour」の公開', '今すぐ公開', '公開状態を変更しました', '元に戻す'],
] as const)(
  'publishes after confirmation and undoes it, in %s',
  async ([language, button, title, now, toast, undo]) => {
    const opened = await openDetail({ language, api: (api) => api.answer(postReviewApi.review, nothingFound) });
    const { user, api, main } = opened;
    await press(opened, button);
    const asked = await dialogOf(title);
    expect(asked.queryByRole('radio')).toBeNull();
    expect(api.sent(adminPostApi.setStatus)).toEqual([]);
    const live = adminPost({ status: 'published', revision: 2 });
    api.answer(adminPostApi.setStatus, live).answer(adminPostApi.find, live);
    await user.click(asked.getByRole('button', { name: now }));
    await screen.findByText(toast);
    await main().findByText(language === 'en' ? 'Published' : '公開中');
    api
      .answer(adminPostApi.setStatus, adminPost({ revision: 3 }))
      .answer(adminPostApi.find, adminPost({ revision: 3 }));
    await user.click(screen.getByRole('button', { name: undo }));
    await main().findByText(language === 'en' ? 'Draft' : '下書き');
    expect(api.sent(adminPostApi.setStatus)).toMatchObject([
      { params, body: { status: 'publish', revision: 1 } },
      { params, body: { status: 'unpublish', revision: 2 } },
    ]);
  },
);

testInLanguages([
  [
    'en',
    'Publish',
    'Before you publish',
    'Checking the post…',
    [
      /^No description/,
      /^Image without alternative text: one\.png$/,
      /^Broken link: \/posts\/news\/gone$/,
      /^Link to a post that is not published: \/posts\/news\/draft$/,
      /^Link to a section that does not exist: #end$/,
      /^A level 4 heading follows a level 2 heading: Deep$/,
    ],
    'and 3 more',
  ],
  [
    'ja',
    '公開する',
    '公開前の確認',
    '記事を確認しています…',
    [
      /^説明がありません。/,
      /^代替テキストのない画像： one\.png$/,
      /^リンク切れ： \/posts\/news\/gone$/,
      /^公開されていない記事へのリンク： \/posts\/news\/draft$/,
      /^存在しない見出しなどへのリンク： #end$/,
      /^レベル2の見出しの次に、レベル4の見出しがあります： Deep$/,
    ],
    'ほか3件',
  ],
] as const)(
  'lists review findings before publishing, in %s',
  async ([language, button, heading, looking, lines, more]) => {
    const review = Promise.withResolvers<ResponseOf<typeof postReviewApi.review>>();
    const opened = await openDetail({
      language,
      post: { description: 'Words' },
      api: (api) => api.answer(postReviewApi.review, () => review.promise),
    });
    await press(opened, button);
    const asked = await dialogOf(/A tour/);
    expect(asked.getByText(looking)).toBeTruthy();
    const findings: PostFinding[] = [
      { kind: 'noDescription' },
      { kind: 'imageWithoutAlt', name: 'one.png' },
      { kind: 'brokenLink', address: '/posts/news/gone', why: 'missing' },
      { kind: 'brokenLink', address: '/posts/news/draft', why: 'notPublished' },
      { kind: 'brokenLink', address: '#end', why: 'noSuchPlace' },
      { kind: 'headingSkipped', text: 'Deep', from: 2, to: 4 },
    ];
    review.resolve({ findings, more: 3 });
    const items = within(await asked.findByRole('list', { name: heading })).getAllByRole('listitem');
    expect(items).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(items[index]?.textContent).toMatch(line);
    expect(asked.getByText(more)).toBeTruthy();
    expect(opened.api.sent(postReviewApi.review)).toMatchObject([
      { params: { serviceId: 'news' }, body: { body: 'Along the *river*.', description: 'Words', slug: 'tour' } },
    ]);
  },
);

test.for([
  [nothingFound, 'No issues found.'],
  [undefined, 'The post couldn’t be checked. You can still publish it.'],
] as const)('shows the review result: %j', async ([review, text]) => {
  const answer = () => {
    if (!review) throw httpError(500);
    return { ...review, findings: [] };
  };
  const opened = await openDetail({ api: (api) => api.answer(postReviewApi.review, answer) });
  await press(opened, 'Publish');
  const asked = await dialogOf('Publish “A tour”?');
  await asked.findByText(text);
  expect(asked.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', false);
});

test('canceled publication sends nothing', async () => {
  const opened = await openDetail({ api: (api) => api.answer(postReviewApi.review, nothingFound) });
  await press(opened, 'Publish');
  await opened.user.click((await dialogOf('Publish “A tour”?')).getByRole('button', { name: 'Cancel' }));
  await hasNoDialog();
  expect(opened.api.sent(adminPostApi.setStatus)).toEqual([]);
});

testInLanguages([
  ['en', 'Cancel schedule'],
  ['ja', '予約を取り消す'],
] as const)('offers to cancel a schedule, in %s', async ([language, name]) => {
  const post = { status: 'reserved', publishAt: '2099-01-01T12:00:00Z', effectiveAt: '2099-01-01T12:00:00Z' } as const;
  const opened = await openDetail({ language, post });
  const taken = adminPost({ status: 'unpublished', revision: 2 });
  opened.api.answer(adminPostApi.setStatus, taken).answer(adminPostApi.find, taken);
  await press(opened, name);
  await expect
    .poll(() => opened.api.sent(adminPostApi.setStatus))
    .toMatchObject([{ params, body: { status: 'unpublish', revision: 1 } }]);
});

test('schedules a post with a future publish time', async () => {
  const publishAt = '2099-01-01T12:07:00Z';
  const opened = await openDetail({
    post: { publishAt },
    api: (api) => api.answer(postReviewApi.review, nothingFound),
  });
  await press(opened, 'Schedule');
  const asked = await dialogOf('Publish “A tour”?');
  const reserved = adminPost({ publishAt, effectiveAt: '2099-01-01T12:10:00Z', status: 'reserved', revision: 2 });
  opened.api.answer(adminPostApi.setStatus, reserved).answer(adminPostApi.find, reserved);
  await opened.user.click(asked.getByRole('button', { name: /^Schedule for Jan 1, 2099/ }));
  await opened.main().findByText('Scheduled');
});

testInLanguages([
  ['en', 'Unpublish', 'Unpublished', 'Undo', 'Published'],
  ['ja', '非公開にする', '非公開', '元に戻す', '公開中'],
] as const)(
  'unpublishes without confirmation and undoes it, in %s',
  async ([language, button, hidden, undo, shown]) => {
    const opened = await openDetail({ language, post: { status: 'published', revision: 4 } });
    const { user, api, main } = opened;
    const taken = adminPost({ status: 'unpublished', revision: 5 });
    api.answer(adminPostApi.setStatus, taken).answer(adminPostApi.find, taken);
    await press(opened, button);
    await main().findByText(hidden);
    expect(screen.queryByRole('dialog')).toBeNull();
    const back = adminPost({ status: 'published', revision: 6 });
    api.answer(adminPostApi.setStatus, back).answer(adminPostApi.find, back);
    await user.click(await screen.findByRole('button', { name: undo }));
    await main().findByText(shown);
    expect(api.sent(adminPostApi.setStatus)).toMatchObject([
      { body: { status: 'unpublish', revision: 4 } },
      { body: { status: 'publish', revision: 5 } },
    ]);
  },
);

test.for([
  [0, messages.serverError, 'Update failed'],
  [409, messages.staleRevision, 'Someone else has already changed this'],
] as const)('status change refused with %i keeps the post', async ([status, message, text]) => {
  const opened = await openDetail({ post: { status: 'published' } });
  const { api, main } = opened;
  api.answer(adminPostApi.setStatus, () => {
    throw httpError(status, { message });
  });
  await press(opened, 'Unpublish');
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(main().getByText('Published')).toBeTruthy();
  await expect.poll(() => api.sent(adminPostApi.find)).toHaveLength(2);
});

testInLanguages([
  ['en', 'More', 'Delete', 'Delete “A tour”?', 'Moved to the trash', 'Undo', 'Post restored'],
  ['ja', 'その他', '削除', '「A tour」の削除', 'ごみ箱に移動しました', '元に戻す', '記事を元に戻しました'],
] as const)('deletes a post and restores it, in %s', async ([language, more, item, title, toast, undo, back]) => {
  const search = '?sort=title&index=1&pagerKey=key';
  rememberPage('news', readListState(new URLSearchParams(search)), undefined);
  const opened = await openDetail({ language });
  const { user, api, address } = opened;
  await pick(opened, item, more);
  const asked = await dialogOf(title);
  expect(document.activeElement).toBe(asked.getByRole('button', { name: language === 'en' ? 'Cancel' : 'キャンセル' }));
  api.answer(adminPostApi.delete, null);
  await user.click(asked.getByRole('button', { name: item }));
  await screen.findByText(toast);
  await expect.poll(address).toBe(`/admin/posts/news${search}`);
  expect(api.sent(adminPostApi.delete)).toMatchObject([{ params }]);
  api.answer(deletedPostApi.restore, { post: adminPost(), missing: [] });
  await user.click(screen.getByRole('button', { name: undo }));
  await screen.findByText(back);
  await expect.poll(address).toBe(DETAIL_PATH);
  expect(api.sent(deletedPostApi.restore)).toMatchObject([{ params: { serviceId: 'news', postId }, body: {} }]);
});

test('canceled deletion sends nothing', async () => {
  const opened = await openDetail();
  await pick(opened, 'Delete');
  const asked = await dialogOf('Delete “A tour”?');
  expect(asked.getByText('Are you sure you want to delete?')).toBeTruthy();
  await opened.user.click(asked.getByRole('button', { name: 'Cancel' }));
  await hasNoDialog();
  expect(opened.api.sent(adminPostApi.delete)).toEqual([]);
  expect(opened.address()).toBe(DETAIL_PATH);
});

test('failed deletion shows an error and stays unchanged', async () => {
  const opened = await openDetail();
  opened.api.answer(adminPostApi.delete, () => {
    throw httpError(404, { message: messages.postMissing });
  });
  await pick(opened, 'Delete');
  await opened.user.click((await dialogOf('Delete “A tour”?')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('This post does not exist');
  expect(opened.address()).toBe(DETAIL_PATH);
});

test('failed undo of a deletion shows the reason', async () => {
  const opened = await openDetail();
  opened.api.answer(adminPostApi.delete, null).answer(deletedPostApi.restore, () => {
    throw httpError(400, { message: messages.slugTaken });
  });
  await pick(opened, 'Delete');
  await opened.user.click((await dialogOf('Delete “A tour”?')).getByRole('button', { name: 'Delete' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('This slug is already in use');
  expect(opened.address()).toBe('/admin/posts/news');
});

test('links to the list keep its filter and page', async () => {
  const search = '?status=draft&index=2&pagerKey=key';
  rememberPage('news', readListState(new URLSearchParams(search)), undefined);
  const { main } = await openDetail();
  const ways = main().getAllByRole('link', { name: 'Posts' });
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array(2).fill(`/admin/posts/news${search}`));
});

async function openGroups(options: DetailOptions = {}, button = 'Change groups', title = 'Post groups of this post') {
  const opened = await openDetail({
    ...options,
    api: (api) => {
      api.answer(adminPostGroupApi.list, [group('rivers', 'Rivers'), group('picks', 'Picks')]);
      options.api?.(api);
    },
  });
  await press(opened, button);
  return { opened, ...opened, asked: await dialogOf(title) };
}

const starred = (asked: Awaited<ReturnType<typeof dialogOf>>, name: string) =>
  asked.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

test('adds a post to a group and removes it', async () => {
  const inRivers = { groups: [{ slug: 'rivers', label: 'Rivers' }] };
  const { user, api, asked, opened } = await openGroups({ post: inRivers });
  await asked.findByRole('button', { name: 'Add to Picks' });
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Pickspicks', 'Riversrivers']);
  expect([starred(asked, 'Add to Picks'), starred(asked, 'Add to Rivers')]).toEqual([false, true]);
  api
    .answer(adminPostGroupApi.register, [])
    .answer(adminPostApi.find, adminPost({ groups: [{ slug: 'picks', label: 'Picks' }] }));
  await user.click(asked.getByRole('button', { name: 'Add to Picks' }));
  await screen.findByText('Added to Picks');
  await user.click(asked.getByRole('button', { name: 'Add to Rivers' }));
  await screen.findByText('Removed from Rivers');
  expect([starred(asked, 'Add to Picks'), starred(asked, 'Add to Rivers')]).toEqual([true, false]);
  expect(api.sent(adminPostGroupApi.register)).toMatchObject([
    { params: { serviceId: 'news', slug: 'picks' }, body: { postId, isRegister: true } },
    { params: { serviceId: 'news', slug: 'rivers' }, body: { postId, isRegister: false } },
  ]);
  await user.keyboard('{Escape}');
  await hasNoDialog();
  const groups = within(fact(opened, 'Post groups') as HTMLElement);
  expect(groups.getByRole('link', { name: 'Picks' }).getAttribute('href')).toBe('/admin/posts/news/groups/picks');
});

test('failed group change resets the star', async () => {
  const { user, api, asked } = await openGroups();
  api.answer(adminPostGroupApi.register, () => {
    throw httpError(400, { message: messages.groupFull });
  });
  await user.click(await asked.findByRole('button', { name: 'Add to Picks' }));
  await screen.findByText('This group has reached the maximum number of posts');
  expect(starred(asked, 'Add to Picks')).toBe(false);
});

test('creates a group with the post', async () => {
  const { user, api, asked } = await openGroups({ language: 'ja' }, '投稿グループを変更', 'この記事の投稿グループ');
  const label = await asked.findByRole('textbox', { name: '新しい投稿グループ' });
  expect(asked.getByText('この記事が最初の記事になります。')).toBeTruthy();
  expect(asked.getByRole('button', { name: '作成' })).toHaveProperty('disabled', true);
  api.answer(adminPostGroupApi.create, () => {
    throw httpError(400, { message: messages.tooManyGroups });
  });
  await user.type(label, '川べり{Enter}');
  await screen.findByText('投稿グループの数が上限に達しています');
  expect(label).toHaveProperty('value', '川べり');
  api.answer(adminPostGroupApi.create, ({ body }) => {
    const { postCount: _, ...made } = group(body.slug, body.label);
    return { ...made, postIds: [postId] };
  });
  await user.click(asked.getByRole('button', { name: '作成' }));
  await screen.findByText('投稿グループ「川べり」を作成しました');
  expect(starred(asked, '「川べり」に追加')).toBe(true);
  expect(label).toHaveProperty('value', '');
  expect(api.sent(adminPostGroupApi.create).at(-1)).toMatchObject({
    body: { slug: 'group-1', label: '川べり', postIds: [postId] },
  });
});

test('searches many groups', async () => {
  const many = Array.from({ length: 8 }, (_, number) => group(`g-${number}`, `Group ${number}`));
  const { user, asked } = await openGroups({
    api: (api) => api.answer(adminPostGroupApi.list, [...many, group('kawa', 'カワ')]),
  });
  const search = await asked.findByRole('searchbox', { name: 'Search groups' });
  await user.type(search, 'ｇ-3');
  expect(asked.getAllByRole('button', { name: /^Add to / }).map(({ textContent }) => textContent)).toEqual([
    'Group 3g-3',
  ]);
  await user.clear(search);
  await user.type(search, 'ｶﾜ');
  expect(asked.getByRole('button', { name: 'Add to カワ' })).toBeTruthy();
  await user.type(search, 'x');
  expect(asked.getByText('No matching groups')).toBeTruthy();
});

test('shows an empty group list and reloads after a failure', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { user, api, asked } = await openGroups({ api: (each) => each.answer(adminPostGroupApi.list, fail) });
  await asked.findByText('The post groups couldn’t be loaded.');
  api.answer(adminPostGroupApi.list, []);
  await user.click(asked.getByRole('button', { name: 'Try again' }));
  await asked.findByText('No post groups yet.');
  expect(asked.queryByRole('searchbox')).toBeNull();
});

test('menu opens the groups dialog', async () => {
  const opened = await openDetail({ api: (api) => api.answer(adminPostGroupApi.list, []) });
  await pick(opened, 'Post groups');
  await dialogOf('Post groups of this post');
});
