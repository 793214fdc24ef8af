import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goInConsole } from './looks.ts';
import { callAs, givenPost } from './posts-page.ts';

const TITLES = ['Alder', 'Birch', 'Cedar', 'Douglas fir'];

async function openGroup(page: Page, slug: string): Promise<void> {
  const postIds: string[] = [];
  for (const title of TITLES) {
    const post = { slug: `${slug}-${title.toLowerCase().replace(' ', '-')}`, title, status: 'publish' };
    postIds.push((await givenPost(page, post)).postId);
  }
  await callAs(page, 'POST', '/admin/posts/news/groups', { slug, label: slug, postIds });
  await goInConsole(page, `/admin/posts/news/groups/${slug}`);
}

async function expectOrder(page: Page, slug: string, order: readonly string[]): Promise<void> {
  await expect(page.locator('.group-posts .group-post a')).toHaveText(order);
  const saved = async () => {
    const group = await callAs(page, 'GET', `/admin/posts/news/groups/${slug}?withPostDetail=1`);
    return (group as { posts: { title: string }[] }).posts.map(({ title }) => title);
  };
  await expect.poll(saved).toEqual(order);
}

async function centerOf(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name: `Move ${title}`, exact: true }).boundingBox();
  if (!box) throw new Error(`${title} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('editor orders a post group by dragging', async ({ page, signIn }) => {
  await signIn(page);
  await openGroup(page, 'trees');
  const from = await centerOf(page, 'Douglas fir');
  const to = await centerOf(page, 'Birch');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, to.y, { steps: 12 });
  await page.mouse.up();
  await expectOrder(page, 'trees', ['Alder', 'Douglas fir', 'Birch', 'Cedar']);
  await page.locator('.toast', { hasText: 'Order saved' }).getByRole('button', { name: 'Undo' }).click();
  await expectOrder(page, 'trees', TITLES);
});

test.describe('on a phone', { tag: '@extended' }, () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('editor orders a post group by touch', async ({ page, signIn }) => {
    await signIn(page);
    await openGroup(page, 'pocket-trees');
    const from = await centerOf(page, 'Alder');
    const to = await centerOf(page, 'Cedar');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] });
    await touch('touchStart', from.y);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', from.y + ((to.y - from.y) * step) / 10);
    await touch('touchEnd');
    await expectOrder(page, 'pocket-trees', ['Birch', 'Cedar', 'Alder', 'Douglas fir']);
  });
});
