import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AdminPostRow, adminPostApi } from '#contract/admin-posts.ts';
import { type BulkChanged, bulkPostApi } from '#contract/bulk-posts.ts';
import { messages } from '#contract/errors.ts';
import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { MAX_TAGS } from '#contract/tags.ts';
import type { OpenScreen } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { idFor, pageOf, postRow, tagNamed } from './post.fixtures.ts';
import { type ListOptions, openList, rowOf } from './post-list.fixtures.tsx';

const UNDO_ID = idFor('undo');

const aki = postRow({ slug: 'aki', title: 'Aki' });
const fuyu = postRow({ slug: 'fuyu', title: 'Fuyu', categorySlug: 'guide', categoryLabel: 'Guide' });
const later = postRow({ slug: 'later', title: 'Later', publishAt: '2099-01-01T12:07:00Z' });
const live = postRow({ slug: 'live', title: 'Live', status: 'published', tags: [tagNamed('東京')] });
const posts = [aki, fuyu, later, live];

const picks: ListedPostGroup = {
  serviceId: 'news',
  slug: 'picks',
  label: 'Picks',
  revision: 1,
  postCount: 1,
  createdAt: '2026-11-01T12:00:00Z',
  updatedAt: '2026-11-01T12:00:00Z',
};

function changed(some: readonly AdminPostRow[], unchanged = 0): BulkChanged {
  const items = some.map(({ postId, revision, status }) => ({ postId, revision, status }));
  return { changed: some.length - unchanged, unchanged, items, undoId: UNDO_ID };
}

const box = ({ main }: OpenScreen, title: string) => main().getByRole('checkbox', { name: `Select ${title}` });
const isChecked = (opened: OpenScreen, title: string) => (box(opened, title) as HTMLInputElement).checked;
const bar = ({ main }: OpenScreen) => within(main().getByRole('group', { name: 'Selected posts' }));
const countIn = (opened: OpenScreen) => bar(opened).getByRole('status').textContent;
const dialog = async () => within(await screen.findByRole('dialog'));

async function begin(action: string, titles: readonly string[], options: ListOptions = {}) {
  const opened = await openList({ posts, ...options });
  for (const title of titles) await opened.user.click(box(opened, title));
  const button = bar(opened).queryByRole('button', { name: action });
  if (button) await opened.user.click(button);
  else {
    await opened.user.click(bar(opened).getByRole('button', { name: 'More' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: action }));
  }
  return { ...opened, opened, asked: await dialog() };
}

const summary = (asked: Awaited<ReturnType<typeof dialog>>) =>
  asked.queryAllByRole('group').map((details) => details.querySelector('summary')?.textContent);

async function typeTags(user: OpenScreen['user'], asked: Awaited<ReturnType<typeof dialog>>, text: string) {
  const tags = asked.getByRole('combobox', { name: 'Tags' });
  await expect.poll(() => document.activeElement === tags).toBe(true);
  await user.keyboard(text);
}

test('selects posts by mouse, range and keyboard', async () => {
  const opened = await openList({ posts });
  const { user } = opened;
  expect(bar(opened).queryByRole('button')).toBeNull();
  await user.click(box(opened, 'Aki'));
  expect(countIn(opened)).toBe('1 post selected');
  await user.keyboard('{Shift>}');
  await user.click(box(opened, 'Later'));
  await user.keyboard('{/Shift}');
  expect(countIn(opened)).toBe('3 posts selected');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(box(opened, 'Live'));
  expect(countIn(opened)).toBe('4 posts selected');
  await user.keyboard('{Escape}');
  expect(countIn(opened)).toBe('');
  await user.keyboard('{ArrowUp} ');
  expect(isChecked(opened, 'Later')).toBe(true);
  expect(rowOf(opened, 'Later').getByRole('checkbox').closest('tr')?.getAttribute('aria-selected')).toBe('true');
});

test('selects and clears all posts of a page', async () => {
  const opened = await openList({ posts });
  const { user, main } = opened;
  const all = main().getByRole('checkbox', { name: 'Select all posts on this page' }) as HTMLInputElement;
  await user.click(box(opened, 'Fuyu'));
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(countIn(opened)).toBe('4 posts selected');
  expect(all.checked).toBe(true);
  await user.click(bar(opened).getByRole('button', { name: 'Clear selection' }));
  expect(isChecked(opened, 'Aki')).toBe(false);
  expect(bar(opened).queryByRole('button')).toBeNull();
});

test('keeps the selection across pages and drops it on sorting', async () => {
  const key = { postId: fuyu.postId, serviceId: 'news', createdAt: fuyu.createdAt };
  const opened = await openList({
    api: (api) =>
      api.answer(adminPostApi.list, ({ query }) => (query.pagerKey ? pageOf([later, live]) : pageOf([aki, fuyu], key))),
  });
  const { user, main } = opened;
  await user.click(box(opened, 'Aki'));
  await user.click(main().getByRole('link', { name: 'Next' }));
  await main().findByText('Page 2');
  expect(countIn(opened)).toBe('1 post selected (1 on another page)');
  await user.click(box(opened, 'Live'));
  expect(countIn(opened)).toBe('2 posts selected (1 on another page)');
  await user.click(main().getByRole('link', { name: 'Title' }));
  await expect.poll(() => countIn(opened)).toBe('');
});

test('publishing shows the outcome first', async () => {
  const { user, opened, asked, api } = await begin('Publish', ['Aki', 'Fuyu', 'Later', 'Live']);
  expect(screen.getByRole('dialog', { name: 'Publish 4 posts' })).toBeTruthy();
  expect(summary(asked)).toEqual([
    '2 posts will be published',
    '1 post will be scheduled for its publish date',
    '1 is already published or scheduled',
  ]);
  await user.click(asked.getByText('1 post will be scheduled for its publish date'));
  expect(asked.getByText('Later').parentElement?.textContent).toMatch(/^Later Jan 1, 2099/);
  expect(asked.getByText('Are you sure you want to publish?')).toBeTruthy();
  const published = posts.map((post) => ({ ...post, status: 'published' as const }));
  api.answer(bulkPostApi.change, changed(published, 1)).answer(adminPostApi.list, pageOf(published));
  await user.click(asked.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Posts changed: 3. Unchanged: 1.');
  expect(api.sent(bulkPostApi.change)).toEqual([
    {
      params: { serviceId: 'news' },
      query: undefined,
      body: { action: 'publish', postIds: posts.map(({ postId }) => postId) },
    },
  ]);
  await rowOf(opened, 'Aki').findAllByText('Published');
  expect(countIn(opened)).toBe('');
});

test('shows the dialog in Japanese', { tags: ['extended'] }, async () => {
  const { user, main, api } = await openList({ posts, language: 'ja' });
  await user.click(main().getByRole('checkbox', { name: '「Aki」を選択' }));
  expect(main().getByRole('group', { name: '選択した記事' }).textContent).toContain('1件を選択中');
  await user.click(main().getByRole('button', { name: '公開する' }));
  const asked = await dialog();
  expect(screen.getByRole('dialog', { name: '1件の記事を公開' })).toBeTruthy();
  expect(summary(asked)).toEqual(['1件の記事が公開されます']);
  expect(asked.getByText('公開してもよろしいですか？')).toBeTruthy();
  api.answer(bulkPostApi.change, changed([aki]));
  await user.click(asked.getByRole('button', { name: '公開する' }));
  await screen.findByText('1件の記事を公開しました');
  expect(screen.getByRole('button', { name: '元に戻す' })).toBeTruthy();
});

test('undoes a change except for posts changed since', async () => {
  const { user, asked, api } = await begin('Unpublish', ['Live']);
  expect(summary(asked)).toEqual(['1 post will be unpublished']);
  api.answer(bulkPostApi.change, changed([live])).answer(bulkPostApi.undo, {
    items: [{ postId: live.postId, revision: 3, status: 'published' }],
    leftOut: [{ postId: aki.postId, title: 'Aki', message: messages.staleRevision }],
  });
  await user.click(asked.getByRole('button', { name: 'Unpublish' }));
  await screen.findByText('1 post unpublished');
  const reads = api.sent(adminPostApi.list).length;
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undid the change to 1 post');
  expect(api.sent(bulkPostApi.undo)).toMatchObject([{ params: { serviceId: 'news' }, body: { undoId: UNDO_ID } }]);
  const failures = within(await screen.findByRole('dialog', { name: 'Not everything could be undone' }));
  expect(failures.getByText('1 post was not changed:')).toBeTruthy();
  expect(failures.getByText('Aki').parentElement?.textContent).toBe('AkiSomeone else has already changed this');
  await expect.poll(() => api.sent(adminPostApi.list).length).toBeGreaterThan(reads);
  await user.click(failures.getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test.for([
  [404, 'This can no longer be undone'],
  [500, 'Error occurred'],
] as const)('undo that fails with %i shows an error', async ([status, text]) => {
  const { user, asked, api } = await begin('Delete', ['Aki']);
  api.answer(bulkPostApi.change, changed([aki])).answer(bulkPostApi.undo, () => {
    throw httpError(status);
  });
  await user.click(asked.getByRole('button', { name: 'Delete' }));
  await screen.findByText('1 post moved to the trash');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(text);
});

test('change without effect cannot be sent', async () => {
  const { asked, user, api } = await begin('Publish', ['Live']);
  expect(summary(asked)).toEqual(['1 is already published or scheduled']);
  expect(asked.queryByText('Are you sure you want to publish?')).toBeNull();
  expect(asked.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(bulkPostApi.change)).toEqual([]);
});

test('deletes after confirmation and undoes it', async () => {
  const { user, asked, api, opened } = await begin('Delete', ['Aki', 'Fuyu']);
  expect(screen.getByRole('dialog', { name: 'Delete 2 posts' })).toBeTruthy();
  expect(summary(asked)).toEqual(['2 posts will be moved to the trash']);
  expect(asked.getByText('Are you sure you want to delete?')).toBeTruthy();
  expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Cancel' }));
  api.answer(bulkPostApi.change, changed([aki, fuyu])).answer(adminPostApi.list, pageOf([later, live]));
  await user.click(asked.getByRole('button', { name: 'Delete' }));
  await screen.findByText('2 posts moved to the trash');
  await expect.poll(() => opened.main().queryByRole('link', { name: 'Aki' })).toBeNull();
  expect(api.sent(bulkPostApi.change)).toMatchObject([
    { body: { action: 'delete', postIds: [aki.postId, fuyu.postId] } },
  ]);
  const items = [aki, fuyu].map(({ postId, revision, status }) => ({ postId, revision, status }));
  api.answer(bulkPostApi.undo, { items, leftOut: [] }).answer(adminPostApi.list, pageOf(posts));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undid the change to 2 posts');
  await opened.main().findByRole('link', { name: 'Aki' });
});

test('canceled deletion sends nothing and keeps the selection', async () => {
  const { user, asked, api, opened } = await begin('Delete', ['Aki', 'Fuyu']);
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(api.sent(bulkPostApi.change)).toEqual([]);
  expect(countIn(opened)).toBe('2 posts selected');
});

test('rejected change names the blocking posts', async () => {
  const { user, asked, api, opened } = await begin('Publish', ['Aki', 'Fuyu']);
  const gone = idFor('gone');
  api.answer(bulkPostApi.change, () => {
    throw httpError(400, {
      message: messages.bulkRefused,
      reasons: [
        { postId: aki.postId, message: messages.bodyNotJson },
        { postId: gone, message: messages.postMissing },
      ],
    });
  });
  await user.click(asked.getByRole('button', { name: 'Publish' }));
  await asked.findByText('Nothing was changed: some of the posts can’t be changed this way');
  const reasons = [...document.querySelectorAll('.bulk-reasons li')].map(({ textContent }) => textContent);
  expect(reasons).toEqual(['AkiThis text is not valid JSON', `${gone}This post does not exist`]);
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(countIn(opened)).toBe('2 posts selected');
});

test('unreachable server leaves the dialog open', async () => {
  const { user, asked, api } = await begin('Publish', ['Aki']);
  api.answer(bulkPostApi.change, () => {
    throw httpError(0);
  });
  await user.click(asked.getByRole('button', { name: 'Publish' }));
  expect((await asked.findByRole('alert')).textContent).toContain('The server can’t be reached.');
  api.answer(bulkPostApi.change, changed([aki]));
  await user.click(asked.getByRole('button', { name: 'Publish' }));
  await screen.findByText('1 post published');
});

test('moves posts to a category', async () => {
  const { user, asked, api } = await begin('Move to a category…', ['Aki', 'Fuyu']);
  expect(asked.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  await user.click(asked.getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('treeitem', { name: 'Guide' }));
  expect(summary(asked)).toEqual(['1 post will be moved', '1 is already in this category']);
  api.answer(bulkPostApi.change, changed([aki, fuyu], 1));
  await user.click(asked.getByRole('button', { name: 'Move' }));
  await screen.findByText('Posts changed: 1. Unchanged: 1.');
  expect(api.sent(bulkPostApi.change)).toMatchObject([{ body: { action: 'move', category: 'guide' } }]);
});

test('moves posts out of all categories', async () => {
  const { user, asked, api } = await begin('Move to a category…', ['Fuyu']);
  await user.click(asked.getByRole('checkbox', { name: 'No category' }));
  expect(summary(asked)).toEqual(['1 post will be moved']);
  api.answer(bulkPostApi.change, changed([fuyu]));
  await user.click(asked.getByRole('button', { name: 'Move' }));
  await screen.findByText('1 post moved');
  expect(api.sent(bulkPostApi.change)).toMatchObject([{ body: { action: 'move', category: '' } }]);
});

test('adds tags to posts that lack them', async () => {
  const full = Array.from({ length: MAX_TAGS }, (_, number) => tagNamed(`t${number}`));
  const crowded = postRow({ slug: 'crowded', title: 'Crowded', tags: full });
  const options = { posts: [aki, live, crowded] };
  const { user, asked, api } = await begin('Add tags…', ['Aki', 'Live', 'Crowded'], options);
  expect(asked.getByText(`Separated by commas, up to ${MAX_TAGS}`)).toBeTruthy();
  await typeTags(user, asked, '東京、');
  await asked.findByText('Tags will be added to 1 post');
  expect(summary(asked)).toEqual([
    ...['Tags will be added to 1 post', '1 post would exceed the maximum number of tags', '1 already has these tags'],
  ]);
  api.answer(bulkPostApi.change, changed([aki, live], 1));
  await user.click(asked.getByRole('button', { name: 'Add tags' }));
  await screen.findByText('Posts changed: 1. Unchanged: 1.');
  expect(api.sent(bulkPostApi.change)).toMatchObject([{ body: { action: 'tag', tags: [{ label: '東京' }] } }]);
});

test('removes tags, including one still being typed', async () => {
  const { user, asked, api } = await begin('Remove tags…', ['Aki', 'Live']);
  await typeTags(user, asked, '東京');
  await asked.findByText('Tags will be removed from 1 post');
  expect(summary(asked)).toEqual(['Tags will be removed from 1 post', '1 has none of these tags']);
  api.answer(bulkPostApi.change, { ...changed([live]), items: [] });
  await user.click(asked.getByRole('button', { name: 'Remove tags' }));
  await screen.findByText('Tags removed from 1 post');
  expect(api.sent(bulkPostApi.change)).toMatchObject([{ body: { action: 'untag', tags: [{ label: '東京' }] } }]);
});

test.for([
  ['Add to a group…', 'Add', ['1 post will be added to the end of the group', '1 is already in the group'], 'group'],
  ['Remove from a group…', 'Remove', ['1 post will be removed from the group', '1 is not in the group'], 'ungroup'],
] as const)('“%s” counts the posts of the group', async ([action, button, lines, sent]) => {
  const { user, asked, api } = await begin(action, ['Aki', 'Fuyu'], {
    api: (each) => each.answer(adminPostGroupApi.list, [picks]).answer(adminPostGroupApi.postIds, [fuyu.postId]),
  });
  await user.click(asked.getByRole('combobox', { name: 'Post group' }));
  await user.click(await screen.findByRole('option', { name: 'Picks' }));
  await expect.poll(() => summary(asked)).toEqual(lines);
  api.answer(bulkPostApi.change, changed([aki, fuyu], 1));
  await user.click(asked.getByRole('button', { name: button }));
  await screen.findByText('Posts changed: 1. Unchanged: 1.');
  expect(api.sent(bulkPostApi.change)).toMatchObject([{ body: { action: sent, group: 'picks' } }]);
  expect(api.sent(adminPostGroupApi.postIds)).toMatchObject([{ params: { slug: 'picks' } }]);
});

test('reloads groups that failed to load', async () => {
  const fail = () => {
    throw httpError(500);
  };
  const { user, asked, api } = await begin('Add to a group…', ['Aki'], {
    api: (each) => each.answer(adminPostGroupApi.list, fail),
  });
  await asked.findByText('The groups couldn’t be loaded.');
  api.answer(adminPostGroupApi.list, [picks]);
  await user.click(asked.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => asked.queryByText('The groups couldn’t be loaded.')).toBeNull();
  await user.click(asked.getByRole('combobox', { name: 'Post group' }));
  await screen.findByRole('option', { name: 'Picks' });
});
