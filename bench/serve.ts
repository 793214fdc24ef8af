import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '#server/config.ts';
import { start } from '#server/start.ts';
import { createBareServer } from './bare-server.ts';

const [role, path = ''] = process.argv.slice(2);

if (role === 'bare') await serveBare(path);
else await serveProduct(path, { isDelivering: role === 'warm' });

async function serveBare(recorded: string): Promise<void> {
  const server = createBareServer(JSON.parse(await readFile(recorded, 'utf8'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** The product as `npm start` runs it; without its memory every answer is made anew. */
async function serveProduct(folder: string, { isDelivering }: { isDelivering: boolean }): Promise<void> {
  const config = { ...(await loadConfig({ DATA_DIR: folder })), host: '127.0.0.1', port: 0 };
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { url } = await start({ config, isEmpty: true, isDevelopment: false, isDelivering, say });
  tell(url.replace('localhost', '127.0.0.1'));
}

function tell(url: string): void {
  process.stderr.write(`ready at ${url}\n`);
}
