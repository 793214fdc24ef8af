/** @module-tag extended */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type BreakableLine, breakableLine } from '#testing/broken-line.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Change } from './commits.ts';
import { connect, type Database } from './connect.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { PostgresWatch } from './postgres-watch.ts';
import { raiseServiceRevision } from './service-revision.ts';

const TIMEOUT = { timeout: 30_000, interval: 10 };
const FROZEN_MS = 3000;

interface Watching {
  readonly here: Database;
  readonly elsewhere: Database;
  readonly line: BreakableLine;
  readonly received: Change[];
  readonly events: string[];
  readonly notificationsLost: string[];
}

/** Opens two sets of connections to one database, one of them through a proxy that can fail. */
async function watching({
  isNotifying = true,
  replacements = {} as Readonly<Record<string, string>>,
} = {}): Promise<Watching | undefined> {
  const { database: elsewhere, target } = await testDatabaseWithTarget();
  // SQLite needs no watch.
  if (target.engine === 'sqlite') return undefined;
  await givenService({ database: elsewhere }, { serviceId: 'news' });
  const line = await breakableLine(target.url, { replacements });
  const here = connect({ ...target, url: line.url, isNotifying }, { waitMs: 2000 });
  const received: Change[] = [];
  const events: string[] = [];
  const notificationsLost: string[] = [];
  here.onCommit(({ change }) => void received.push(change));
  here.keepWatch({
    onUnavailable: () => events.push('unavailable'),
    onAvailable: () => events.push('available'),
    onNotificationsLost: ({ message }) => notificationsLost.push(message),
  });
  onTestFinished(async () => {
    await here.close();
    await line.close();
  });
  await expect.poll(() => received, TIMEOUT).toEqual(['anything']);
  return { here, elsewhere, line, received, events, notificationsLost };
}

const raise = (database: Database) => database.writer.transaction().execute((trx) => raiseServiceRevision(trx, 'news'));
const call = ({ reader }: Database) => reader.selectFrom('services').select('revision').executeTakeFirst();
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error instanceof DatabaseUnavailable ? 'unavailable' : String(error)),
  );

test('commits of other processes arrive, own commits once', async () => {
  const given = await watching();
  if (!given) return;
  const { here, elsewhere, received, notificationsLost } = given;
  const mark = here.commitMark();
  await raise(elsewhere);
  await expect.poll(() => received, TIMEOUT).toEqual(['anything', 'anything']);
  expect(here.commitMark()).not.toBe(mark);
  await raise(here);
  // A later notification proves that the own one was delivered.
  await elsewhere.reader.executeQuery({
    ...elsewhere.reader.selectFrom('services').select('serviceId').compile(),
    sql: `select pg_notify('kawaraban_commits', '{"sender":"somebody","threads":["news/first"]}')`,
    parameters: [],
  });
  await expect.poll(() => received.length, TIMEOUT).toBe(4);
  expect(received.at(-1)).toEqual(new Set(['news/first']));
  expect(notificationsLost).toEqual([]);
});

test('no notifications are sent or received when disabled', async () => {
  const given = await watching({ isNotifying: false });
  if (!given) return;
  const { here, elsewhere, received } = given;
  const other: Change[] = [];
  elsewhere.onCommit(({ change }) => void other.push(change));
  elsewhere.keepWatch({ onUnavailable: () => {}, onAvailable: () => {} });
  await expect.poll(() => other, TIMEOUT).toEqual(['anything']);
  await raise(here);
  await raise(elsewhere);
  expect([received.length, other.length]).toEqual([2, 2]);
});

test('servers without LISTEN accept writes and report it once', async () => {
  const replacements = { 'listen kawaraban': 'lissen kawaraban', pg_notify: 'pg_notifi' };
  const given = await watching({ replacements });
  if (!given) return;
  const { here, elsewhere, line, received, events, notificationsLost } = given;
  const revision = async () => Number((await call(elsewhere))?.revision);
  const before = await revision();
  expect(await Promise.all([outcome(raise(here)), outcome(raise(here))])).toEqual(['done', 'done']);
  expect(await outcome(raise(here))).toBe('done');
  expect(await revision()).toBe(before + 3);
  expect(notificationsLost).toEqual([expect.stringContaining('lissen')]);
  // Reconnecting invalidates caches and does nothing else.
  await line.cut();
  await line.restore();
  await expect.poll(() => outcome(call(here)), TIMEOUT).toBe('done');
  await expect.poll(() => received.length, TIMEOUT).toBe(5);
  expect([notificationsLost.length, events]).toEqual([1, []]);
  await line.cut();
  await expect.poll(() => here.outage(), TIMEOUT).toMatchObject({ hasReceivedAll: false });
});

test('notifications lost in a pooler are reported once', async () => {
  const given = await watching({ replacements: { 'listen kawaraban_commits': 'listen kawaraban_nothing' } });
  if (!given) return;
  const { here, elsewhere, notificationsLost, line } = given;
  const notificationsLostElsewhere: string[] = [];
  const onNotificationsLost = ({ message }: Error) => void notificationsLostElsewhere.push(message);
  elsewhere.keepWatch({ onUnavailable: () => {}, onAvailable: () => {}, onNotificationsLost });
  for (const database of [elsewhere, here]) expect(await outcome(raise(database))).toBe('done');
  await expect.poll(() => notificationsLost, TIMEOUT).toEqual(['Notifications do not arrive']);
  expect(await outcome(raise(here))).toBe('done');
  await line.cut();
  await expect.poll(() => here.outage(), TIMEOUT).toMatchObject({ hasReceivedAll: false });
  expect(notificationsLost).toHaveLength(1);
  // A process that receives its own notifications reports nothing.
  expect(notificationsLostElsewhere).toEqual([]);
});

test('outage is reported once, fails fast and recovers', async () => {
  const given = await watching();
  if (!given) return;
  const { here, line, received, events } = given;
  await call(here);
  await line.cut();
  expect(await outcome(call(here))).toBe('unavailable');
  expect(await here.findOutage()).toBe(true);
  expect(here.outage()).toMatchObject({ hasReceivedAll: true });
  expect(await Promise.all([outcome(call(here)), outcome(raise(here))])).toEqual(['unavailable', 'unavailable']);
  await line.restore();
  await expect.poll(() => here.outage(), TIMEOUT).toBeUndefined();
  expect(await outcome(raise(here))).toBe('done');
  expect(events).toEqual(['unavailable', 'available']);
  // Commits during the outage were missed.
  expect(received.filter((change) => change === 'anything').length).toBeGreaterThan(2);
});

test('hanging database fails queries and transactions soon', async () => {
  const given = await watching();
  if (!given) return;
  const { here, line, events } = given;
  const mark = here.commitMark();
  const { promise: frozen, resolve: reportFrozen } = Promise.withResolvers<void>();
  const writing = here.writer.transaction().execute(async (trx) => {
    await raiseServiceRevision(trx, 'news');
    line.freeze();
    reportFrozen();
    await raiseServiceRevision(trx, 'news');
  });
  const written = outcome(writing);
  await frozen;
  expect(await Promise.all([written, outcome(call(here))])).toEqual(['unavailable', 'unavailable']);
  expect(events).toEqual(['unavailable']);
  // Longer than the connection timeout.
  await pause(FROZEN_MS);
  expect(await outcome(call(here))).toBe('unavailable');
  expect(events).toEqual(['unavailable']);
  await line.restore();
  await expect.poll(() => here.outage(), TIMEOUT).toBeUndefined();
  expect(events).toEqual(['unavailable', 'available']);
  expect(await outcome(raise(here))).toBe('done');
  expect(here.commitMark()).not.toBe(mark);
});

test('server that accepts logins but no queries is unavailable', async () => {
  const given = await watching();
  if (!given) return;
  const { here, line, events } = given;
  line.takeLoginsOnly();
  await expect.poll(() => events, TIMEOUT).toEqual(['unavailable']);
  expect(await outcome(call(here))).toBe('unavailable');
  await line.restore();
  await expect.poll(() => events, TIMEOUT).toEqual(['unavailable', 'available']);
});

test('silent watch connection is replaced while others work', async () => {
  const { target } = await testDatabaseWithTarget();
  if (target.engine === 'sqlite') return;
  const line = await breakableLine(target.url);
  const received: Change[] = [];
  const events: string[] = [];
  const watch = new PostgresWatch({
    url: line.url,
    isListening: true,
    read: () => ({ change: 'anything' as const }),
    onNotice: (change) => void received.push(change),
    onUnavailable: () => events.push('unavailable'),
    onAvailable: () => events.push('available'),
  });
  const others = setInterval(() => watch.noteAnswer(), 50);
  onTestFinished(async () => {
    clearInterval(others);
    await watch.stop();
    await line.close();
  });
  await expect.poll(() => received, TIMEOUT).toEqual(['anything']);
  line.hold();
  await expect.poll(() => received, TIMEOUT).toEqual(['anything', 'anything']);
  // A pooler may accept the connection and keep it waiting while others get responses.
  line.takeLoginsOnly();
  await pause(FROZEN_MS);
  expect(events).toEqual([]);
  clearInterval(others);
  await line.cut();
  await expect.poll(() => events, TIMEOUT).toEqual(['unavailable']);
  expect(watch.outage()).toMatchObject({ hasReceivedAll: false });
  await line.restore();
  await expect.poll(() => received, TIMEOUT).toEqual(['anything', 'anything', 'anything']);
});

test('losing one connection is not an outage', async () => {
  const given = await watching();
  if (!given) return;
  const { here, elsewhere, events, received } = given;
  await elsewhere.reader.executeQuery({
    ...elsewhere.reader.selectFrom('services').select('serviceId').compile(),
    sql: `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kawaraban watch' and datname = current_database()`,
    parameters: [],
  });
  await expect.poll(() => received, TIMEOUT).toEqual(['anything', 'anything']);
  expect(await outcome(call(here))).toBe('done');
  expect(events).toEqual([]);
});
