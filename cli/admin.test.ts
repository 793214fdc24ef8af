import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { startProduct, temporaryFolder } from '#testing/product.ts';

const readable = /^([a-z2-9]{4}-){6}[a-z2-9]{4}\n$/;

const reset = (DATA_DIR: string, ...args: string[]) =>
  runInProcess(['admin', 'reset-password', ...args], { env: { DATA_DIR } });

test('reset-password creates the first account and prints only its password', async () => {
  const dataDir = await temporaryFolder();
  const first = await reset(dataDir);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(readable) });
  expect(first.stderr).toBe(
    'There was no account, so this one was created.\nNew password for admin (admin@example.com), to be changed at the next sign-in:\n',
  );
  const { mode } = await stat(join(dataDir, 'secret'));
  expect(mode & 0o777).toBe(0o600);
  const second = await reset(dataDir, 'ADMIN@example.com');
  expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(readable) });
  expect(second.stdout).not.toBe(first.stdout);
});

test('reset-password beside a running server creates no second account', async () => {
  const dataDir = await temporaryFolder();
  const { url, output } = await startProduct({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'kite-in-autumn',
    ADMIN_EMAIL: 'me@example.com',
  });
  await url;
  await expect
    .poll(output)
    .toContain('Created the account admin (me@example.com) with the password in ADMIN_PASSWORD.');
  expect(output()).not.toContain('kite-in-autumn');
  expect(await reset(dataDir, 'nobody')).toEqual({ code: 1, stdout: '', stderr: 'There is no account "nobody".\n' });
  const { ended } = runKawaraban(['admin', 'reset-password', 'me@example.com'], { env: { DATA_DIR: dataDir } });
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(readable) });
});

test('reset-password rejects a hosted user pool', async () => {
  const env = {
    DATA_DIR: await temporaryFolder(),
    COGNITO_REGION: 'eu-west-1',
    COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEf123',
    COGNITO_CLIENT_ID: '4v2abcdefghijklmnopqrstuvw',
  };
  const { code, stderr } = await runInProcess(['admin', 'reset-password'], { env });
  expect(code).toBe(78);
  expect(stderr).toMatch(/^Accounts are in the hosted user pool of COGNITO_USER_POOL_ID/);
});

test('reset-password reports a secret of another database', async () => {
  const dataDir = await temporaryFolder();
  await reset(dataDir);
  await writeFile(join(dataDir, 'secret'), `${'another secret '.repeat(3)}\n`);
  const other = await reset(dataDir);
  expect(other).toMatchObject({ code: 78, stdout: '' });
  expect(other.stderr).toMatch(
    /^The secret in .+ is not the one that this database was created with\. .+ SECRET\. .+\n$/,
  );
  await writeFile(join(dataDir, 'secret'), '');
  expect((await reset(dataDir)).stderr).toMatch(/^The secret in .+ cannot be used: it contains no secret\. .+\n$/);
});

test.for([
  { args: [], says: 'Use `admin reset-password`.' },
  { args: ['delete-everything'], says: 'Use `admin reset-password`.' },
  { args: ['reset-password', 'a', 'b'], says: 'Specify one account.' },
  { args: ['reset-password', '--force'], says: '--force' },
])('admin rejects $args', async ({ args, says }) => {
  const { code, stdout, stderr } = await runInProcess(['admin', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
  expect(stderr).toMatch(/\nSee kawaraban admin --help\.\n$/);
});
