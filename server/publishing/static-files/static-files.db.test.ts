import { expect, test, vi } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { testStorage } from '#testing/storage.ts';
import { startStaticFiles } from './static-files.ts';

const soon = { timeout: 30_000, interval: 10 };

async function givenTools() {
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  return {
    database: await testDatabase(),
    storage: await testStorage(),
    clock: testClock(),
    log,
    logged,
    mediaUrl: '/media',
  };
}

test('writes files due before the start and after commits', async () => {
  const tools = await givenTools();
  await givenPost(tools, { slug: 'before' });
  const staticFiles = startStaticFiles(tools);
  const isThere = async (slug: string) => (await tools.storage.head(`posts/news/${slug}.json`)) !== undefined;
  await vi.waitFor(async () => expect(await isThere('before')).toBe(true), soon);
  await givenPost(tools, { slug: 'after' });
  await vi.waitFor(async () => expect(await isThere('after')).toBe(true), soon);
  await staticFiles.stop();
  await givenPost(tools, { slug: 'too-late' });
  await new Promise(setImmediate);
  expect(await isThere('too-late')).toBe(false);
  expect(tools.logged).toEqual([]);
});

test('database failure is logged and retried', async () => {
  const tools = await givenTools();
  await tools.database.writer.schema.dropTable('staticFiles').execute();
  const staticFiles = startStaticFiles(tools);
  await vi.waitFor(() => expect(tools.logged.map(({ msg }) => msg)).toEqual(['finding due static files failed']), soon);
  await staticFiles.stop();
});
