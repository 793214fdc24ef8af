import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ADMIN, expect, test } from './fixtures.ts';
import { DETAIL, givenPost } from './posts-page.ts';

test('the first screen shows what goes live next, and says so when the clock is late', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'en-US', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await signIn(page);
  const next = page.getByRole('region', { name: 'Next up' });
  await expect(next.getByText('Nothing is scheduled.')).toBeVisible();
  await expect(page.locator('.clock-notice')).toHaveCount(0);

  await givenPost(page, { slug: 'far', title: 'Far', status: 'publish', publishAt: '2090-01-02T00:00:00Z' });
  await givenPost(page, { slug: 'near', title: 'Near', status: 'publish', publishAt: '2090-01-01T10:07:00Z' });
  await page.reload();
  await expect(next.getByRole('link')).toHaveText(['Near', 'Far']);
  await expect(next.getByRole('listitem').first()).toContainText('Jan 1, 2090, 7:10 PM GMT+9');
  await expect(next.getByText('More are scheduled')).toHaveCount(0);
  for (let number = 1; number <= 4; number += 1) {
    const post = { slug: `n-${number}`, title: `Number ${number}`, status: 'publish' };
    await givenPost(page, { ...post, publishAt: '2089-12-31T00:00:00Z' });
  }
  await page.reload();
  await expect(next.getByRole('link')).toHaveCount(5);
  await expect(next.getByText('More are scheduled')).toBeVisible();
  await next.getByRole('link', { name: 'Near' }).click();
  await expect(page).toHaveURL(DETAIL);

  holdTheClock(ownProduct.dataDir);
  await page.goto('/admin');
  await expect(page.locator('.clock-notice')).toContainText('late since June 15, 2026 at 9:00 PM GMT+9');
  expect(await (await page.request.get('/readyz')).json()).toEqual({ status: 'ready', clock: 'late' });
  // Readers have it all the same.
  expect((await page.request.get('/posts/news/far')).status()).toBe(200);
  await context.close();
});

test('axe finds nothing on the first screen, in either language and colour, and phones hold it', async ({
  browser,
  ownProduct,
  signIn,
  expectNothingFromAxe,
}) => {
  let isHeld = false;
  for (const locale of ['en-US', 'ja-JP']) {
    for (const [colorScheme, width] of [['light', 360] as const, ['dark', 1280] as const]) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ baseURL: ownProduct.url, locale, colorScheme, viewport });
      const page = await context.newPage();
      await signIn(page, ADMIN);
      if (!isHeld) {
        const title = `A_title_without_any_space_${'in_it_'.repeat(20)}`;
        await givenPost(page, { slug: 'long', title, status: 'publish', publishAt: '2090-01-01T10:07:00Z' });
        await givenPost(page, { slug: 'far', title: '瓦版', status: 'publish', publishAt: '2090-01-02T00:00:00Z' });
        holdTheClock(ownProduct.dataDir);
        isHeld = true;
        await page.reload();
      }
      await expect(page.locator('.clock-notice')).toBeVisible();
      await expect(page.locator('section[aria-labelledby="next-up"] li')).toHaveCount(1);
      await page.locator('.activity summary').click();
      await expectNothingFromAxe(page);
      const isTooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      });
      expect([locale, width, isTooWide]).toEqual([locale, width, false]);
      await context.close();
    }
  }
});

test('the first screen tells what is unfinished, what happened, and how much there is of it', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'en-US', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await signIn(page);
  const unfinished = page.getByRole('region', { name: 'Go on where you were' });
  await expect(unfinished.getByText('Nothing is left unfinished.')).toBeVisible();
  await givenPost(page, { slug: 'waits', title: 'It waits', status: 'unpublish' });
  await givenPost(page, { slug: 'shown', title: 'It is shown', status: 'publish' });
  await page.reload();
  await expect(unfinished.getByRole('listitem')).toHaveText(/It waits.*Draft/);
  const happened = page.getByRole('region', { name: 'What happened lately' });
  await expect(happened.getByText('admin published It is shown')).toBeVisible();
  await expect(happened.getByText('admin created It waits')).toBeVisible();

  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('img', { name: /^Posts published: [1-9]/ })).toBeVisible();
  await activity.getByText('Show as table').click();
  const rows = activity.getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(rows.nth(1).getByRole('cell').first()).not.toHaveText('0');
  await activity.getByText('365 days').click();
  await expect(rows).toHaveCount(54);
  await expect(activity.getByRole('columnheader', { name: 'Week' })).toBeVisible();

  await unfinished.getByRole('link', { name: 'It waits' }).click();
  await expect(page).toHaveURL(/[/]edit$/);
  await context.close();
});

/** Lets a post have been due for long, while nothing can be recorded. */
function holdTheClock(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'kawaraban.db'));
  database.exec(`create trigger held before update of status on posts when new.status = 'published'
    begin select raise(abort, 'the clock is held'); end`);
  const due = '2026-06-15T12:00:00Z';
  database
    .prepare("update posts set publish_at = ?, effective_at = ?, listed_at = ? where slug = 'far'")
    .run(due, due, due);
  database.close();
}
