import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts';
import { ADMIN, expect, test, tierOf } from './fixtures.ts';
import { givenPost } from './posts-page.ts';

const words = {
  'en-US': {
    title: 'Webhooks of Kawaraban',
    empty: 'There is no webhook yet',
    create: 'Create webhook',
    url: 'Address',
    description: 'Description',
    published: 'A post is published',
    events: 'Events',
    chooseEvent: 'Choose at least one event',
    unreachable: 'The server cannot be reached. What you typed is still here.',
    refused: 'Nothing is sent to this address',
    once: 'It is shown this once',
    done: 'I have copied the secret',
    isNew: 'Not called yet',
    works: 'Works',
    test: 'Send test event',
    testEvent: 'Test',
    delivered: 'Delivered',
    answer: 'Answer 204',
    refusedByReceiver: 'The receiver refused it',
    failing: 'Nothing has arrived since',
    again: /^Send again: A post is published, Told, .+, [0-9a-z]{26}$/,
    attempts: /^1 attempt, \d+ ms, next .+:\d\d (AM|PM)/,
    edit: 'Edit',
    isEnabled: 'Switched on',
    save: 'Save',
    off: 'This webhook is switched off',
    rotate: 'New secret',
    remove: 'Delete',
    made: 'created a webhook',
    deleted: 'deleted a webhook',
  },
  'ja-JP': {
    title: '「Kawaraban」の Webhook',
    empty: 'Webhook はまだありません',
    create: 'Webhook を作成',
    url: 'アドレス',
    description: '説明',
    published: '記事の公開',
    events: 'イベント',
    chooseEvent: 'イベントを 1 つ以上選んでください',
    unreachable: 'サーバーに接続できません。入力した内容は残っています。',
    refused: 'このアドレスには送信できません',
    once: '表示されるのはこの一度だけ',
    done: 'シークレットを控えました',
    isNew: '未送信',
    works: '正常',
    test: 'テストを送信',
    testEvent: 'テスト',
    delivered: '送信済み',
    answer: '応答 204',
    refusedByReceiver: '送信先に拒否されました',
    failing: '一度も届いていません',
    again: /^もう一度送信: 記事の公開、Told、.+、[0-9a-z]{26}$/,
    attempts: /^試行 1 回、\d+ ミリ秒、次は .+:\d\d/,
    edit: '編集',
    isEnabled: 'オンにする',
    save: '保存',
    off: 'この Webhook はオフです',
    rotate: 'シークレットを更新',
    remove: '削除',
    made: 'Webhook を作成しました',
    deleted: 'Webhook を削除しました',
  },
} as const;

let receiver: WebhookReceiver;

test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

test.afterEach(async () => receiver.stop());

for (const [locale, width] of [
  ['en-US', 1280],
  ['ja-JP', 375],
] as const) {
  const say = words[locale];
  test.describe(`with ${locale}`, tierOf(locale), () => {
    test.use({
      locale,
      viewport: { width, height: 800 },
      baseURL: async ({ startProduct }, use) => use((await startProduct({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })).url),
    });

    test('a webhook is made, tried, told of a post, sent again, given another secret and deleted', async ({
      page,
      signIn,
      expectNothingFromAxe,
    }) => {
      test.setTimeout(180_000);
      await signIn(page, ADMIN, '/admin/webhooks/news');
      await expect(page).toHaveTitle(`${say.title} – Kawaraban`);
      await expect(page.getByText(say.empty)).toBeVisible();
      await expectNothingFromAxe(page);

      await page.getByRole('link', { name: say.create }).click();
      const address = page.getByLabel(say.url, { exact: true });
      await address.fill('http://192.168.0.1/hook');
      await page.getByLabel(say.description, { exact: true }).fill('Site builder');
      await page.getByRole('button', { name: say.create }).click();
      await expect(page.getByRole('group', { name: say.events })).toHaveAccessibleDescription(say.chooseEvent);
      await expect(page.getByRole('group', { name: say.events }).getByRole('checkbox').first()).toBeFocused();
      await expectNothingFromAxe(page);
      await page.getByRole('checkbox', { name: say.published }).check();

      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: say.create }).click();
      await expect(page.getByText(say.unreachable)).toBeInViewport();
      await expect(page.locator('.toast')).toHaveCount(0);
      await page.unroute('**/api/**');
      await page.getByRole('button', { name: say.create }).click();
      await expect(page.getByText(say.refused).first()).toBeVisible();
      await expect(address).toBeFocused();
      await expectNothingFromAxe(page);
      await address.fill(receiver.url);
      await page.getByRole('button', { name: say.create }).click();
      await expect(page.getByText(say.once)).toBeVisible();
      await expectNothingFromAxe(page);
      const secret = await page.locator('.new-secret code').innerText();
      await page.getByRole('button', { name: say.done }).click();

      await expect(page.getByText(say.isNew)).toBeVisible();
      await page.getByRole('button', { name: say.test }).click();
      const rows = page.getByRole('table').locator('tbody tr');
      await expect(rows.first()).toContainText(say.testEvent);
      await expect(rows.first()).toContainText(say.delivered);
      await expect(rows.first()).toContainText(say.answer);
      await expect(page.getByText(say.works)).toBeVisible();
      await expectNothingFromAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      receiver.answerWith(500);
      const { postId } = await givenPost(page, { slug: 'told', title: 'Told', body: 'One', status: 'publish' });
      await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
      const told = receiver.received[1];
      expect(told?.event).toMatchObject({ type: 'post.published', serviceId: 'news', post: { postId, title: 'Told' } });
      expect(told && (await isSignedWith(secret, told))).toBe(true);
      await page.reload();
      await expect(page.getByText(say.failing)).toBeVisible();
      await expect(rows.first()).toContainText(say.refusedByReceiver);
      await expect(rows.first()).toContainText('Told');
      await expect(rows.first()).toContainText(told?.event.id ?? '');
      await expect(page.getByText(say.attempts).filter({ visible: true })).toHaveCount(width < 960 ? 1 : 0);
      await expectNothingFromAxe(page);
      receiver.answerWith(204);
      // A double-click sends it once, and the focus stays where it was.
      const sent = receiver.received.length;
      const again = rows.first().getByRole('button', { name: say.again });
      await again.dblclick({ delay: 50 });
      await expect(rows.first()).toContainText(say.answer, { timeout: 15_000 });
      await expect(again).toBeFocused();
      expect(receiver.received).toHaveLength(sent + 1);
      await expect(page.getByText(say.failing)).toHaveCount(0);
      expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(told?.event.id);

      await page.getByRole('button', { name: say.rotate }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.rotate }).click();
      await expect(page.getByText(say.once)).toBeVisible();
      expect(await page.locator('.new-secret code').innerText()).not.toBe(secret);
      await page.getByRole('button', { name: say.done }).click();
      await expect(page.locator('main h1')).toBeFocused();

      await page.getByRole('link', { name: say.edit, exact: true }).click();
      await page.getByRole('checkbox', { name: say.isEnabled }).uncheck();
      await page.getByRole('button', { name: say.save }).click();
      await expect(page.getByText(say.off)).toBeVisible();
      await page.getByRole('button', { name: say.remove, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click();
      await expect(page.getByText(say.empty)).toBeVisible();

      await page.goto('/admin/audit');
      await expect(page.getByRole('table')).toContainText(say.made);
      await expect(page.getByRole('table')).toContainText(say.deleted);
    });
  });
}
