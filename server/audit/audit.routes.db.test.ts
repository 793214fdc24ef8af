import { expect, test } from 'vitest';
import { type AuditAction, auditApi } from '#contract/audit.ts';
import { localCaller } from '#server/http/caller.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { type AuditDetails, auditActorOf, createAuditLog } from './audit-log.ts';

const url = '/api/admin/audit';

test('invalid audit filters return field errors', async () => {
  const { send } = await givenUser(await testApp(), { role: 'admin' });
  for (const [query, field] of [
    ['action=nonsense', 'action'],
    ['since=yesterday', 'since'],
    ['until=2026-02-31T00:00:00Z', 'until'],
    [`actor=${'x'.repeat(129)}`, 'actor'],
    ['pagerKey={"entryId":"x"}', 'pager_key'],
  ]) {
    expect(await send('GET', `${url}?${query}`), query).toMatchObject({ status: 400, json: { errors: [{ field }] } });
  }
});

interface UndoEntry {
  readonly at?: string;
  readonly action?: AuditAction;
  readonly actor?: string;
  readonly target?: string;
}

async function logOf(recordedActions: readonly UndoEntry[]) {
  const app = await testApp();
  const { call } = await givenUser(app, { role: 'admin' });
  const audit = createAuditLog(app);
  for (const [n, { at, action = 'signed-in', actor, target }] of recordedActions.entries()) {
    if (at) app.clock.moveTo(at);
    const by = actor === undefined ? { kind: 'nobody' as const } : { kind: 'user' as const, name: actor };
    await audit.record({ action, actor: by, ...(target && { target }), caller: localCaller, details: { left: n } });
  }
  return {
    app,
    list: (query: object = {}) => call(auditApi.list, { query }),
    numbers: async (query: object = {}) => numbersOf((await call(auditApi.list, { query })).items),
  };
}

function numbersOf(items: readonly { details: Record<string, unknown> }[]): unknown[] {
  return items.map(({ details }) => details.left);
}

test('entries contain actor, target, time and origin', async () => {
  const app = await testApp();
  const { call } = await givenUser(app, { role: 'admin' });
  const caller = { ...localCaller, address: '203.0.113.7', requestId: 'abc-1' };
  const details = { from: 'viewer', to: 'editor', was: null, count: 2, isNew: true, services: ['news'] };
  await createAuditLog(app).record({
    ...{ action: 'role-changed', actor: { kind: 'user', name: 'hana' }, target: 'taro' },
    ...{ serviceId: 'news', caller, details },
  });
  const { items } = await call(auditApi.list, { query: { actor: 'hana' } });
  expect(items).toEqual([
    {
      entryId: expect.stringMatching(/^[0-9a-z]{26}$/),
      at: '2026-11-21T04:43:00Z',
      ...{ action: 'role-changed', actorKind: 'user', actor: 'hana', target: 'taro', serviceId: 'news' },
      ...{ address: '203.0.113.7', requestId: 'abc-1', details },
    },
  ]);
});

test('actors of users and API keys are distinguished', async () => {
  const rights = { role: 'editor', serviceIds: [] } as const;
  expect(auditActorOf({ kind: 'user', username: 'hana', ...rights })).toEqual({ kind: 'user', name: 'hana' });
  expect(auditActorOf({ kind: 'api-key', username: 'key:01x', ...rights })).toEqual({ kind: 'api-key', name: '01x' });
});

test('paging is newest first and stable under inserts', async () => {
  const { app, list, numbers } = await logOf(
    Array.from({ length: 7 }, (_, n) => ({ at: `2026-11-21T05:0${n}:00Z`, actor: 'hana' })),
  );
  const first = await list({ actor: 'hana', count: 3 });
  expect(numbersOf(first.items)).toEqual([6, 5, 4]);
  app.clock.moveTo('2026-11-21T05:07:00Z');
  const late = { action: 'signed-out', actor: { kind: 'user', name: 'hana' }, caller: localCaller } as const;
  await createAuditLog(app).record(late);
  const second = await list({ actor: 'hana', count: 3, pageToken: first.pageToken });
  expect(numbersOf(second.items)).toEqual([3, 2, 1]);
  const third = await list({ actor: 'hana', count: 3, pagerKey: JSON.stringify(second.pagerKey) });
  expect(numbersOf(third.items)).toEqual([0]);
  expect(third).toMatchObject({ pagerKey: null, pageToken: null });
  expect(await numbers({ actor: 'hana', count: 1 })).toEqual([undefined]);
});

test('entries stay in order when the clock goes back', async () => {
  const { numbers, app } = await logOf([
    { at: '2026-11-21T06:00:00.500Z', actor: 'hana' },
    ...Array.from({ length: 20 }, () => ({ actor: 'hana' })),
    { at: '2026-11-21T05:00:00.500Z', actor: 'hana' },
    { actor: 'hana' },
  ]);
  const inOneMillisecond = Array.from({ length: 21 }, (_, n) => 20 - n);
  expect(await numbers({ actor: 'hana', count: 50 })).toEqual([...inOneMillisecond, 22, 21]);
  expect(await numbers({ actor: 'hana', until: '2026-11-21T05:30:00Z' })).toEqual([22, 21]);
  const ids = await app.database.reader.selectFrom('auditLog').select('entryId').execute();
  expect(new Set(ids.map(({ entryId }) => entryId)).size).toBe(ids.length);
});

test('filters can be combined', async () => {
  const { numbers } = await logOf([
    { at: '2026-11-21T05:00:00.999Z', action: 'signed-in', actor: 'hana' },
    { at: '2026-11-21T05:00:01Z', action: 'role-changed', actor: 'hana', target: 'taro' },
    { at: '2026-11-21T05:00:02Z', action: 'role-changed', actor: 'hana', target: 'yuki' },
    { at: '2026-11-21T05:00:03Z', action: 'account-disabled', actor: 'hana', target: 'taro' },
    { at: '2026-11-21T05:00:04Z', action: 'role-changed', actor: 'yuki', target: 'taro' },
    { at: '2026-11-21T05:00:05Z', action: 'sign-in-failed', target: 'taro' },
  ]);
  expect(await numbers({ actor: 'hana' })).toEqual([3, 2, 1, 0]);
  expect(await numbers({ target: 'taro' })).toEqual([5, 4, 3, 1]);
  expect(await numbers({ action: 'role-changed' })).toEqual([4, 2, 1]);
  expect(await numbers({ action: 'role-changed', actor: 'hana' })).toEqual([2, 1]);
  expect(await numbers({ action: 'role-changed', target: 'taro' })).toEqual([4, 1]);
  expect(await numbers({ actor: 'hana', target: 'taro' })).toEqual([3, 1]);
  expect(await numbers({ action: 'role-changed', actor: 'hana', target: 'taro' })).toEqual([1]);
  expect(await numbers({ actor: 'nobody of that name' })).toEqual([]);
  expect(await numbers({ actor: '', target: 'yuki' })).toEqual([2]);
  expect(await numbers({ since: '2026-11-21T05:00:03Z' })).toEqual([5, 4, 3]);
  expect(await numbers({ since: '2026-11-21T14:00:01+09:00', until: '2026-11-21T05:00:03Z' })).toEqual([2, 1]);
  expect(await numbers({ since: '0001-01-01T00:00:00Z', until: '2026-11-21T05:00:01Z', actor: 'hana' })).toEqual([0]);
  expect(await numbers({ since: '9999-12-31T23:59:59Z' })).toEqual([]);
  expect(await numbers({ until: '0001-01-01T00:00:00Z' })).toEqual([]);
});

test('entry fields are truncated', async () => {
  const { app, list } = await logOf([]);
  const long = 'x'.repeat(10_000);
  await createAuditLog(app).record({
    action: 'services-changed',
    actor: { kind: 'user', name: long },
    target: `${'y'.repeat(198)}\u{1f4f0}zz`,
    caller: { ...localCaller, address: long, requestId: long },
    details: {
      text: long,
      list: Array.from({ length: 1000 }, () => long),
      nul: 'a\u0000b',
      ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`more${n}`, n])),
    } as AuditDetails,
  });
  const [entry] = (await list({ action: 'services-changed' })).items;
  expect(entry?.actor).toHaveLength(200);
  expect(entry?.target).toBe(`${'y'.repeat(198)}\u{fffd}…`);
  expect(entry?.address).toHaveLength(200);
  expect(entry?.details.list).toHaveLength(100);
  expect(entry?.details.nul).toBe('ab');
  expect(Object.keys(entry?.details ?? {})).toHaveLength(20);
  expect(JSON.stringify(entry).length).toBeLessThan(25_000);
});

test('rolled-back actions leave no entry', async () => {
  const app: TestApp = await testApp();
  const audit = createAuditLog(app);
  const recordedAction = { action: 'signed-up', actor: { kind: 'nobody' }, caller: localCaller } as const;
  const undone = app.database.writer.transaction().execute(async (trx) => {
    await audit.record(recordedAction, trx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await app.database.reader.selectFrom('auditLog').selectAll().execute()).toEqual([]);
});
