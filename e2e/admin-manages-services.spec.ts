import type { Page } from '@playwright/test';
import { ADMIN, expect, ownBaseURL, test, tierOf } from './fixtures.ts';
import { png } from './media-page.ts';

const words = {
  'en-US': {
    top: 'Admin Top',
    services: 'Services',
    create: 'Create service',
    title: 'Create Service',
    settings: 'Service Settings',
    serviceId: 'Service ID',
    label: 'Label',
    comments: 'Comments',
    sizes: 'Image sizes',
    imageLimit: 'Largest image (MB)',
    status: 'Status of new comments',
    submit: 'Create',
    save: 'Save',
    taken: 'This service ID is already in use',
    wrongId: 'Lowercase letters, digits and hyphens only; a few words such as “create” are taken.',
    wrongSizes: 'Only sizes such as 800x800 or 400x400xs, separated by commas',
    created: 'Create completed',
    edited: 'Edit completed',
    edit: (label: string) => `Edit ${label}`,
    functions: 'Posts, Comments',
    description: 'Description',
    logo: 'Logo',
    accent: 'Accent colour',
    wrongAccent: 'Must be a colour such as #b3312c',
    onLight: 'On a light ground',
    logoOnDark: 'The logo on a dark ground',
  },
  'ja-JP': {
    top: '管理トップ',
    services: 'サービス',
    create: 'サービスを作成',
    title: 'サービスを作成',
    settings: 'サービス設定',
    serviceId: 'サービス ID',
    label: '名前',
    comments: 'コメント',
    sizes: '画像のサイズ',
    imageLimit: '画像の上限（MB）',
    status: '新しいコメントの状態',
    submit: '作成',
    save: '保存',
    taken: 'このサービス ID はすでに使われています',
    wrongId: '英小文字、数字、ハイフンだけが使えます（create など一部の語は使えません）',
    wrongSizes: '800x800 や 400x400xs のようなサイズだけをカンマ区切りで入力してください',
    created: '作成しました',
    edited: '編集しました',
    edit: (label: string) => `「${label}」を編集`,
    functions: '記事、コメント',
    description: '説明',
    logo: 'ロゴ',
    accent: 'アクセントカラー',
    wrongAccent: '#b3312c のような色を入力してください',
    onLight: '明るい背景',
    logoOnDark: '暗い背景でのロゴ',
  },
} as const;

/** A service that is created stays, and others count what is there. */
const ownProduct = { baseURL: ownBaseURL };

for (const locale of ['en-US', 'ja-JP'] as const) {
  const say = words[locale];
  const serviceId = `gazette-${locale.slice(0, 2)}`;
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({ locale, ...ownProduct });

    test('a service is created, listed and changed', async ({ page, signIn }) => {
      await signIn(page, ADMIN, '/admin/services');
      await expect(page).toHaveTitle(`${say.services} – Kawaraban`);
      await page.getByRole('link', { name: say.create }).click();
      await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeFocused();
      await expect(field(page, say.sizes)).toHaveValue('1200x1200, 800x800, 400x400, 400x400xs');

      await field(page, say.serviceId).fill('Gazette!');
      await field(page, say.label).focus();
      await expect(page.getByText(say.wrongId)).toBeVisible();
      await field(page, say.serviceId).fill('news');
      await field(page, say.label).focus();
      await expect(page.getByText(say.taken)).toBeVisible();
      await field(page, say.serviceId).fill(serviceId);
      await field(page, say.label).fill('官報');
      await expect(page.getByText(say.taken)).toBeHidden();
      await page.getByRole('checkbox', { name: say.comments }).check();
      await field(page, say.status).selectOption('publish');
      await field(page, say.sizes).fill('800');
      await page.getByRole('button', { name: say.submit, exact: true }).click();
      await expect(page.getByText(say.wrongSizes)).toBeVisible();
      await expect(field(page, say.sizes)).toBeFocused();
      await field(page, say.sizes).fill('800x600, 100x100xs');
      await page.getByRole('button', { name: say.submit, exact: true }).click();

      await expect(page).toHaveURL('/admin/services');
      await expect(page.getByText(say.created)).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: serviceId });
      await expect(row).toContainText(say.functions);
      await row.getByRole('link', { name: say.edit('官報') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.settings);
      await expect(field(page, say.serviceId)).toHaveAttribute('readonly', '');
      await expect(field(page, say.sizes)).toHaveValue('800x600, 100x100xs');
      await expect(field(page, say.status)).toHaveValue('publish');
      await field(page, say.imageLimit).fill('12');
      await field(page, say.description).fill('街のニュース');
      await expect(field(page, say.description)).toHaveAccessibleDescription(/\b6 (of|\/) 300/);
      await field(page, say.logo).fill('/favicon.svg');
      await expect(page.getByRole('img', { name: say.logoOnDark })).toBeVisible();
      await field(page, say.accent).fill('yellow');
      await field(page, say.label).focus();
      await expect(page.getByText(say.wrongAccent)).toBeVisible();
      await field(page, say.accent).fill('#FFEE00');
      await field(page, say.label).focus();
      // Yellow could not be read on paper.
      await expect(page.getByText(say.onLight, { exact: true })).not.toHaveCSS('color', 'rgb(255, 238, 0)');
      await page.getByRole('checkbox', { name: say.comments }).uncheck();
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await expect(page.getByText(say.edited)).toBeVisible();
      await row.getByRole('link', { name: say.edit('官報') }).click();
      await expect(field(page, say.imageLimit)).toHaveValue('12');
      await expect(field(page, say.description)).toHaveValue('街のニュース');
      await expect(field(page, say.accent)).toHaveValue('#ffee00');
      const look = { description: '街のニュース', logoUrl: '/favicon.svg', accentColor: '#ffee00' };
      expect(await (await page.request.get(`/api/services/${serviceId}`)).json()).toMatchObject(look);
      await field(page, say.description).fill('');
      await field(page, say.logo).fill('');
      await field(page, say.accent).fill('');
      await page.getByRole('button', { name: say.save, exact: true }).click();
      await expect(page).toHaveURL('/admin/services');
      const plain = await (await page.request.get(`/api/services/${serviceId}`)).json();
      expect(plain).toEqual({ serviceId, label: '官報' });

      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: serviceId })).toBeVisible();
    });
  });
}

test('what the server refuses is said under its field, and nothing typed is lost', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await page.route('**/api/admin/services', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const errors = [
      { field: 'label', message: 'Already in use' },
      { field: 'media_upload_size_limit_m_b_image', message: 'InvalidInput' },
    ];
    await route.fulfill({ status: 400, json: { message: 'Validation Failed', errors } });
  });
  await field(page, 'Service ID').fill('refused');
  await field(page, 'Label').fill('Refused');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Already in use')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Correct inputs with error' }).first()).toBeVisible();
  await expect(field(page, 'Label')).toBeFocused();
  await expect(field(page, 'Label')).toHaveAccessibleDescription(/Already in use/);
  await expect(field(page, 'Largest image (MB)')).toHaveAccessibleDescription(/Invalid input/);
  await expect(field(page, 'Service ID')).toHaveValue('refused');
});

test('an id that was taken meanwhile is said under its field', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await page.route('**/api/admin/services/news', (route) => route.fulfill({ status: 404 }));
  await field(page, 'Service ID').fill('news');
  await field(page, 'Label').fill('Another');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(field(page, 'Service ID')).toHaveAccessibleDescription(/already in use/i);
  await expect(field(page, 'Service ID')).toBeFocused();
});

test('a server that is down is said, and the form keeps everything', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await field(page, 'Service ID').fill('kept');
  await field(page, 'Label').fill('Kept');
  await page.route('**/api/**', (route) => route.abort());
  // From the top of a form that is longer than the window.
  await field(page, 'Label').press('ControlOrMeta+s');
  await expect(page.getByText('The server cannot be reached. What you typed is still here.')).toBeInViewport();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(field(page, 'Label')).toHaveValue('Kept');
});

test('unsaved input survives a reload, and can be thrown away', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await field(page, 'Label').fill('Half a thought');
  await page.reload();
  await expect(page.getByText('Unsaved changes were restored, from')).toBeVisible();
  await expect(field(page, 'Label')).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(field(page, 'Label')).toHaveValue('');
  await page.reload();
  await expect(field(page, 'Label')).toHaveValue('');
  await expect(page.getByText(/^Unsaved changes were restored/)).toBeHidden();
});

test('leaving with unsaved input asks first', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await field(page, 'Label').fill('Half a thought');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'Label')).toHaveValue('Half a thought');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/services');
  await page.goto('/admin/services/create');
  await expect(field(page, 'Label')).toHaveValue('');
});

test.describe('on a product of its own', () => {
  test.use(ownProduct);

  test('a logo is uploaded to the library of the service, and stays there', async ({ page, signIn }) => {
    await signIn(page, ADMIN, '/admin/services/news/edit');
    await page.getByRole('button', { name: 'Choose from the library' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('tab', { name: 'Upload' }).click();
    await picker.getByLabel('Choose a file').setInputFiles([await png('logo.png')]);
    await expect(picker).toBeHidden();
    await expect(field(page, 'Logo')).toHaveValue(/\/media\/news\/images\/.+\.png$/);
    await expect(page.getByRole('img', { name: 'The logo on a light ground' })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Edit completed')).toBeVisible();
    await page.goto('/admin/files/news');
    await page.locator('.file-tile').filter({ hasText: 'logo.png' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'logo.png' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep in the library' })).toBeHidden();
  });

  test('a session that is lost while somebody works is taken up again on the spot', async ({ page, signIn }) => {
    await signIn(page, ADMIN, '/admin/services/create');
    await field(page, 'Service ID').fill('taken-up-again');
    await field(page, 'Label').fill('Taken up again');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('Token')) localStorage.setItem(key, 'no-such-token');
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog.getByLabel('E-mail or user name')).toHaveValue('admin');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/services');
    await expect(page.getByRole('row').filter({ hasText: 'taken-up-again' })).toBeVisible();
  });
});

test('another tab’s sign-out does not take unsaved input away', async ({ page, signIn }) => {
  await signIn(page, ADMIN, '/admin/services/create');
  await field(page, 'Label').fill('Half a thought');
  const other = await page.context().newPage();
  await other.goto('/admin/signout');
  await expect(other).toHaveURL('/admin/signin');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await signIn(other);
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Label')).toHaveValue('Half a thought');
});

test('the loading display covers the page, and gives up in the end', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn(page, ADMIN, '/admin/services/create');
  await field(page, 'Service ID').fill('never-answered');
  await field(page, 'Label').fill('Never answered');
  await page.route('**/api/admin/services', () => {});
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const overlay = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(overlay).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(overlay).toBeHidden();
  await expect(field(page, 'Label')).toHaveValue('Never answered');
});

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}
