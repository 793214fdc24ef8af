import { expect, onTestFinished, test } from 'vitest';
import { localCaller } from '#server/http/caller.ts';
import { HttpError } from '#server/http/errors.ts';
import { startUserPoolStub } from '#testing/user-pool-stub.ts';
import { createHostedAccounts } from './hosted-accounts.ts';

async function given() {
  const stub = await startUserPoolStub();
  onTestFinished(stub.stop);
  const accounts = createHostedAccounts({
    region: 'eu-west-1',
    userPoolId: 'eu-west-1_Stub',
    adminEndpoint: stub.url,
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'none' },
  });
  return { stub, accounts };
}

const hanako = { email: 'hanako@example.com', name: '花子', language: 'ja', isForConsole: true } as const;

test('accounts are created, found and listed', async () => {
  const { stub, accounts } = await given();
  const result = await accounts.create(hanako, localCaller);
  expect(result).toMatchObject({ email: hanako.email, name: '花子', status: 'FORCE_CHANGE_PASSWORD', isEnabled: true });
  expect(result.username).toMatch(/^[0-9a-f-]{36}$/);
  expect(await accounts.find(result.username)).toEqual({ ...result, isMfaEnabled: false });
  expect(await accounts.find('nobody')).toBeUndefined();
  expect(stub.calls[0]).toMatchObject({
    operation: 'AdminCreateUser',
    input: { UserPoolId: 'eu-west-1_Stub', ClientMetadata: { language: 'ja' } },
  });
});

test('pools that require email user names get the address', async () => {
  const { stub, accounts } = await given();
  stub.takesOnlyEmails = true;
  expect(await accounts.create(hanako, localCaller)).toMatchObject({ username: 'made-0', email: hanako.email });
});

test('lists are paged and filtered by address prefix or status', async () => {
  const { accounts, stub } = await given();
  for (const name of ['a', 'b', 'c', 'd']) stub.add({ username: name, email: `${name}@example.com` });
  await accounts.setEnabled('b', false);
  const first = await accounts.list({ limit: 3 });
  expect(first.accounts.map(({ username }) => username)).toEqual(['a', 'b', 'c']);
  const rest = await accounts.list({ limit: 3, pageToken: first.pageToken ?? '' });
  expect([rest.accounts.map(({ username }) => username), rest.pageToken]).toEqual([['d'], null]);
  expect((await accounts.list({ limit: 60, isEnabled: false })).accounts).toMatchObject([{ username: 'b' }]);
  expect((await accounts.list({ limit: 60, email: 'c@' })).accounts).toMatchObject([{ username: 'c' }]);
  expect((await accounts.list({ limit: 60, email: 'b', isEnabled: true })).accounts).toEqual([]);
  await accounts.list({ limit: 500, email: 'quo"te\\' });
  expect(stub.calls.at(-1)?.input).toMatchObject({ Filter: 'email ^= "quo\\"te\\\\"', Limit: 60 });
});

test('accounts are changed with the Cognito admin API', async () => {
  const { accounts, stub } = await given();
  stub.add({ username: 'taro', email: 'taro@example.com' });
  await accounts.updateAttributes('taro', { 'custom:role': 'editor' });
  expect(stub.users.get('taro')?.Attributes).toMatchObject({ 'custom:role': 'editor' });
  await accounts.setEnabled('taro', false);
  await accounts.setEnabled('taro', true);
  await accounts.resetPassword('taro', localCaller);
  expect(stub.users.get('taro')).toMatchObject({ Enabled: true, UserStatus: 'RESET_REQUIRED' });
  await accounts.setPassword('taro', 'woodblock and ink', { isPermanent: false });
  await accounts.resetPassword('taro', localCaller);
  expect(stub.calls.at(-1)).toMatchObject({ operation: 'AdminCreateUser', input: { MessageAction: 'RESEND' } });
  await accounts.disableMfa('taro', localCaller);
  expect(stub.calls.at(-1)?.input).toMatchObject({ SoftwareTokenMfaSettings: { Enabled: false } });
  await accounts.signOutEverywhere('taro');
  await accounts.delete('taro');
  expect(stub.users.size).toBe(0);
});

test('rights are mirrored and many accounts found at once', async () => {
  const { accounts, stub } = await given();
  const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  for (const username of names) stub.add({ username, email: `${username}@example.com` });
  const found = await accounts.findMany([...names, 'nobody']);
  expect(found.map(({ username }) => username)).toEqual(names);
  await accounts.mirrorRights('user-1', { role: 'editor', serviceIds: ['news', 'blog'] });
  expect(stub.users.get('user-1')?.Attributes).toMatchObject({
    'custom:role': 'editor',
    'custom:acceptServiceIds': 'news,blog',
  });
  stub.failWith = 'InvalidParameterException: user.custom:role: Attribute does not exist in the schema.';
  await accounts.mirrorRights('user-1', { role: 'viewer', serviceIds: [] });
});

test('Cognito errors are mapped to HTTP errors', async () => {
  const { accounts, stub } = await given();
  stub.add({ username: 'taro', email: hanako.email });
  const httpErrorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof HttpError ? [error.status, error.body] : error),
    );
  expect(await httpErrorOf(accounts.delete('nobody'))).toEqual([404, { message: 'User does not exist' }]);
  expect(await httpErrorOf(accounts.create(hanako, localCaller))).toEqual([
    400,
    expect.objectContaining({ errors: [{ field: 'email', message: 'Email address is already in use' }] }),
  ]);
  stub.failWith = 'AccessDeniedException: not you';
  expect(await httpErrorOf(accounts.list({ limit: 1 }))).toEqual([503, { message: 'Service is unavailable' }]);
});
