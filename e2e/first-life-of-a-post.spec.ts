import type { Browser, Page } from '@playwright/test';
import { expect, test, tierOf } from './fixtures.ts';

const NEW_PASSWORD = 'ink, paper and woodblocks';

/** What somebody sees who speaks the language. */
const words = {
  'en-US': {
    createService: 'Create service',
    serviceId: 'Service ID',
    label: 'Label',
    usePosts: 'Posts',
    create: 'Create',
    slug: 'Slug',
    title: 'Title',
    body: 'Body',
    bodyFormat: 'Format of the body',
    saveDraft: 'Save draft',
    edit: 'Edit',
    publish: 'Publish',
    publishAsks: 'Are you sure you want to publish?',
    update: 'Update',
    unpublish: 'Unpublish',
    more: 'More',
    delete: 'Delete',
    deleteAsks: 'Are you sure you want to delete?',
    undo: 'Undo',
    broughtBack: 'The post is back',
    statusChanged: 'Changed publish status',
    deleted: 'Deleted',
  },
  'ja-JP': {
    createService: 'サービスを作成',
    serviceId: 'サービス ID',
    label: '名前',
    usePosts: '記事',
    create: '作成',
    slug: 'スラッグ',
    title: 'タイトル',
    body: '本文',
    bodyFormat: '本文の形式',
    saveDraft: '下書き保存',
    edit: '編集',
    publish: '公開する',
    publishAsks: '公開してもよろしいですか？',
    update: '更新',
    unpublish: '非公開にする',
    more: 'その他',
    delete: '削除',
    deleteAsks: '削除してもよろしいですか？',
    undo: '元に戻す',
    broughtBack: '記事を元に戻しました',
    statusChanged: '公開状態を変更しました',
    deleted: '削除しました',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  test.describe(locale, tierOf(locale), () => {
    test.use({ locale, baseURL: ({ untouchedProduct }, use) => use(untouchedProduct.url) });

    test('a post is written, published, corrected, taken back and deleted, and readers see exactly that', async ({
      untouchedProduct: { url, said },
      browser,
      page,
      expectNothingFromAxe,
    }) => {
      const t = words[locale];

      // The printed password, and a new one in its place.
      const printed = /with the password (\S+)/.exec(said())?.[1] ?? '';
      expect(printed).not.toBe('');
      await page.goto('/admin');
      await page.waitForURL('**/admin/signin');
      await page.locator('form input').nth(0).fill('admin');
      await page.locator('form input').nth(1).fill(printed);
      await page.locator('form input').nth(1).press('Enter');
      const newPasswords = page.locator('form input[autocomplete="new-password"]');
      await newPasswords.nth(0).fill(NEW_PASSWORD);
      await newPasswords.nth(1).fill(NEW_PASSWORD);
      await newPasswords.nth(1).press('Enter');
      await page.waitForURL('**/admin');

      // A service of one's own.
      await page.goto('/admin/services');
      await page.getByRole('link', { name: t.createService }).click();
      await page.getByLabel(t.serviceId, { exact: true }).fill('gazette');
      await page.getByLabel(t.label, { exact: true }).fill('The Gazette');
      await page.getByRole('checkbox', { name: t.usePosts, exact: true }).check();
      await expectNothingFromAxe(page);
      await page.getByRole('button', { name: t.create, exact: true }).click();
      await page.waitForURL('**/admin/services');

      // Write, with the preview beside it.
      await page.goto('/admin/posts/gazette/create');
      await page.getByLabel(t.slug, { exact: true }).fill('the-bridge');
      await page.getByLabel(t.title, { exact: true }).fill('The bridge 橋');
      await page.getByRole('combobox', { name: t.bodyFormat }).click();
      await page.getByRole('option', { name: 'Markdown', exact: true }).click();
      await expect(page.locator('.cm-content')).toBeVisible();
      const editor = page.getByRole('textbox', { name: t.body, exact: true });
      await editor.click();
      await page.keyboard.insertText('## 日本橋\n\nIt is **open** again.');
      await expect(page.locator('.prose strong', { hasText: 'open' })).toBeVisible();
      await expectNothingFromAxe(page);
      await page.getByRole('button', { name: t.saveDraft, exact: true }).click();
      await page.waitForURL(/\/admin\/posts\/gazette\/[0-9a-z]{26}$/);
      const detail = page.url();
      await expectNothingFromAxe(page);
      expect((await asReader(browser, url)).status).toBe(404);

      await page.getByRole('button', { name: t.publish, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t.publishAsks);
      await dialog.getByRole('button', { name: t.publish }).click();
      await expect(page.getByText(t.statusChanged)).toBeVisible();
      expect(await asReader(browser, url)).toMatchObject({ status: 200, strong: 'open' });
      expect(await listed(browser, url)).toEqual(['The bridge 橋']);

      // Correct it.
      await page.goto(`${detail}/edit`);
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText('It is **closed** again.');
      await page.getByRole('button', { name: t.update, exact: true }).click();
      await page.waitForURL(detail);
      expect(await asReader(browser, url)).toMatchObject({ status: 200, strong: 'closed' });

      // Take it back: gone for readers at once.
      await page.getByRole('button', { name: t.unpublish, exact: true }).click();
      await expect(page.getByRole('button', { name: t.publish, exact: true })).toBeVisible();
      expect((await asReader(browser, url)).status).toBe(404);
      expect(await listed(browser, url)).toEqual([]);

      // Deleted, brought back, and deleted again.
      await deleteIt();
      await expect(page.getByText(t.deleted)).toBeVisible();
      await expectNothingFromAxe(page);
      await page.locator('.toast', { hasText: t.deleted }).getByRole('button', { name: t.undo, exact: true }).click();
      await page.waitForURL(detail);
      await expect(page.getByText(t.broughtBack)).toBeVisible();
      await deleteIt();

      async function deleteIt(): Promise<void> {
        await page.getByRole('button', { name: t.more, exact: true }).click();
        await page.getByRole('menuitem', { name: t.delete }).click();
        await expect(dialog).toContainText(await page.locator('main h1').innerText());
        await expect(dialog).toContainText(t.deleteAsks);
        await dialog.getByRole('button', { name: t.delete }).click();
        await page.waitForURL(/\/admin\/posts\/gazette(\?.*)?$/);
      }
    });
  });
}

/** What somebody without JavaScript finds at the post's address. */
async function asReader(browser: Browser, url: string): Promise<{ status: number; strong: string | null }> {
  return withReader(browser, url, async (page) => {
    const response = await page.goto('/posts/gazette/the-bridge');
    const strong = page.locator('.prose strong');
    return { status: response?.status() ?? 0, strong: (await strong.count()) > 0 ? await strong.textContent() : null };
  });
}

/** The titles in the list that readers see. */
async function listed(browser: Browser, url: string): Promise<string[]> {
  return withReader(browser, url, async (page) => {
    await page.goto('/posts/gazette');
    return page.locator('main article h2, main li h2').allTextContents();
  });
}

async function withReader<Found>(
  browser: Browser,
  baseURL: string,
  look: (page: Page) => Promise<Found>,
): Promise<Found> {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
  try {
    return await look(page);
  } finally {
    await page.close();
  }
}
