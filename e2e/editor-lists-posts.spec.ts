import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from './fixtures.ts';
import { callAs, field, givenPost } from './posts-page.ts';

test('the list filters, sorts and pages by its address, and the way back keeps it', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page);
  for (let number = 1; number <= 41; number += 1) {
    await givenPost(page, { slug: `n-${number}`, title: `Number ${number}`, body: `Text ${number}` });
  }
  await page.goto('/admin/posts/news');
  const titles = page.locator('.post-name > a');
  await expect(titles).toHaveCount(20);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  const second = await titles.allTextContents();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 3')).toBeVisible();
  await expect(titles).toHaveCount(7);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  expect(await titles.allTextContents()).toEqual(second);
  await titles.first().click();
  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link', { name: 'Posts' }).click();
  await expect(page.getByText('Page 2')).toBeVisible();
  expect(await titles.allTextContents()).toEqual(second);
  await page.goto('/admin/posts/news?sort=publishAt&index=7');
  await expect(page).toHaveURL(`${ownProduct.url}/admin/posts/news?sort=publishAt`);

  await page.getByRole('link', { name: 'Publish date' }).click();
  await expect(page.getByRole('columnheader', { name: 'Publish date' })).toHaveAttribute('aria-sort', 'ascending');
  await page.locator('.post-filter summary').click();
  await field(page, 'Target').selectOption('Title');
  await field(page, 'Condition').selectOption('contains');
  await field(page, 'Value').fill('Number 4');
  await field(page, 'Value').press('Enter');
  await expect(titles).toHaveCount(3);
  await page.reload();
  await expect(field(page, 'Value')).toHaveValue('Number 4');
  await field(page, 'Value').fill('nowhere');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText('No post matches')).toBeVisible();
  await page.locator('.empty-state').getByRole('button', { name: 'Reset' }).click();
  await expect(titles).toHaveCount(20);
  await page.close();
});

test('a viewer reads everything and changes nothing', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page);
  const database = new DatabaseSync(join(ownProduct.dataDir, 'kawaraban.db'));
  database.prepare("update users set role = 'viewer'").run();
  database.close();
  await page.goto('/admin/posts/news');
  await expect(page.locator('.post-table')).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Create|Create new|Edit .*)$/ })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Selected posts' })).toHaveCount(0);
  await page.locator('.post-name > a').first().click();
  await expect(page.locator('.post-body')).toBeVisible();
  await expect(page.getByRole('button', { name: /Publish|Unpublish|Edit/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy preview link']);
  await page.goto('/admin/posts/news/create', { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${ownProduct.url}/error/forbidden?from=console`);
  await page.close();
});

test('a service without posts invites to write one', async ({ browser, ownProduct, signIn }) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page);
  await callAs(page, 'POST', '/admin/services', { serviceId: 'blank', label: 'Blank', functions: ['post'] });
  await page.goto('/admin/posts/blank');
  await page.getByRole('link', { name: 'Write the first post' }).click();
  await expect(page).toHaveURL(`${ownProduct.url}/admin/posts/blank/create`);
  await page.close();
});
