import { createInterface } from 'node:readline';
import { testClock } from './clock.ts';

/**
 * Runs the product with a stopped clock. Each line on standard input sets the time; the first one is the start time.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextInstant = async () => (await lines.next()).value as string | undefined;

const clock = testClock(await nextInstant());
const { loadConfig } = await import('#server/config.ts');
const { start } = await import('#server/start.ts');
const config = await loadConfig(process.env);
const server = await start({ config, isEmpty: true, isDevelopment: false, clock, say: () => {} });
process.stderr.write(`ready at ${server.url}\n`);
for (let instant = await nextInstant(); instant !== undefined; instant = await nextInstant()) {
  clock.moveTo(instant);
  process.stderr.write(`it is ${instant}\n`);
}
await server.stop();
