import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { changeThread } from '#server/comments/thread.repository.ts';
import { connect } from '#server/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { breakableLine } from '#testing/broken-line.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { type PurgeOptions, startCdnPurge } from './cdn-purge.ts';

interface PurgeCall {
  readonly serviceId: string;
  readonly revision: number | null;
  readonly keys: readonly string[];
}

/** The purge endpoint responds with these statuses and then with 200. 0 means no response. */
async function purging(options: Partial<PurgeOptions> = {}, statuses: number[] = []) {
  const { database, target } = await testDatabaseWithTarget();
  const clock = testClock();
  for (const serviceId of ['news', 'other']) await givenService({ database, clock }, { serviceId });
  const calls: PurgeCall[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    calls.push((await json(request)) as PurgeCall);
    authorizations.push(request.headers.authorization);
    const status = statuses.shift() ?? 200;
    if (status !== 0) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge?zone=1`;
  const timing = { waitMs: 30, timeoutMs: 300, gapsMs: [10, 20, 30] };
  const purge = startCdnPurge({ database, log, url, token: undefined, ...timing, ...options });
  onTestFinished(async () => {
    await purge.stop();
    server.closeAllConnections();
    server.close();
  });
  const messages = () => logged.map(({ msg }) => msg);
  const revisionOf = async (serviceId: string) =>
    (
      await database.reader
        .selectFrom('services')
        .select('revision')
        .where('serviceId', '=', serviceId)
        .executeTakeFirstOrThrow()
    ).revision;
  const thread = (contentId: string, by = database) =>
    by.writer
      .transaction()
      .execute((trx) =>
        changeThread(trx, { serviceId: 'news', contentId, isVisible: true, now: '2026-11-21T04:43:00Z' }),
      );
  return { database, target, clock, calls, authorizations, purge, messages, revisionOf, thread };
}

const keysOf = (serviceId: string) => [`service-${serviceId}`, 'services'];

test('changes are purged once per service, also before stopping', async () => {
  const site = await purging({ token: 'abc', waitMs: 60_000 });
  for (let index = 0; index < 5; index += 1) await givenPost(site, { serviceId: 'news' });
  await givenPost(site, { serviceId: 'other' });
  await site.thread('first');
  await site.purge.stop();
  expect(site.calls).toHaveLength(2);
  const [news, other] = site.calls.toSorted((a, b) => (a.serviceId < b.serviceId ? -1 : 1));
  expect(news).toEqual({
    serviceId: 'news',
    revision: await site.revisionOf('news'),
    keys: keysOf('news'),
  });
  expect(other).toEqual({ serviceId: 'other', revision: await site.revisionOf('other'), keys: keysOf('other') });
  expect(site.authorizations).toEqual(['Bearer abc', 'Bearer abc']);
  expect(site.messages()).toEqual(['purge sent', 'purge sent']);
});

test('threads are purged by key, many by their service', async () => {
  const site = await purging({ waitMs: 200 });
  await site.thread('first');
  await expect.poll(() => site.calls).toHaveLength(1);
  expect(site.calls[0]).toMatchObject({ serviceId: 'news', keys: ['talk-news-first'] });
  await site.database.writer.transaction().execute(async (trx) => {
    for (let index = 0; index < 150; index += 1) {
      const thread = { serviceId: 'news', contentId: `talk${index}`, isVisible: true, now: '2026-11-21T04:43:00Z' };
      await changeThread(trx, thread);
    }
  });
  await expect.poll(() => site.calls).toHaveLength(2);
  expect(site.calls[1]?.keys).toEqual(keysOf('news'));
});

test('each process purges its own writes only', async () => {
  const site = await purging();
  const beside = connect(site.target);
  onTestFinished(() => beside.close());
  let otherCommits = 0;
  site.database.onCommit(({ isOwn }) => {
    if (!isOwn) otherCommits += 1;
  });
  site.database.keepWatch({ onUnavailable: () => {}, onAvailable: () => {} });
  // The first notification comes from starting the watch.
  const isNotified = () => site.database.engine === 'sqlite' || otherCommits > 1;
  await givenPost({ database: beside, clock: site.clock }, { serviceId: 'other' });
  await expect.poll(isNotified).toBe(true);
  await site.thread('first', beside);
  await givenPost(site, { serviceId: 'news' });
  await site.purge.stop();
  expect(site.calls.map(({ serviceId }) => serviceId)).toEqual(['news']);
});

test('rolled-back and invisible writes are not purged', async () => {
  const site = await purging();
  const failing = site.database.writer.transaction().execute(async (trx) => {
    await changeThread(trx, { serviceId: 'news', contentId: 'first', isVisible: true, now: '2026-11-21T04:43:00Z' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await site.database.writer.transaction().execute(async (trx) => {
    await trx.updateTable('posts').set({ updatedBy: 'somebody' }).execute();
  });
  await site.purge.stop();
  expect(site.calls).toEqual([]);
});

test('failed purges are retried with later changes', async () => {
  const site = await purging({}, [500, 0, 429]);
  await givenPost(site, { serviceId: 'news' });
  await expect.poll(() => site.calls.length).toBeGreaterThanOrEqual(2);
  await site.thread('first');
  await expect.poll(() => site.messages()).toContain('purge sent');
  expect(site.calls.at(-1)).toEqual({
    serviceId: 'news',
    revision: await site.revisionOf('news'),
    keys: keysOf('news'),
  });
  expect(site.messages().filter((message) => message === 'purge failed')).toHaveLength(1);
});

test('purges wait for the database during an outage', async () => {
  const { target } = await testDatabaseWithTarget();
  // SQLite has no outages.
  if (target.engine === 'sqlite') return;
  const line = await breakableLine(target.url);
  const database = connect({ ...target, url: line.url });
  onTestFinished(async () => {
    await database.close();
    await line.close();
  });
  const site = await purging({ database, waitMs: 300, databaseGapMs: 20 });
  await givenService({ database }, { serviceId: 'news' });
  await line.cut();
  await pause(1000);
  expect([site.calls, site.messages()]).toEqual([[], []]);
  await line.restore();
  await expect.poll(() => site.calls).toMatchObject([{ serviceId: 'news', keys: keysOf('news') }]);
  expect(site.messages()).not.toContain('purge given up');
});

test.each([
  ['refuses for good', [403], 1],
  ['leads elsewhere', [302], 1],
  ['fails again and again', [500, 500, 500, 500], 4],
])('endpoint that %s is given up until the next write', async (_what, statuses, tries) => {
  const site = await purging({}, statuses);
  await givenPost(site, { serviceId: 'news' });
  await expect.poll(() => site.messages()).toContain('purge given up');
  expect(site.calls).toHaveLength(tries);
  await givenPost(site, { serviceId: 'news' });
  await expect.poll(() => site.messages()).toContain('purge sent');
});
