import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#server/config.ts';
import { createBareServer } from './bare-server.ts';

const [role, path = '', databaseUrl] = process.argv.slice(2);

if (role === 'bare') await serveBare(path);
else if (role === 'sink') await serveSink(path);
else await serveProduct(path, { isDelivering: role !== 'cold', isTalking: role === 'talk' });

async function serveBare(recorded: string): Promise<void> {
  const server = createBareServer(JSON.parse(await readFile(recorded, 'utf8'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Minimal upload server as a baseline: streams into a file and flushes it before responding. */
async function serveSink(path: string): Promise<void> {
  const server = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(path, { flush: true }));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Starts the product like `npm start`, optionally without its response cache or without comment limits per address. */
async function serveProduct(
  folder: string,
  { isDelivering, isTalking }: { isDelivering: boolean; isTalking: boolean },
): Promise<void> {
  // Imported here, so that the other servers do not load it.
  const { loadConfig } = await import('#server/config.ts');
  const { start } = await import('#server/start.ts');
  const loaded = await loadConfig({
    DATA_DIR: folder,
    METRICS_TOKEN: 'a-token-for-the-bench',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const site = isTalking ? { ...loaded.site, comments: withoutLimits(loaded.site.comments) } : loaded.site;
  const config = { ...loaded, site, host: '127.0.0.1', port: 0 };
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { url } = await start({ config, isEmpty: true, isDevelopment: false, isDelivering, say });
  tell(url.replace('localhost', '127.0.0.1'));
}

function withoutLimits(comments: Config['site']['comments']): Config['site']['comments'] {
  const most = { reader: 1e9, address: 1e9 };
  return { ...comments, limits: { ...comments.limits, heldAfter: most, refusedAfter: most } };
}

function tell(url: string): void {
  process.stderr.write(`ready at ${url}\n`);
}
