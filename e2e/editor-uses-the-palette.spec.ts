import { composeInEveryField } from './composing.ts';
import { ADMIN, expect, ownBaseURL, test } from './fixtures.ts';
import { bodyOf, callAs, field, givenPost } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

test('the palette leads to any post and screen, and keys do what the list of them says', async ({
  page,
  signIn,
  expectNothingFromAxe,
}) => {
  await signIn(page, ADMIN);
  await callAs(page, 'POST', '/admin/services', { serviceId: 'diary', label: '日記', functions: ['post'] });
  await givenPost(page, { slug: 'pressing', title: '瓦版の摺り方', body: 'Ink.' });
  await page.goto('/admin/files/news');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Asked for before it is known who is at work, it opens as soon as that is.
  const palette = page.getByRole('dialog', { name: 'Find or do something' });
  const input = palette.getByRole('combobox');
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/api/account', (route) => told.then(() => route.continue()));
  const asked = page.waitForRequest('**/api/account');
  await page.goto('/admin/tags/news');
  await asked;
  await expect.poll(() => page.evaluate(isKeyHeard)).toBe(true);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toHaveCount(0);
  tell();
  await expect(input).toBeFocused();
  await page.unroute('**/api/account');
  await page.goto('/admin/files/news');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // By a few letters of its title to a draft, without the mouse.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(input).toBeFocused();
  await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(palette.getByRole('group', { name: 'Posts changed last' }).getByRole('option').first()).toContainText(
    '瓦版の摺り方',
  );
  await expectNothingFromAxe(page);
  expect((await composeInEveryField(page, 'palette')).faults).toEqual([]);
  await input.fill('摺り');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await expect(palette.getByRole('option')).toContainText('Draft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/posts\/news\/[0-9a-z]{26}$/);
  await expect(page.getByRole('heading', { level: 1, name: '瓦版の摺り方' })).toBeVisible();
  await expect(palette).toHaveCount(0);

  // To a screen of another service, and to an action there.
  await page.getByRole('button', { name: 'Find or do something' }).click();
  await input.fill('new post 日記');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/posts/diary/create');
  await input.waitFor({ state: 'detached' });

  // In a field letters are letters, and Ctrl or Cmd and S saves.
  await field(page, 'Slug').fill('what');
  await field(page, 'Title').fill('What');
  await field(page, 'Title').press('?');
  await expect(field(page, 'Title')).toHaveValue('What?');
  await expect(bodyOf(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page).toHaveURL(/\/admin\/posts\/diary\/[0-9a-z]{26}/);

  // The service is switched, and what one looks at stays.
  await page.goto('/admin/files/diary');
  await page.getByRole('button', { name: 'Service: 日記' }).click();
  await expect(page.getByRole('menuitem', { name: 'Media' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('menuitem', { name: /news$/ }).click();
  await expect(page).toHaveURL('/admin/files/news');

  // Every key is in the list, and single letters can be switched off.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Find or do something');
  await help.getByRole('switch', { name: 'Single-letter shortcuts' }).uncheck({ force: true });
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);

  // The language changes where one is, and what is typed stays.
  await page.goto('/admin/posts/news/create');
  await field(page, 'Title').fill('Half a title');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', /^ja/);
  await expect(page.getByRole('link', { name: '管理トップ' }).first()).toBeVisible();
  await expect(field(page, 'タイトル')).toHaveValue('Half a title');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: '検索・操作' }).getByRole('combobox').fill('ダーク');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

/** Whether the page is awake. */
function isKeyHeard(): boolean {
  const key = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true });
  return !document.body.dispatchEvent(key);
}
