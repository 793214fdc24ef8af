import { ADMIN, expect, ownBaseURL, test, tierOf } from './fixtures.ts';

const words = {
  'en-US': {
    keys: 'API Keys',
    create: 'Create API key',
    label: 'Label',
    drafts: 'Read drafts',
    submit: 'Create key',
    services: 'Services',
    chooseService: 'Choose at least one service',
    once: 'It is shown this once',
    copied: 'Copied',
    copy: 'Copy key',
    done: 'I have copied the key',
    active: 'Active',
    revoked: 'Revoked',
    revoke: 'Revoke',
    revokeOne: (label: string) => `Revoke ${label}`,
    madeEntry: 'created the API key “Build”',
    revokedEntry: 'revoked the API key “Build”',
    empty: 'There is no API key yet',
  },
  'ja-JP': {
    keys: 'API キー',
    create: 'API キーを作成',
    label: '名前',
    drafts: '下書きの閲覧',
    submit: 'キーを作成',
    services: 'サービス',
    chooseService: 'サービスを 1 つ以上選んでください',
    once: '表示されるのはこの一度だけ',
    copied: 'コピーしました',
    copy: 'キーをコピー',
    done: 'キーを控えました',
    active: '有効',
    revoked: '失効',
    revoke: '失効させる',
    revokeOne: (label: string) => `「${label}」を失効させる`,
    madeEntry: 'API キー「Build」を作成しました',
    revokedEntry: 'API キー「Build」を失効させました',
    empty: 'API キーはまだありません',
  },
} as const;

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale, baseURL: ownBaseURL, permissions: ['clipboard-read', 'clipboard-write'] });

    test('a key is made, shown once, used, and refused once it is revoked', async ({ page, signIn, ownProduct }) => {
      await signIn(page, ADMIN, '/admin/api-keys');
      await expect(page).toHaveTitle(`${say.keys} – Kawaraban`);
      await expect(page.getByText(say.empty)).toBeVisible();
      await page.getByRole('link', { name: say.create }).click();
      await page.getByLabel(say.label, { exact: true }).fill('Build');
      await page.getByRole('button', { name: say.submit }).click();
      const services = page.getByRole('group', { name: say.services });
      await expect(services).toHaveAccessibleDescription(say.chooseService);
      await expect(services.getByRole('checkbox').first()).toBeFocused();
      await page.getByRole('radio', { name: say.drafts }).check();
      await page.getByRole('checkbox', { name: /news$/ }).check();
      await page.getByRole('button', { name: say.submit }).click();

      await expect(page.getByText(say.once)).toBeVisible();
      const key = await page.locator('.new-key-line code').innerText();
      expect(key).toMatch(/^kwb_[\w-]{43}$/);
      await expect(page.locator('pre')).toContainText(`Authorization: Bearer ${key}`);
      await page.getByRole('button', { name: say.copy }).click();
      await expect(page.getByRole('status').filter({ hasText: say.copied })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

      const ask = () =>
        fetch(`${ownProduct.url}/api/admin/posts/news`, { headers: { authorization: `Bearer ${key}` } });
      const answer = await ask();
      expect(answer.status).toBe(200);
      const other = await fetch(`${ownProduct.url}/api/admin/users`, { headers: { authorization: `Bearer ${key}` } });
      expect(other.status).toBe(403);

      await page.getByRole('link', { name: say.done }).click();
      const row = page.getByRole('row').filter({ hasText: 'Build' });
      await expect(row).toContainText(say.active);
      await expect(page.locator('body')).not.toContainText(key);
      await row.getByRole('button', { name: say.revokeOne('Build') }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.revoke }).click();
      await expect(row).toContainText(say.revoked);
      expect((await ask()).status).toBe(401);

      await page.goto('/admin/audit');
      await expect(page.getByRole('table')).toContainText(say.madeEntry);
      await expect(page.getByRole('table')).toContainText(say.revokedEntry);
    });
  });
}
