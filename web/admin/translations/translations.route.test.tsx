import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type TranslationMember, translationApi } from '#contract/translations.ts';
import { type OpenScreen, serviceDetail } from '#testing/console-screen.tsx';
import { httpError } from '#testing/fake-api.ts';
import { testInLanguages } from '#testing/test-in-languages.ts';
import { openEdit } from '../post-form/post-form.fixtures.ts';
import { adminPost } from '../posts/post.fixtures.ts';
import { type DetailOptions, openDetail } from '../posts/post-detail.fixtures.tsx';
import { DRAFT_ID, japaneseMember, ORIGINAL_ID, originalMember } from './translation.fixtures.ts';

async function openWith(members: readonly TranslationMember[], { api: answer, ...options }: DetailOptions = {}) {
  const set = { setId: members.length === 0 ? null : 'set', members: [...members] };
  const opened = await openDetail({
    ...options,
    api: (api) => {
      api.answer(translationApi.list, set);
      answer?.(api);
    },
  });
  await opened.main().findByText(/^(?:No translations yet|翻訳はまだありません|町めぐり|A tour of Edo)$/);
  return opened;
}

const memberTexts = ({ main }: OpenScreen, title: string) =>
  main().getByText(title).closest('li')?.textContent?.replace(/\s+/g, ' ');

async function choose({ user, main }: OpenScreen, action: string): Promise<void> {
  await user.click(main().getByRole('button', { name: 'More about translations' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

testInLanguages([
  ['en', 'Japanese町めぐりDraft3 blocks to reviewCompare side by side'],
  ['ja', '日本語町めぐり下書き要確認のブロック：3件並べて比較'],
] as const)('lists a translation with its state, in %s', async ([language, text]) => {
  const counts = { outdated: 1, missing: 2 };
  const opened = await openWith([originalMember(), japaneseMember(counts)], { language });
  expect(memberTexts(opened, '町めぐり')).toBe(text);
  const links = within(opened.main().getByText('町めぐり').closest('li') as HTMLElement).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/admin/posts/news/${DRAFT_ID}`,
    `/admin/posts/news/${DRAFT_ID}/translation`,
  ]);
});

test('translation links to its original and to the comparison with it', async () => {
  const own = japaneseMember({ postId: ORIGINAL_ID, originalId: 'other' });
  const opened = await openWith([originalMember({ postId: 'other', title: 'A tour of Edo' }), own]);
  expect(memberTexts(opened, 'A tour of Edo')).toBe(
    'EnglishA tour of EdoPublishedOriginalUp to dateCompare side by side',
  );
  const [, compare] = within(opened.main().getByText('A tour of Edo').closest('li') as HTMLElement).getAllByRole(
    'link',
  );
  expect(compare?.getAttribute('href')).toBe(`/admin/posts/news/${ORIGINAL_ID}/translation`);
});

test('member of an inaccessible service has no link', async () => {
  const { main } = await openWith([originalMember(), japaneseMember({ serviceId: 'other', isAccessible: false })]);
  expect(main().queryByRole('link', { name: '町めぐり' })).toBeNull();
});

testInLanguages([
  ['en', 'Translate to 日本語'],
  ['ja', '日本語に翻訳'],
] as const)('creates a translation and opens it, in %s', async ([language, action]) => {
  const { user, main, api, address } = await openWith([], {
    language,
    api: (api) => {
      api.answer(translationApi.create, adminPost({ slug: 'tour-ja', language: 'ja' }));
      api.answer(adminPostApi.find, adminPost());
    },
  });
  await user.click(main().getByRole('button', { name: action }));
  await expect.poll(address).toBe(`/admin/posts/news/${DRAFT_ID}/edit`);
  expect(api.sent(translationApi.create).map(({ body }) => body)).toEqual([{ language: 'ja' }]);
});

test('Japanese post is offered in English', async () => {
  const { main } = await openWith([], { post: { title: '町めぐり', bodyText: '川沿いを歩きます。' } });
  expect(main().queryByRole('button', { name: 'Translate to 日本語' })).toBeNull();
  expect(main().getByRole('button', { name: 'Translate to English' })).toBeTruthy();
});

test('creates a translation in another language and service', async () => {
  const services = [serviceDetail(), serviceDetail({ serviceId: 'blog', label: 'Blog' })];
  const opened = await openWith([], {
    services,
    api: (api) => api.answer(translationApi.create, adminPost({ slug: 'tour-fr', serviceId: 'blog' })),
  });
  await choose(opened, 'Another language or service');
  const dialog = within(await screen.findByRole('dialog', { name: 'Translate this post' }));
  await opened.user.selectOptions(dialog.getByLabelText('Language'), 'French');
  await opened.user.selectOptions(dialog.getByLabelText('Service'), 'Blog');
  await opened.user.click(dialog.getByRole('button', { name: 'Create translation' }));
  await expect.poll(opened.address).toMatch(/^\/admin\/posts\/blog\/.*\/edit$/);
  expect(opened.api.sent(translationApi.create)[0]?.body).toEqual({ language: 'fr', serviceId: 'blog' });
});

test('viewer sees translations without actions', async () => {
  const { main } = await openWith([originalMember(), japaneseMember()], { role: 'viewer' });
  expect(main().queryByRole('button', { name: 'More about translations' })).toBeNull();
});

test('translations that failed to load are tried again', async () => {
  let isDown = true;
  const { user, main } = await openDetail({
    api: (api) =>
      api.answer(translationApi.list, () => {
        if (isDown) throw httpError(503);
        return { setId: 'set', members: [originalMember(), japaneseMember()] };
      }),
  });
  await main().findByText('Couldn’t load the translations');
  isDown = false;
  await user.click(main().getByRole('button', { name: 'Try again' }));
  expect(await main().findByText('町めぐり')).toBeTruthy();
});

test('editor shows the translations of a stored post', async () => {
  const post = adminPost({ revision: 3 });
  const { main } = await openEdit({
    post,
    api: (api) => api.answer(translationApi.list, { setId: 'set', members: [originalMember(), japaneseMember()] }),
  });
  expect(await main().findByText('町めぐり')).toBeTruthy();
});
