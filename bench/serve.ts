import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createBareServer } from './bare-server.ts';

const [role, path = '', databaseUrl] = process.argv.slice(2);

if (role === 'bare') await serveBare(path);
else await serveProduct(path, role !== 'cold');

async function serveBare(recorded: string): Promise<void> {
  const server = createBareServer(JSON.parse(await readFile(recorded, 'utf8'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Starts the product like `npm start`, optionally without its response cache. */
async function serveProduct(folder: string, isCaching: boolean): Promise<void> {
  // Imported here, so that the bare server does not load it.
  const { limitHeapGrowth } = await import('#server/platform/limit-heap-growth.ts');
  limitHeapGrowth();
  const { loadConfig } = await import('#server/config.ts');
  const { start } = await import('#server/start.ts');
  const loaded = await loadConfig({
    DATA_DIR: folder,
    METRICS_TOKEN: 'a-token-for-the-bench',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  const config = { ...loaded, host: '127.0.0.1', port: 0 };
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { url } = await start({ config, isEmpty: true, isDevelopment: false, isCaching, say });
  tell(url.replace('localhost', '127.0.0.1'));
}

function tell(url: string): void {
  process.stderr.write(`ready at ${url}\n`);
}
