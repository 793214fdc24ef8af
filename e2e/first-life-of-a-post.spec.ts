import type { APIRequestContext } from '@playwright/test';
import { ADMIN, expect, test, tierOf } from './fixtures.ts';
import { DETAIL } from './posts-page.ts';

const words = {
  'en-US': {
    slug: 'Slug',
    title: 'Title',
    body: 'Body',
    bodyFormat: 'Body format',
    saveDraft: 'Save draft',
    edit: 'Edit',
    publish: 'Publish',
    update: 'Update',
    unpublish: 'Unpublish',
    more: 'More',
    delete: 'Delete',
    undo: 'Undo',
    restored: 'Post restored',
    statusChanged: 'Changed publish status',
    deleted: 'Moved to the trash',
  },
  'ja-JP': {
    slug: 'スラッグ',
    title: 'タイトル',
    body: '本文',
    bodyFormat: '本文の形式',
    saveDraft: '下書き保存',
    edit: '編集',
    publish: '公開する',
    update: '更新',
    unpublish: '非公開にする',
    more: 'その他',
    delete: '削除',
    undo: '元に戻す',
    restored: '記事を元に戻しました',
    statusChanged: '公開状態を変更しました',
    deleted: 'ごみ箱に移動しました',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const t = words[locale];
  const slug = `the-bridge-${locale.toLowerCase()}`;
  const title = `The bridge 橋 ${locale}`;

  test.describe(locale, tierOf(locale), () => {
    test.use({ locale });

    test('readers see each step from first draft to deletion', async ({ page, request, signIn }) => {
      const dialog = page.getByRole('dialog');
      const editor = page.getByRole('textbox', { name: t.body, exact: true });
      const deletePost = async () => {
        await page.getByRole('button', { name: t.more, exact: true }).click();
        await page.getByRole('menuitem', { name: t.delete }).click();
        await expect(dialog).toContainText(title);
        await dialog.getByRole('button', { name: t.delete }).click();
        await expect(page).toHaveURL(/\/admin\/posts\/news(\?.*)?$/);
      };
      const deleted = { status: 404, text: undefined, isListed: false };

      await signIn(page, ADMIN, '/admin/posts/news/create');
      await page.getByLabel(t.slug, { exact: true }).fill(slug);
      await page.getByLabel(t.title, { exact: true }).fill(title);
      await page.getByRole('combobox', { name: t.bodyFormat }).click();
      await page.getByRole('option', { name: 'Markdown', exact: true }).click();
      await expect(page.locator('.cm-content')).toBeVisible();
      await editor.click();
      await page.keyboard.insertText('## 日本橋\n\nIt is **open** again.');
      await expect(page.locator('.prose strong', { hasText: 'open' })).toBeVisible();
      await page.getByRole('button', { name: t.saveDraft, exact: true }).click();
      await expect(page).toHaveURL(DETAIL);
      expect(await asReader(request)).toEqual(deleted);

      await page.getByRole('button', { name: t.publish, exact: true }).click();
      await dialog.getByRole('button', { name: t.publish }).click();
      await expect(page.getByText(t.statusChanged)).toBeVisible();
      expect(await asReader(request)).toEqual({ status: 200, text: 'open', isListed: true });

      await page.getByRole('link', { name: t.edit, exact: true }).click();
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText('It is **closed** again.');
      await page.getByRole('button', { name: t.update, exact: true }).click();
      await expect(page).toHaveURL(DETAIL);
      expect(await asReader(request)).toEqual({ status: 200, text: 'closed', isListed: true });

      await page.getByRole('button', { name: t.unpublish, exact: true }).click();
      await expect(page.getByRole('button', { name: t.publish, exact: true })).toBeVisible();
      expect(await asReader(request)).toEqual(deleted);

      await deletePost();
      await page.locator('.toast', { hasText: t.deleted }).getByRole('button', { name: t.undo, exact: true }).click();
      await expect(page).toHaveURL(DETAIL);
      await expect(page.getByText(t.restored)).toBeVisible();
      await deletePost();
      await expect(page.getByRole('link', { name: title })).toHaveCount(0);
    });
  });

  async function asReader(request: APIRequestContext) {
    const post = await request.get(`/posts/news/${slug}`);
    const list = await (await request.get('/posts/news')).text();
    const text = /It is <strong>(\w+)<\/strong> again/.exec(await post.text())?.[1];
    return { status: post.status(), text, isListed: list.includes(title) };
  }
}
