import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { field, givenPost } from './posts-page.ts';

test('editor filters, sorts and pages the posts', async ({ page, signIn }) => {
  await signIn(page);
  const names = Array.from({ length: 12 }, (_, index) => `Listed ${String(index + 1).padStart(2, '0')}`);
  await Promise.all(names.map((title) => givenPost(page, { slug: title.toLowerCase().replace(' ', '-'), title })));
  await goInConsole(page, '/admin/posts/news?count=10');
  const titles = page.locator('.post-name > a');

  await page.locator('.post-filter summary').click();
  await field(page, 'Search in').selectOption('Title');
  await field(page, 'Condition').selectOption('contains');
  await field(page, 'Keyword').fill('Listed');
  await field(page, 'Keyword').press('Enter');
  await expect(page).toHaveURL(/filters=/);
  await page.getByRole('link', { name: 'Title', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(titles).toHaveText(names.slice(0, 10));

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  await expect(titles).toHaveText(names.slice(10));
  await titles.first().click();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Posts' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  await page.reload();
  await expect(titles).toHaveText(names.slice(10));
  await expect(field(page, 'Keyword')).toHaveValue('Listed');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(titles).toHaveText(names.slice(0, 10));
});
