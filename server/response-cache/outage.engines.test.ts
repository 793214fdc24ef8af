import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { raiseServiceRevision } from '#server/database/service-revision.ts';
import { breakableLine } from '#testing/broken-line.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { listeningApp } from '#testing/listening-app.ts';

const TIMEOUT = { timeout: 30_000, interval: 10 };
const ADDRESS = '/api/posts/news';

async function readersOf({ isNotifying = true } = {}) {
  const { database: elsewhere, target } = await testDatabaseWithTarget();
  // SQLite has no outages.
  if (target.engine === 'sqlite') return undefined;
  const line = await breakableLine(target.url);
  const database = connect({ ...target, url: line.url, isNotifying }, { waitMs: 2000 });
  database.keepWatch({ onUnavailable: () => {}, onAvailable: () => {} });
  onTestFinished(async () => {
    await database.close();
    await line.close();
  });
  await givenService({ database: elsewhere }, { serviceId: 'news' });
  await givenPost({ database: elsewhere }, { slug: 'first' });
  const app = await listeningApp({ database }, { database });
  const status = async (address = ADDRESS) => (await app.ask(address)).status;
  expect(await status()).toBe(200);
  const moveBy = (ms: number) => app.clock.moveTo(new Date(app.clock.now().getTime() + ms).toISOString());
  return { ...app, database, elsewhere, line, status, moveBy };
}

test('only cached responses are served during an outage', async () => {
  const given = await readersOf();
  if (!given) return;
  const { line, ask, status, moveBy, database } = given;
  const { body } = await ask(ADDRESS);
  await line.cut();
  moveBy(60_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(ADDRESS)));
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, body]);
  expect(Number(answers[0]?.headers.age)).toBeGreaterThanOrEqual(0);
  const cold = await ask('/api/posts/news/first');
  expect([cold.status, cold.headers['retry-after']]).toEqual([503, '1']);
  await line.restore();
  await expect.poll(() => status('/api/posts/news/first'), TIMEOUT).toBe(200);
  expect((await ask(ADDRESS)).headers.age).toBeUndefined();
  expect(database.outage()).toBeUndefined();
});

test('no response older than known writes is served', async () => {
  const given = await readersOf();
  if (!given) return;
  const { line, status, database, elsewhere } = given;
  await database.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
  await line.cut();
  expect(await status()).toBe(503);
  await line.restore();
  await expect.poll(() => status(), TIMEOUT).toBe(200);
  const mark = database.commitMark();
  await elsewhere.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
  await expect.poll(() => database.commitMark(), TIMEOUT).not.toBe(mark);
  await line.cut();
  expect(await status()).toBe(503);
});

test('cached responses expire during an outage without notifications', async () => {
  const given = await readersOf({ isNotifying: false });
  if (!given) return;
  const { line, status, moveBy } = given;
  await line.cut();
  moveBy(4 * 60_000);
  expect(await status()).toBe(200);
  moveBy(2 * 60_000);
  expect(await status()).toBe(503);
});
