import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { blankDatabase } from '#testing/database.ts';
import { startProduct } from '#testing/product.ts';

test('one setting moves the product to another database', { tags: ['extended'] }, async () => {
  const { target } = await blankDatabase();
  const DATABASE_URL = target.engine === 'sqlite' ? `sqlite:${target.path}` : target.url;
  const { child, url, exit } = await startProduct({ DATABASE_URL });
  const address = await url;
  const { items } = await (await fetch(`${address}/api/posts/news?withBody=0`)).json();
  expect(items).toHaveLength(6);
  const page = await fetch(`${address}/posts/news/${items[0].slug}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(items[0].title);
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('shutdown closes busy keep-alive connections without errors', {
  tags: ['extended'],
}, async () => {
  const { child, url, exit } = await startProduct();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = await url;
  const call = () =>
    new Promise<string>((resolve) => {
      const request = get(`${address}/api/posts/news`, { agent }, (response) => {
        text(response).then(
          () => resolve(response.headers.connection ?? ''),
          () => resolve('broken'),
        );
      });
      request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
    });
  expect(await call()).toBe('keep-alive');
  child.kill('SIGTERM');
  let answer = 'keep-alive';
  while (answer === 'keep-alive') answer = await call();
  expect(answer).toBe('close');
  expect(await call()).toBe('ECONNREFUSED');
  expect(await exit).toBe(0);
});
