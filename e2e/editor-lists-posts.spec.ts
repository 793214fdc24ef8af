import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { ADMIN, expect, test } from './fixtures.ts';
import { looks } from './looks.ts';
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

for (const { colorScheme, locale, width } of looks) {
  test(`axe finds nothing in the posts screens, ${colorScheme}, ${locale}, ${width} px`, async ({
    browser,
    product,
    signIn,
    expectNothingFromAxe,
  }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({
      baseURL: product.url,
      colorScheme,
      locale,
      viewport,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const check = async () => {
      await expectNothingFromAxe(page);
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect([page.url(), isTooWide]).toEqual([page.url(), false]);
    };
    await signIn(page, ADMIN, '/admin/posts/news?category=guide');
    await givenPostsInEveryState(page, `${colorScheme}-${locale}-${width}`);
    await page.reload();
    await expect(page.locator('.post-status[data-status="reserved"]:visible').first()).toBeVisible();
    await check();
    await page.locator('.post-name > a').first().click();
    await expect(page.locator('.post-facts')).toBeVisible();
    await check();
    await page.locator('.post-body-edit').click();
    await expect(page.locator('.cm-content')).toBeVisible();
    await check();
    await page.goto(`${page.url()}/edit`);
    await expect(page.locator('.cm-content')).toBeVisible();
    await expect(page.locator('.preview-side .prose')).toBeAttached();
    await check();
    await callAs(page, 'POST', page.url().replace(/.*(\/admin\/posts\/.*)\/edit/, '$1'), { body: 'Theirs.' });
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('Mine. ');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.locator('.compare-body')).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
    await page.locator('.post-form-actions a').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
    await page.goto('/admin/posts/news/create');
    await page.locator('.post-form-actions button').first().click();
    await expect(page.getByRole('alert').locator('p')).toBeVisible();
    await check();
    await context.close();
  });
}

async function givenPostsInEveryState(page: Page, ending: string): Promise<void> {
  const category = 'guide';
  await givenPost(page, {
    slug: `draft-${ending}`,
    title: 'A rather long title of a draft that has to be broken',
    category,
  });
  const publishAt = '2099-01-01T10:07:00Z';
  await givenPost(page, { slug: `reserved-${ending}`, title: '予約', status: 'publish', publishAt, category });
  const { postId } = await givenPost(page, {
    ...{ slug: `hidden-${ending}`, title: 'Hidden', status: 'publish', isHiddenInList: true, category },
    ...{ body: '## Head\n\n`code` and [link](https://example.com)', tags: [{ label: 'edo' }] },
    links: [{ id: 1, url: 'https://example.com', label: 'Map' }],
  });
  await callAs(page, 'POST', `/admin/posts/news/${postId}/status`, { status: 'unpublish' });
}
