import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { expect, ownBaseURL, test } from './fixtures.ts';
import { overflowOf } from './page-measures.ts';
import { callAs, type MadePost } from './posts-page.ts';

test.use({ baseURL: ownBaseURL });

const SERVICE = '/admin/comments/letters';
const UNCONFIRMED = `${SERVICE}?publishStatus=unconfirm`;

test.describe('by keys alone', () => {
  test.use({ locale: 'en-US' });

  test('an editor goes through the comments of a service, takes steps back, and a viewer only reads', async ({
    page,
    signIn,
    ownProduct,
    expectNothingFromAxe,
  }) => {
    await signIn(page);
    await givenService(page);
    await page.goto(SERVICE);
    await expect(page.getByText('No comments yet')).toBeVisible();
    const contentId = await givenComments(page, ['first', 'second', 'third', 'fourth', 'fifth']);
    await page.goto(UNCONFIRMED);
    await expect(page).toHaveTitle(/^Comments on Letters/);
    await expect(cards(page)).toHaveCount(5);
    await expectCounts(page, { All: 5, Unconfirmed: 5, Published: 0, Unpublished: 0, Deleted: 0 });
    await expect(page.getByRole('complementary')).toContainText('On the making of paper');
    await expectNothingFromAxe(page);

    // The newest comes first.
    await page.keyboard.press('k');
    await expectAtHand(page, 'fifth');
    await page.keyboard.press('p');
    await expect(page.locator('.toast', { hasText: 'Published one comment' })).toBeVisible();
    await expectAtHand(page, 'fourth');
    await expectCounts(page, { Unconfirmed: 4, Published: 1 });
    await page.keyboard.press('d');
    await expectAtHand(page, 'third');
    await expectCounts(page, { All: 4, Unconfirmed: 3, Deleted: 1 });
    await expect(page.getByRole('status').filter({ hasText: 'Deleted one comment' })).toHaveCount(1);
    await page.keyboard.press('z');
    await expectAtHand(page, 'fourth');
    await expectCounts(page, { All: 5, Unconfirmed: 4, Deleted: 0 });

    // Several at once, in one step each way.
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('u');
    await expectAtHand(page, 'second');
    await expectCounts(page, { Unconfirmed: 2, Unpublished: 2 });
    await page.keyboard.press('z');
    await expect(cards(page)).toHaveCount(4);
    await expectCounts(page, { Unconfirmed: 4, Unpublished: 0 });
    await expect.poll(() => bodiesOfReaders(page, contentId)).toEqual(['fifth']);

    // Letters that are typed are typed, also where they are composed.
    await page.keyboard.press('/');
    await page.keyboard.type('pud second');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SECOND');
    await expect(cards(page)).toHaveCount(1);
    await expect(page).toHaveURL(/publishStatus=unconfirm&q=SECOND/);
    await page.keyboard.press('Enter');
    await expectAtHand(page, 'second');
    await page.keyboard.press('d');
    await expect(page.locator('#no-comments')).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('p');
    await page.keyboard.press('Escape');

    await page.goto(`${SERVICE}?isDeleted=1`);
    await expect(cards(page)).toContainText(['second']);
    await expect(page.getByText('Deleted by admin')).toBeVisible();
    await page.keyboard.press('r');
    await expect(page.getByText('Nothing was deleted in the last 30 days')).toBeVisible();
    await expectCounts(page, { All: 5, Unconfirmed: 4, Deleted: 0 });

    // Somebody else has published one meanwhile.
    await page.goto(UNCONFIRMED);
    await expect(cards(page)).toHaveCount(4);
    await page.keyboard.press('k');
    await expectAtHand(page, 'fourth');
    const [id] = await idsOf(page, 'fourth');
    await callAs(page, 'POST', `${SERVICE}/${id}/status`, { publishStatus: 'publish' });
    await page.keyboard.press('p');
    await expect(page.getByText('Somebody else was quicker')).toBeVisible();
    await expectAtHand(page, 'third');
    await expectCounts(page, { Unconfirmed: 3, Published: 2 });

    const database = new DatabaseSync(join(ownProduct.dataDir, 'kawaraban.db'));
    database.prepare("update users set role = 'viewer'").run();
    database.close();
    await page.goto(`${SERVICE}/content/${contentId}`);
    await expect(cards(page)).toHaveCount(5);
    await page.keyboard.press('j');
    await expectAtHand(page, 'fourth');
    await page.keyboard.press('d');
    await page.keyboard.press('x');
    await expect(cards(page)).toHaveCount(5);
    await expect(page.locator('main').getByRole('button', { name: /Publish|Delete/ })).toHaveCount(0);
    await expect(page.locator('main').getByRole('checkbox')).toHaveCount(0);
    await expectNothingFromAxe(page);
  });
});

test.describe('on a phone', () => {
  test.use({
    locale: 'ja-JP',
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('an editor publishes, deletes several and restores them by touch', async ({
    page,
    signIn,
    expectNothingFromAxe,
  }) => {
    await signIn(page);
    await givenService(page);
    const contentId = await givenComments(page, ['一番目', '二番目', '三番目', '四番目']);
    await callAs(page, 'PUT', `/admin/services/letters/content/${contentId}`, {
      commentDefaultPublishStatus: 'publish',
    });
    await page.goto(UNCONFIRMED);
    await expect(page.getByRole('heading', { level: 1, name: 'コメント' })).toBeVisible();
    await expect(cards(page)).toHaveCount(4);
    await expectNothingFromAxe(page);
    expect(await overflowOf(page)).toBe(0);

    const third = card(page, '三番目');
    await third.getByText('コメント先の投稿').click();
    await expect(third.getByRole('link', { name: 'On the making of paper' })).toBeVisible();
    await card(page, '二番目').getByRole('button', { name: '公開する' }).click();
    await expect(page.locator('.toast', { hasText: '1 件のコメントを公開しました' })).toBeVisible();
    await expect(cards(page)).toHaveCount(3);
    await expectCounts(page, { 未確認: 3, 公開: 1 });

    await page.getByRole('checkbox', { name: '表示中の 3 件をすべて選択' }).check();
    await expectNothingFromAxe(page);
    await page.getByRole('group', { name: '選択' }).getByRole('button', { name: '削除' }).click();
    await expect(page.getByText('確認待ちのコメントはありません')).toBeVisible();
    await expectCounts(page, { すべて: 1, 未確認: 0, 削除済み: 3 });
    await page.locator('.toast').getByRole('button', { name: '元に戻す' }).click();
    await expect(cards(page)).toHaveCount(3);
    await expectCounts(page, { すべて: 4, 未確認: 3, 削除済み: 0 });
    await card(page, '四番目').getByRole('button', { name: '削除' }).click();
    await expect(cards(page)).toHaveCount(2);

    await page.getByRole('link', { name: /^削除済み/ }).click();
    await card(page, '四番目').getByRole('button', { name: '復元' }).click();
    await expectCounts(page, { 削除済み: 0 });

    await page.getByRole('combobox', { name: 'コンテンツごとのコメント' }).fill(contentId.slice(-6));
    await page.getByRole('option', { name: contentId }).click();
    await expect(page).toHaveURL(`${SERVICE}/content/${contentId}`);
    await expect(page.locator('.comment-content-line')).toContainText('On the making of paper');
    await expect(cards(page)).toHaveCount(4);
    expect(await overflowOf(page)).toBe(0);
  });
});

/** A service that looks at comments before readers see them. */
async function givenService(page: Page): Promise<void> {
  const configs = { commentDefaultPublishStatus: 'unconfirm' };
  const service = { serviceId: 'letters', label: 'Letters', functions: ['post', 'comment'], configs };
  await callAs(page, 'POST', '/admin/services', service);
}

/** Has readers comment on a new post of the service. */
async function givenComments(page: Page, bodies: readonly string[]): Promise<string> {
  const text = { slug: 'paper', title: 'On the making of paper', body: 'Kozo and water.' };
  const post = { ...text, bodyFormat: 'markdown', status: 'publish' };
  const { postId } = (await callAs(page, 'POST', '/admin/posts/letters', post)) as MadePost;
  for (const body of bodies) {
    const answer = await page.request.post(`/api/comments/letters/${postId}`, {
      data: { body, profiles: { nickname: 'Hanako', area: '京都' } },
    });
    expect(answer.status()).toBe(200);
  }
  return postId;
}

async function bodiesOfReaders(page: Page, contentId: string): Promise<readonly string[]> {
  const answer = await page.request.get(`/api/comments/letters/${contentId}`);
  const { items } = (await answer.json()) as { items: { body: string }[] };
  return items.map(({ body }) => body);
}

async function idsOf(page: Page, body: string): Promise<readonly string[]> {
  const { items } = (await callAs(page, 'GET', `${SERVICE}?q=${body}`)) as { items: { commentId: string }[] };
  return items.map(({ commentId }) => commentId);
}

function cards(page: Page): Locator {
  return page.locator('.comment-card');
}

function card(page: Page, body: string): Locator {
  return cards(page).filter({ has: page.getByText(body, { exact: true }) });
}

async function expectAtHand(page: Page, body: string): Promise<void> {
  await expect(card(page, body)).toBeFocused();
  await expect(card(page, body)).toHaveAttribute('aria-current', 'true');
}

async function expectCounts(page: Page, counts: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    await expect(
      page.locator('.comment-tabs').getByRole('link', { name: `${name} ${count}`, exact: true }),
    ).toBeVisible();
  }
}
