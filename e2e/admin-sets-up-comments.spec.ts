import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { ADMIN, expect, ownBaseURL, test, tierOf } from './fixtures.ts';
import { callAs, field, givenPost } from './posts-page.ts';

const words = {
  'en-US': {
    comments: 'Comments',
    status: 'Status of new comments',
    blocked: 'Blocked words',
    links: 'Most links in a comment',
    wrongLinks: 'Must be a whole number from 0 to 20',
    proof: 'Ask for a proof of work',
    save: 'Save',
    edited: 'Edit completed',
    top: 'Admin Top',
    waiting: '1 comment waits for you',
    manage: 'Comments Management',
    settings: 'Content settings',
    empty: 'No content ID is registered',
    open: 'Create new',
    id: 'Content ID',
    wrongId: '4 to 32 lowercase letters, digits, hyphens and underscores only',
    taken: 'This content ID is registered already',
    first: 'This is the first content ID of this service.',
    create: 'Create',
    cancel: 'Cancel',
    created: 'Create completed',
    begin: (status: string) => `New comments: ${status}`,
    unconfirmed: 'Unconfirmed',
    published: 'Published',
    change: 'Change',
    changeOne: (id: string) => `Change the status of new comments of ${id}`,
    dialog: 'Change the status of new comments',
    later: 'This holds only for comments that are posted later.',
    sure: 'Is it OK?',
    updated: 'Updated',
    deleteOne: (id: string) => `Delete ${id}`,
    delete: 'Delete',
    openedAgain: 'Deleted. Every content ID takes comments again.',
    onPost: '1 unconfirmed',
  },
  'ja-JP': {
    comments: 'コメント',
    status: '新しいコメントの状態',
    blocked: '禁止語句',
    links: 'コメントに入れられるリンクの数',
    wrongLinks: '0 から 20 までの整数を入力してください',
    proof: '計算による証明を求める',
    save: '保存',
    edited: '編集しました',
    top: '管理トップ',
    waiting: '確認を待っているコメント 1 件',
    manage: 'コメント管理',
    settings: 'コンテンツ設定',
    empty: '登録されているコンテンツ ID はありません',
    open: '新規作成',
    id: 'コンテンツ ID',
    wrongId: '英小文字、数字、ハイフン、アンダースコアだけを 4〜32 文字で入力してください',
    taken: 'このコンテンツ ID はすでに登録されています',
    first: 'このサービスで最初のコンテンツ ID です。',
    create: '作成',
    cancel: 'キャンセル',
    created: '作成しました',
    begin: (status: string) => `新しいコメント：${status}`,
    unconfirmed: '未確認',
    published: '公開',
    change: '変更',
    changeOne: (id: string) => `${id} の新しいコメントの状態を変更`,
    dialog: '新しいコメントの状態を変更',
    later: 'これから投稿されるコメントだけに適用されます。すでにあるコメントは変わりません。',
    sure: 'よろしいですか？',
    updated: '更新しました',
    deleteOne: (id: string) => `${id} を削除`,
    delete: '削除',
    openedAgain: '削除しました。どのコンテンツ ID にもふたたびコメントできます。',
    onPost: '未確認 1 件',
  },
} as const;

const SETTINGS = '/admin/settings/news/content';

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale, baseURL: ownBaseURL });

    test('an admin has readers comment, and says where and how', async ({ page, signIn, expectNothingFromAxe }) => {
      await signIn(page, ADMIN, '/admin');
      const post = { slug: 'talked-about', title: 'Talked about', body: 'x', status: 'publish' };
      const { postId } = await givenPost(page, post);

      await page.goto('/admin/services/news/edit');
      const isOn = page.getByRole('checkbox', { name: say.comments, exact: true });
      await isOn.check();
      await field(page, say.status).selectOption('publish');
      await field(page, say.blocked).fill('casino\nnow, or never\n');
      await field(page, say.links).fill('21');
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await expect(page.getByText(say.wrongLinks)).toBeVisible();
      await expect(field(page, say.links)).toBeFocused();
      await field(page, say.links).fill('1');
      await page.getByRole('checkbox', { name: say.proof }).check();
      await expectNothingFromAxe(page);
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await expect(page.getByText(say.edited)).toBeVisible();
      const { configs } = (await callAs(page, 'GET', '/admin/services/news')) as { configs: object };
      expect(configs).toMatchObject({
        ...{ commentDefaultPublishStatus: 'publish', commentBlockedWords: ['casino', 'now, or never'] },
        ...{ commentMaxLinks: 1, commentProofOfWork: true },
      });
      await callAs(page, 'POST', '/admin/services/news', { configs: { commentProofOfWork: false } });

      const held = await callAs(page, 'POST', `/comments/news/${postId}`, { body: 'Now, or never!' });
      expect(held).toMatchObject({ publishStatus: 'unconfirm' });
      await page.goto('/admin');
      const box = page.locator('.service-box').filter({ hasText: '(news)' });
      await expect(box.getByRole('link', { name: say.waiting })).toHaveAttribute(
        'href',
        '/admin/comments/news?publishStatus=unconfirm',
      );
      await expectNothingFromAxe(page);
      await page.goto(`/admin/posts/news/${postId}`);
      await expect(page.getByRole('link', { name: say.onPost })).toHaveAttribute(
        'href',
        `/admin/comments/news/content/${postId}?publishStatus=unconfirm`,
      );

      await page.goto('/admin');
      await box.getByRole('link', { name: say.settings }).click();
      await expect(page.getByRole('heading', { level: 1, name: say.settings })).toBeFocused();
      await expect(page.getByText(say.empty)).toBeVisible();
      await page.getByRole('button', { name: say.open }).click();
      await expect(page.getByText(say.first)).toBeVisible();
      await expect(page.getByRole('textbox', { name: say.id })).toBeFocused();
      await expect(field(page, say.status)).toHaveValue('publish');
      await page.getByRole('textbox', { name: say.id }).fill('No!');
      await page.getByRole('button', { name: say.create, exact: true }).click();
      await expect(page.getByText(say.wrongId)).toBeVisible();
      await create(page, postId, 'unconfirm');
      await expect(page.getByText(say.created)).toBeVisible();
      const ofPost = boxOf(page, postId);
      await expect(ofPost).toContainText(say.begin(say.unconfirmed));
      await expect(ofPost.getByRole('link', { name: 'Talked about' })).toHaveAttribute(
        'href',
        `/admin/posts/news/${postId}`,
      );
      await expectNothingFromAxe(page);
      await page.getByRole('button', { name: say.open }).click();
      await page.getByRole('textbox', { name: say.id }).fill(postId);
      await page.getByRole('button', { name: say.create, exact: true }).click();
      await expect(page.getByText(say.taken)).toBeVisible();
      await page.getByRole('button', { name: say.cancel, exact: true }).click();
      await expect(page.getByRole('button', { name: say.open })).toBeFocused();

      await ofPost.getByRole('button', { name: say.changeOne(postId) }).click();
      const dialog = page.getByRole('dialog', { name: say.dialog });
      await expect(dialog.getByRole('button', { name: say.change, exact: true })).toBeDisabled();
      await dialog.getByLabel(say.status, { exact: true }).selectOption('publish');
      await expect(dialog).toContainText(say.later);
      await expect(dialog).toContainText(say.sure);
      await expectNothingFromAxe(page);
      await dialog.getByRole('button', { name: say.change, exact: true }).click();
      await expect(page.getByText(say.updated, { exact: true })).toBeVisible();
      await expect(ofPost).toContainText(say.begin(say.published));

      await page.setViewportSize({ width: 390, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      await ofPost.getByRole('button', { name: say.deleteOne(postId) }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.delete, exact: true }).click();
      await expect(page.getByText(say.openedAgain)).toBeVisible();
      await expect(page.getByText(say.empty)).toBeVisible();

      async function create(on: Page, contentId: string, status: string): Promise<void> {
        await on.getByRole('textbox', { name: say.id }).fill(contentId);
        await field(on, say.status).selectOption(status);
        await on.getByRole('button', { name: say.create, exact: true }).click();
      }
    });
  });
}

test.describe('on a product of its own', () => {
  test.use({ locale: 'en-US', baseURL: ownBaseURL });

  test('many content ids are turned over, mails are asked for, and a viewer changes nothing', async ({
    ownProduct,
    page,
    signIn,
  }) => {
    await signIn(page, ADMIN, '/admin');
    const ids = Array.from({ length: 51 }, (_, index) => `content-${index + 10}`);
    for (const id of ids) {
      await callAs(page, 'PUT', `/admin/services/news/content/${id}`, { commentDefaultPublishStatus: 'publish' });
    }
    await page.goto(SETTINGS);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.locator('.content-box')).toHaveCount(1);
    await page.getByRole('button', { name: 'Delete content-60' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page).toHaveURL(SETTINGS);
    await expect(page.locator('.content-box')).toHaveCount(50);

    await page.goto('/admin/comments/news');
    const mails = page.getByRole('switch', { name: 'Mail me about new comments' });
    await mails.check();
    await expect(page.getByText('You are mailed about new comments')).toBeVisible();
    await page.reload();
    await expect(mails).toBeChecked();

    const database = new DatabaseSync(join(ownProduct.dataDir, 'kawaraban.db'));
    database.prepare("update users set role = 'viewer'").run();
    database.close();
    await page.goto('/admin/comments/news');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(mails).toHaveCount(0);
    await page.goto(SETTINGS);
    await expect(boxOf(page, 'content-10').getByRole('link', { name: /Comments/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

function boxOf(page: Page, contentId: string) {
  return page.locator('.content-box').filter({ has: page.getByRole('heading', { name: contentId, exact: true }) });
}
