import { isSignedWith, startWebhookReceiver } from '#testing/webhook-receiver.ts';
import { ADMIN, expect, test } from './fixtures.ts';
import { givenPost } from './posts-page.ts';

test.use({
  locale: 'en-US',
  baseURL: async ({ startProduct }, use) => use((await startProduct({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })).url),
});

test('webhook delivers signed events, which can be sent again', async ({ page, signIn }) => {
  await using receiver = await startReceiver();
  await signIn(page, ADMIN, '/admin/webhooks/news/create');
  const address = page.getByLabel('URL', { exact: true });
  await address.fill('http://192.168.0.1/hook');
  await page.getByRole('checkbox', { name: 'Post published' }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Events can’t be sent to this URL').first()).toBeVisible();
  await address.fill(receiver.url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.locator('.new-secret code').innerText();
  await page.getByRole('button', { name: 'I’ve copied the secret' }).click();
  await expect(page.getByText('No events yet')).toBeVisible();

  receiver.answerWith(500);
  const { postId } = await givenPost(page, { slug: 'published', title: 'Published', body: 'One', status: 'publish' });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [delivery] = receiver.received;
  if (!delivery) throw new Error('Nothing was delivered');
  const post = { postId, title: 'Published' };
  expect(delivery.event).toMatchObject({ type: 'post.published', serviceId: 'news', post });
  expect(await isSignedWith(secret, delivery)).toBe(true);

  await page.reload();
  await expect(page.getByText('No event has been delivered since')).toBeVisible();
  const row = page.getByRole('table').locator('tbody tr').first();
  await expect(row).toContainText('The receiver rejected the event');
  await expect(row).toContainText('Published');
  receiver.answerWith(204);
  await row.getByRole('button', { name: /^Resend: Post published, Published, / }).click();
  await expect(row).toContainText('Status 204');
  await expect(page.getByText('No event has been delivered since')).toHaveCount(0);
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(delivery.event.id);
});

async function startReceiver() {
  const receiver = await startWebhookReceiver();
  return { ...receiver, [Symbol.asyncDispose]: () => receiver.stop() };
}
