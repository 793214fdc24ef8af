import { expect, test } from 'vitest';
import { adminUserApi } from '#contract/admin-users.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import { AuditAction, type AuditEntry } from '#contract/audit.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { loadConsoleTexts } from '../frame/console-texts.ts';
import { findTitles, resolveNames, sentenceOf, toLoggedName, toWrittenName, unknownUsersIn } from './audit-names.ts';
import { wholeLog } from './audit-state.ts';

const names = { users: { '7f3c': 'ada@example.com', admin: 'admin@example.com' }, keys: { '01k': 'Build' } };

test('maps emails and labels to logged names and ids', () => {
  expect(toLoggedName(names, ' Ada@example.com ')).toBe('7f3c');
  expect(toLoggedName(names, 'build')).toBe('01k');
  expect(toWrittenName(names, '7f3c')).toBe('ada@example.com');
  expect(toWrittenName(names, '01k')).toBe('Build');
});

test('leaves unknown names unchanged', () => {
  expect(toLoggedName(names, ' 8a1b ')).toBe('8a1b');
  expect(toWrittenName(names, '8a1b')).toBe('8a1b');
  expect(toLoggedName(names, 'admin')).toBe('admin');
});

const BOB = '0f9c1f6e-8a3b-4d0e-9a55-2f1f6f0b7c11';
const GONE = '0f9c1f6e-8a3b-4d0e-9a55-2f1f6f0b7c12';
const bob = { username: BOB, email: 'bob@example.com', emailVerified: true, name: 'bob@example.com' };

function entry(values: Partial<AuditEntry>): AuditEntry {
  return { action: 'signed-in', actorKind: 'user', actor: null, target: null, ...values } as AuditEntry;
}

function directory() {
  const asked: unknown[] = [];
  const call = (async (endpoint: unknown, request: { params?: { username: string } }) => {
    asked.push(request);
    if (endpoint === adminUserApi.search)
      return { items: [{ ...bob, email: 'bob@example.community' }, bob], pageToken: null };
    if (request.params?.username === BOB) return bob;
    throw new ApiError(404, { message: 'none' });
  }) as unknown as Call;
  return { call, asked };
}

test('looks up each unknown account once', async () => {
  const entries = [
    entry({ actor: BOB }),
    entry({ actor: 'admin', target: GONE }),
    entry({ actor: BOB }),
    entry({ action: 'api-key-created', actor: 'admin', target: '01k' }),
    entry({ actorKind: 'guest', actor: GONE }),
  ];
  expect(unknownUsersIn(entries, wholeLog, names)).toEqual([BOB, GONE]);
  expect(unknownUsersIn([], { ...wholeLog, target: GONE }, names)).toEqual([GONE]);
  const { call, asked } = directory();
  expect(await findTitles(call, [BOB, GONE])).toEqual({ [BOB]: 'bob@example.com' });
  expect(await findTitles(call, [BOB, GONE])).toEqual({ [BOB]: 'bob@example.com' });
  expect(asked).toHaveLength(2);
});

test('email resolves to the account with exactly that address', async () => {
  const { call } = directory();
  const wanted = { ...wholeLog, actor: 'Bob@example.com', target: 'admin@example.com' };
  expect(await resolveNames(call, names, wanted)).toEqual({ ...wholeLog, actor: BOB, target: 'admin' });
  expect(await resolveNames(call, names, { ...wholeLog, actor: 'nobody@example.com' })).toEqual({
    ...wholeLog,
    actor: 'nobody@example.com',
  });
});

test.for(['en', 'ja'] as const)('every action has a name and sentences in %s', async (language) => {
  const translator = await createI18n(language, { withConsole: true });
  await loadConsoleTexts(translator, language);
  const t = translator.getFixedT(language, 'console');
  for (const action of AuditAction.options) {
    expect(t(`audit.actions.${action}`), action).not.toMatch(/^audit\./);
    for (const target of [null, 'somebody']) {
      expect(t(sentenceOf({ action, actor: 'admin', target })), action).not.toMatch(/^audit\./);
    }
  }
});

test('omits the target when it equals the actor', () => {
  expect(sentenceOf({ action: 'password-changed', actor: 'ada', target: null })).toBe('audit.did.password-changed');
  expect(sentenceOf({ action: 'password-changed', actor: 'ada', target: 'ada' })).toBe('audit.did.password-changed');
  expect(sentenceOf({ action: 'password-changed', actor: 'admin', target: 'ada' })).toBe(
    'audit.didTo.password-changed',
  );
  expect(sentenceOf({ action: 'signed-in', actor: 'ada', target: 'bob' })).toBe('audit.did.signed-in');
});
