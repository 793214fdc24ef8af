import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { callAs, field, givenPost, settle } from './posts-page.ts';

const TITLES = ['Alder', 'Birch', 'Cedar', 'Douglas fir'];

async function givenTrees(page: Page): Promise<string[]> {
  const ids: string[] = [];
  for (const title of TITLES) {
    const slug = title.toLowerCase().replace(' ', '-');
    ids.push((await givenPost(page, { slug, title, body: title, status: 'publish' })).postId);
  }
  return ids;
}

/** The order on the screen, and the one that the server has. */
async function expectOrder(page: Page, order: readonly string[]): Promise<void> {
  await expect(page.locator('.group-posts .group-post a')).toHaveText(order);
  const saved = async () => {
    const group = await callAs(page, 'GET', '/admin/posts/news/groups/trees?withPostDetail=1');
    return (group as { posts: { title: string }[] }).posts.map(({ title }) => title);
  };
  await expect.poll(saved).toEqual(order);
}

/** By the toast that says what was done; the one before may still be on its way out. */
async function undo(page: Page, done: string): Promise<void> {
  await page.locator('.toast', { hasText: done }).last().getByRole('button', { name: 'Undo' }).click();
}

async function dragOnto(page: Page, handle: Locator, target: Locator): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('Not on the screen');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
}

test('an editor makes a group, adds posts by search, orders them by keyboard and pointer, and takes it back', async ({
  browser,
  ownProduct,
  signIn,
}) => {
  const page = await browser.newPage({ baseURL: ownProduct.url, locale: 'en-US' });
  await signIn(page);
  await givenTrees(page);

  await page.goto('/admin/posts/news/groups');
  await page.getByRole('link', { name: 'Create post group' }).first().click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(field(page, 'Label')).toBeFocused();
  await field(page, 'Label').fill('Trees');
  await field(page, 'Label').press('Tab');
  await expect(field(page, 'Slug')).toHaveValue('trees');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('No post is in this group yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add posts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search posts').fill('zzz');
  await expect(dialog.getByText('No post matches')).toBeVisible();
  for (const title of TITLES) {
    await dialog.getByLabel('Search posts').fill(title);
    await dialog.getByRole('button', { name: `Add ${title}`, exact: true }).click();
    await expect(dialog.getByRole('button', { name: `Added ${title}` })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expectOrder(page, ['Alder', 'Birch', 'Cedar', 'Douglas fir']);

  const handle = (title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
  const live = page.locator('[id^="DndLiveRegion"]');
  await handle('Alder').focus();
  await page.keyboard.press('Space');
  await expect(live).toContainText('Picked up Alder, place 1 of 4.');
  await settle(page);
  await page.keyboard.press('ArrowDown');
  await expect(live).toContainText('Alder is at place 2 of 4.');
  await page.keyboard.press('ArrowDown');
  await expect(live).toContainText('Alder is at place 3 of 4.');
  await page.keyboard.press('Space');
  await expectOrder(page, ['Birch', 'Cedar', 'Alder', 'Douglas fir']);
  await undo(page, 'Order saved');
  await expectOrder(page, ['Alder', 'Birch', 'Cedar', 'Douglas fir']);

  await dragOnto(page, handle('Douglas fir'), handle('Birch'));
  await expectOrder(page, ['Alder', 'Douglas fir', 'Birch', 'Cedar']);
  await page.getByRole('button', { name: 'More for Cedar' }).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await expectOrder(page, ['Cedar', 'Alder', 'Douglas fir', 'Birch']);

  // What somebody else has added meanwhile stays, though this page has not seen it.
  const { postId } = await givenPost(page, { slug: 'elm', title: 'Elm', body: 'Elm', status: 'publish' });
  await callAs(page, 'POST', '/admin/posts/news/groups/trees/post-ids', { postId, isRegister: 1 });
  await page.getByRole('button', { name: 'Remove Alder from the group' }).click();
  await expectOrder(page, ['Cedar', 'Douglas fir', 'Birch', 'Elm']);
  await undo(page, 'Removed Alder from the group');
  await expectOrder(page, ['Cedar', 'Alder', 'Douglas fir', 'Birch', 'Elm']);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await field(page, 'Label').fill('Trees of the town');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trees of the town');
  await page.locator('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete Trees of the town?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/admin\/posts\/news\/groups$/);
  await expect(page.getByRole('link', { name: 'Trees of the town' })).toHaveCount(0);
  await undo(page, 'Deleted Trees of the town');
  await expect(page).toHaveURL(/\/groups\/trees$/);
  await expectOrder(page, ['Cedar', 'Alder', 'Douglas fir', 'Birch', 'Elm']);
  await page.close();
});

test('a finger orders a group on a phone, in Japanese', async ({ browser, ownProduct, signIn }) => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ baseURL: ownProduct.url, locale: 'ja-JP', ...phone });
  const page = await context.newPage();
  await signIn(page);
  const postIds = await givenTrees(page);
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug: 'trees', label: '木', postIds });
  await page.goto('/admin/posts/news/groups/trees');
  const center = async (title: string) => {
    const box = await page.getByRole('button', { name: `「${title}」を移動` }).boundingBox();
    if (!box) throw new Error('Not on the screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await center('Alder'), await center('Cedar')];
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] });
  await touch('touchStart', from.y);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from.y + ((to.y - from.y) * step) / 10);
  await touch('touchEnd');
  await expectOrder(page, ['Birch', 'Cedar', 'Alder', 'Douglas fir']);
  await expect(page.getByText('順番を保存しました')).toBeVisible();
  await page.getByRole('button', { name: '「Birch」のその他の操作' }).click();
  await expect(page.getByRole('menuitem', { name: '上へ移動' })).toBeDisabled();
  await context.close();
});
