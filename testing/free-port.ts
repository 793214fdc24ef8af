import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port below those that systems give to outgoing connections and to servers on port 0, so that no other
 * process takes it before the caller listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
