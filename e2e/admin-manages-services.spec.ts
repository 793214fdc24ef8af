import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { png } from './media-page.ts';
import { field } from './posts-page.ts';

test.use({ locale: 'en-US' });

test.describe('on a separate product', () => {
  test.use({ baseURL: ownBaseURL });

  test('admin creates a service and changes its look', async ({ page, signIn }) => {
    await signIn(page, ADMIN, '/admin/services');
    await page.getByRole('link', { name: 'Create service' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create service' })).toBeFocused();
    await field(page, 'Service ID').fill('news');
    await field(page, 'Label').focus();
    await expect(page.getByText('This service ID is already in use')).toBeVisible();
    await field(page, 'Service ID').fill('gazette');
    await field(page, 'Label').fill('官報');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL('/admin/services');

    const row = page.getByRole('row').filter({ hasText: 'gazette' });
    await row.getByRole('link', { name: 'Edit 官報' }).click();
    await field(page, 'Description').fill('街のニュース');
    await field(page, 'Accent color').fill('#FFEE00');
    await page.getByRole('button', { name: 'Choose from library: Logo', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('tab', { name: 'Upload' }).click();
    await picker.getByLabel('Choose a file').setInputFiles([await png('logo.png')]);
    await expect(picker).toBeHidden();
    await expect(field(page, 'Logo')).toHaveValue(/\/media\/gazette\/images\/.+\.png$/);
    const logoUrl = await field(page, 'Logo').inputValue();
    await expect(page.getByText('On a light background', { exact: true })).not.toHaveCSS('color', 'rgb(255, 238, 0)');
    await field(page, 'List layout').selectOption('Cards');
    await page.getByRole('button', { name: 'Show preview' }).click();
    for (const name of ['Light preview', 'Dark preview']) {
      const preview = page.frameLocator(`iframe[title="${name}"]`);
      await expect(preview.getByRole('banner').locator('img')).toHaveAttribute('src', logoUrl);
      await expect(preview.getByRole('contentinfo')).not.toContainText('© Gazette');
      await field(page, 'Footer text').fill('© Gazette');
      await expect(preview.getByRole('contentinfo')).toContainText('© Gazette');
      await field(page, 'Footer text').fill('');
      await expect(preview.locator('html')).toHaveAttribute('data-theme', name === 'Light preview' ? 'light' : 'dark');
    }
    await field(page, 'List layout').selectOption('Text');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL('/admin/services');
    const appearance = { label: '官報', description: '街のニュース', logoUrl, accentColor: '#ffee00' };
    expect(await (await page.request.get('/api/services/gazette')).json()).toEqual({
      serviceId: 'gazette',
      ...appearance,
    });

    await goInConsole(page, '/admin/files/gazette');
    await page.locator('.file-tile').filter({ hasText: 'logo.png' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'logo.png' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep in library' })).toBeHidden();
    await goInConsole(page, '/admin');
    await expect(page.getByRole('heading', { level: 3 }).filter({ hasText: 'gazette' })).toBeVisible();
  });

  test('form is submitted after signing in again', { tag: '@extended' }, async ({ page, signIn }) => {
    await signIn(page, ADMIN, '/admin/services/create');
    await field(page, 'Service ID').fill('taken-up-again');
    await field(page, 'Label').fill('Taken up again');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.endsWith('Token')) localStorage.setItem(key, 'no-such-token');
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog.getByLabel('Email or username')).toHaveValue('admin');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/services');
    await expect(page.getByRole('row').filter({ hasText: 'taken-up-again' })).toBeVisible();
  });
});

test('unsaved input survives sign-out in another tab', { tag: '@extended' }, async ({ page, signIn }) => {
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
