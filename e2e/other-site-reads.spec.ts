import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildPackage } from '../client/generate/build-package.ts';
import { expect, test, unchangedBaseURL } from './fixtures.ts';

test.use({ baseURL: unchangedBaseURL });

async function otherSite(page: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-other-site-'));
  await buildPackage(folder);
  const server = createServer(async ({ url = '/' }, response) => {
    if (!url.startsWith('/client/')) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      return;
    }
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.end(await readFile(join(folder, 'client', basename(url))));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}

test('page of another site reads posts through the client', async ({ page, baseURL }) => {
  const site =
    await otherSite(`<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,">
<ul></ul><p></p>
<script type="module">
  import { attempt, createKawaraban } from '/client/index.js';
  const kawaraban = createKawaraban({ baseUrl: ${JSON.stringify(baseURL)}, serviceId: 'news' });
  for (const round of [1, 2]) {
    for await (const { title } of kawaraban.posts.all({ count: 4, withBody: false })) {
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: round + title }));
    }
  }
  const { error } = await attempt(kawaraban.posts.find({ slug: 'nowhere' }));
  document.querySelector('p').textContent = [error.status, error.code, error.requestId?.length > 8].join(' ');
</script></html>`);
  const requests: string[][] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(Object.keys(request.headers()));
  });
  try {
    await page.goto(site.url);
    await expect(page.locator('p')).toHaveText('404 Not Found true');
    await expect(page.locator('li')).toHaveCount(12);
    await expect(page.locator('li', { hasText: '1What Kawaraban is' })).toHaveCount(1);
    await expect(page.locator('li', { hasText: '2What Kawaraban is' })).toHaveCount(1);
    // The requests need no CORS preflight.
    expect(requests).toHaveLength(5);
    for (const headers of requests) {
      for (const name of ['authorization', 'content-type', 'if-none-match']) expect(headers).not.toContain(name);
    }
  } finally {
    await site.stop();
  }
});
