import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, type MadePost } from './posts-page.ts';

test('editor publishes, deletes and restores comments by keys', async ({ page, signIn }) => {
  await signIn(page);
  const contentId = await givenComments(page, 'letters', ['first', 'second', 'third']);
  await goInConsole(page, '/admin/comments/letters?publishStatus=unconfirm');
  await expectCounts(page, { All: 3, Unconfirmed: 3, Published: 0, Unpublished: 0, Deleted: 0 });

  await page.keyboard.press('k');
  await expectCurrent(page, 'third');
  await page.keyboard.press('p');
  await expectCurrent(page, 'second');
  await expectCounts(page, { Unconfirmed: 2, Published: 1 });
  await expect.poll(() => bodiesForReaders(page, 'letters', contentId)).toEqual(['third']);
  await page.keyboard.press('d');
  await expectCurrent(page, 'first');
  await expectCounts(page, { All: 2, Unconfirmed: 1, Deleted: 1 });
  await page.keyboard.press('z');
  await expectCurrent(page, 'second');
  await expectCounts(page, { All: 3, Unconfirmed: 2, Deleted: 0 });
  await page.keyboard.press('z');
  await expectCurrent(page, 'third');
  await expectCounts(page, { Unconfirmed: 3, Published: 0 });
  await expect.poll(() => bodiesForReaders(page, 'letters', contentId)).toEqual([]);
});

test.describe('on a phone', { tag: '@extended' }, () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test('editor moderates comments by touch', async ({ page, signIn, expectNothingFromAxe }) => {
    await signIn(page);
    await givenComments(page, 'pocket-letters', ['first', 'second', 'third']);
    await goInConsole(page, '/admin/comments/pocket-letters?publishStatus=unconfirm');
    await expect(cards(page)).toHaveCount(3);
    await expectNothingFromAxe(page);
    expect(await overflowOf(page)).toBe(0);

    await card(page, 'third').getByText('Post').tap();
    await expect(card(page, 'third').getByRole('link', { name: 'On the making of paper' })).toBeVisible();
    await card(page, 'second').getByRole('button', { name: 'Publish', exact: true }).tap();
    await expectCounts(page, { Unconfirmed: 2, Published: 1 });
    await page.getByRole('checkbox', { name: 'Select all 2 comments shown' }).tap();
    await expectNothingFromAxe(page);
    await page.getByRole('group', { name: 'Selected comments' }).getByRole('button', { name: 'Delete' }).tap();
    await expectCounts(page, { All: 1, Unconfirmed: 0, Deleted: 2 });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().tap();
    await expectCounts(page, { All: 3, Unconfirmed: 2, Deleted: 0 });
    expect(await overflowOf(page)).toBe(0);
  });
});

async function givenComments(page: Page, serviceId: string, bodies: readonly string[]): Promise<string> {
  const configs = { commentDefaultPublishStatus: 'unconfirm' };
  const service = { serviceId, label: serviceId, functions: ['post', 'comment'], configs };
  await callAs(page, 'POST', '/admin/services', service);
  const text = { slug: 'paper', title: 'On the making of paper', body: 'Kozo and water.' };
  const post = { ...text, bodyFormat: 'markdown', status: 'publish' };
  const { postId } = (await callAs(page, 'POST', `/admin/posts/${serviceId}`, post)) as MadePost;
  for (const body of bodies) {
    const data = { body, profiles: { nickname: 'Hanako', area: '京都' } };
    const response = await page.request.post(`/api/comments/${serviceId}/${postId}`, { data });
    expect(response.status()).toBe(200);
  }
  // Reloads, because the console read its services before this one existed.
  await page.reload();
  await page.locator('main[aria-busy=false] h1').waitFor();
  return postId;
}

async function bodiesForReaders(page: Page, serviceId: string, contentId: string): Promise<readonly string[]> {
  const response = await page.request.get(`/api/comments/${serviceId}/${contentId}`);
  const { items } = (await response.json()) as { items: { body: string }[] };
  return items.map(({ body }) => body);
}

function cards(page: Page): Locator {
  return page.locator('.comment-card');
}

function card(page: Page, body: string): Locator {
  return cards(page).filter({ has: page.getByText(body, { exact: true }) });
}

async function expectCurrent(page: Page, body: string): Promise<void> {
  await expect(card(page, body)).toBeFocused();
  await expect(card(page, body)).toHaveAttribute('aria-current', 'true');
}

async function expectCounts(page: Page, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    const tab = page.locator('.comment-tabs').getByRole('link', { name: `${name} ${count}`, exact: true });
    await expect(tab).toBeVisible();
  }
}
