import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, ownBaseURL, test } from './fixtures.ts';
import { findPageProblems, goInConsole } from './looks.ts';
import { givenPost } from './posts-page.ts';

const HOUR_MS = 3_600_000;

test('start screen shows schedule, drafts, events and activity', async ({ page, signIn }) => {
  await signIn(page);
  // Earlier than posts that other tests schedule.
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  await givenPost(page, { slug: 'next-far', title: 'Far', status: 'publish', publishAt: inHours(3) });
  await givenPost(page, { slug: 'next-near', title: 'Near', status: 'publish', publishAt: inHours(2) });
  await givenPost(page, { slug: 'it-is-shown', title: 'It is shown', status: 'publish' });
  await givenPost(page, { slug: 'it-waits', title: 'It waits' });
  await goInConsole(page, '/admin/qr');
  await goInConsole(page, '/admin');
  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('Scheduled').getByRole('link', { name: /^(Near|Far)$/ })).toHaveText(['Near', 'Far']);
  await expect(region('Pick up where you left off').getByRole('listitem').first()).toHaveText(/It waits.*Draft/);
  await expect(region('Recent activity').getByText('admin published It is shown')).toBeVisible();
  await expect(region('Recent activity').getByText('admin created It waits')).toBeVisible();
  await expect(region('Activity').getByRole('img', { name: /^Posts published: [1-9]/ })).toBeVisible();
});

test.describe('while the clock is late', { tag: '@extended' }, () => {
  test.use({ baseURL: ownBaseURL });

  test('start screen reports it, and readers see due posts', async ({ page, ownProduct, signIn }) => {
    await signIn(page);
    const title = `A_title_without_any_space_${'in_it_'.repeat(20)}`;
    await givenPost(page, { slug: 'long', title, status: 'publish', publishAt: '2090-01-01T10:07:00Z' });
    await givenPost(page, { slug: 'due', title: '瓦版', status: 'publish', publishAt: '2090-01-02T00:00:00Z' });
    blockPublishing(ownProduct.dataDir);
    await goInConsole(page, '/admin/qr');
    await goInConsole(page, '/admin');
    await expect(page.locator('.notice')).toContainText('delayed since June 15, 2026');
    expect(await (await page.request.get('/readyz')).json()).toEqual({ status: 'ready', clock: 'late' });
    expect((await page.request.get('/posts/news/due')).status()).toBe(200);
    await page.locator('.activity summary').click();
    expect(await findPageProblems(page, '/admin while the clock is late')).toEqual([]);
  });
});

function blockPublishing(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'kawaraban.db'));
  database.exec(`create trigger held before update of status on posts when new.status = 'published'
    begin select raise(abort, 'the clock is held'); end`);
  const due = '2026-06-15T12:00:00Z';
  database
    .prepare("update posts set publish_at = ?, effective_at = ?, listed_at = ? where slug = 'due'")
    .run(due, due, due);
  database.close();
}
