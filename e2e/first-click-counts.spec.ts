import type { Locator, Page } from '@playwright/test';
import { ADMIN, expect, test, tierOf } from './fixtures.ts';

const words = {
  'en-US': {
    address: 'Address',
    published: 'A post is published',
    email: 'E-mail',
    label: 'Label',
    slug: 'Slug',
    serviceId: 'Service ID',
    username: 'E-mail or user name',
    forgot: 'Forgot your password?',
    link: (number: number) => `URL ${number}`,
    addLink: 'Add link',
    deleteLink: (number: number) => `Delete link ${number}`,
    cancel: 'Cancel',
    leaving: 'Leave without saving?',
  },
  'ja-JP': {
    address: 'アドレス',
    published: '記事の公開',
    email: 'メールアドレス',
    label: '名前',
    slug: 'スラッグ',
    serviceId: 'サービス ID',
    username: 'メールアドレスまたはユーザー名',
    forgot: 'パスワードを忘れた場合',
    link: (number: number) => `URL ${number}`,
    addLink: 'リンクを追加',
    deleteLink: (number: number) => `リンク ${number} を削除`,
    cancel: 'キャンセル',
    leaving: '保存せずに移動しますか？',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale });

    test('a click that leaves a field with a fault is a click, and the fault is said after it', async ({
      page,
      signIn,
    }) => {
      await page.goto('/admin/signin');
      await page.locator('form button[type=submit]:enabled').waitFor();
      await field(page, say.username).focus();
      await press(page.getByRole('link', { name: say.forgot }));
      await expect(page).toHaveURL(/\/signin\/forgot$/);

      await signIn(page, ADMIN, '/admin/webhooks/news/create');
      const events = page.getByRole('checkbox', { name: say.published });
      await field(page, say.address).fill('foo');
      await press(events);
      await expect(events).toBeChecked();
      await expect(field(page, say.address)).toHaveAttribute('aria-invalid', 'true');

      for (const [path, label, wrong] of [
        ['/admin/webhooks/news/create', say.address, 'bar'],
        ['/admin/users/create', say.email, 'foo'],
        ['/admin/api-keys/create', say.label, ' '],
        ['/admin/categories/news/create', say.slug, 'Foo!'],
        ['/admin/services/create', say.serviceId, 'Foo!'],
        ['/admin/posts/news/groups/create', say.slug, 'Foo!'],
      ] as const) {
        await page.goto(path);
        await field(page, label).fill(wrong);
        await press(page.getByRole('link', { name: say.cancel }));
        const question = page.getByRole('dialog', { name: say.leaving });
        await expect(question, path).toBeVisible();
        await question.getByRole('button', { name: say.cancel }).click();
        await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
        // By key a field is left at once.
        await field(page, label).fill(`${wrong}${wrong}`);
        await expect(field(page, label)).not.toHaveAttribute('aria-invalid', 'true');
        await field(page, label).press('Tab');
        await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
      }

      await page.goto('/admin/posts/news/create');
      for (const [number, address] of ['https://example.com/', 'https://example.com/other'].entries()) {
        await page.getByRole('button', { name: say.addLink }).click();
        await field(page, say.link(number + 1)).fill(address);
      }
      await field(page, say.link(1)).fill('foo');
      await press(page.getByRole('button', { name: say.deleteLink(2) }));
      await expect(field(page, say.link(2))).toHaveCount(0);
      await expect(field(page, say.link(1))).toHaveAttribute('aria-invalid', 'true');
    });
  });
}

test.describe('by finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 }, locale: 'ja-JP' });

  test('a tap that leaves a field with a fault is a tap, and the fault is said after it', async ({ page, signIn }) => {
    const say = words['ja-JP'];
    await signIn(page, ADMIN, '/admin/webhooks/news/create');
    const events = page.getByRole('checkbox', { name: say.published });
    await field(page, say.address).fill('foo');
    await events.tap();
    await expect(events).toBeChecked();
    await expect(field(page, say.address)).toHaveAttribute('aria-invalid', 'true');
  });
});

/** As a hand does it: the pointer does not wait for the page, and is down for a moment. */
async function press(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const { mouse } = target.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  await target.page().waitForTimeout(90);
  await mouse.up();
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}
