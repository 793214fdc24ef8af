import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/product.ts';
import { createAuditLog } from '../audit/index.ts';
import { loadConfig } from '../config.ts';
import { noteSecret } from '../database/pool-settings.ts';
import { installationSecret } from './installation-secret.ts';
import { openInstallationPool } from './open-identity.ts';
import { StartError } from './start-error.ts';

const SECRET = 'a secret of the environment, long enough';

async function given() {
  const dataDir = await temporaryFolder();
  const tools = { database: await testDatabase(), clock: testClock() };
  const mailer = { send: async () => {} };
  const open = async (environment: Record<string, string> = {}) => {
    const config = await loadConfig({ DATA_DIR: dataDir, ...environment }, '/nonexistent');
    const secret = await installationSecret(config, tools.database);
    return openInstallationPool(config, { ...tools, mailer, audit: createAuditLog(tools), secret });
  };
  const secretNow = async () =>
    installationSecret(await loadConfig({ DATA_DIR: dataDir }, '/nonexistent'), tools.database);
  return { dataDir, open, secretNow, tools };
}

test('generates one private secret among concurrent starts', async () => {
  const { dataDir, open } = await given();
  const pools = await Promise.all([open(), open(), open()]);
  expect(new Set(pools.map(({ poolId }) => poolId)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['secret']);
  const file = join(dataDir, 'secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = await readFile(file, 'utf8');
  expect(secret).toMatch(/^[\w-]{43}\n$/);
  await open();
  expect(await readFile(file, 'utf8')).toBe(secret);
  await rm(file);
  const poolWithoutSecret = open();
  await expect(poolWithoutSecret).rejects.toThrow(StartError);
  await expect(poolWithoutSecret).rejects.toThrow(`The secret of this database is missing from ${file}. Restore`);
  expect(await readdir(dataDir)).toEqual([]);
});

test('configured secret is required again and not stored', async () => {
  const { dataDir, open } = await given();
  const { poolId } = await open({ SECRET });
  expect(await readdir(dataDir)).toEqual([]);
  expect((await open({ SECRET })).poolId).toBe(poolId);
  const other = open({ SECRET: `${SECRET}, but another` });
  await expect(other).rejects.toThrow(StartError);
  await expect(other).rejects.toThrow('SECRET is not the one that this database was created with');
  await expect(open()).rejects.toThrow('is missing from');
  await writeFile(join(dataDir, 'secret'), `${SECRET}, but another`);
  await expect(open()).rejects.toThrow(/^The secret in .+secret is not the one that this database was created with/);
});

test('hosted pool requires the secret too, allowing later switch', async () => {
  const { dataDir, open, secretNow, tools } = await given();
  await noteSecret(tools.database, await secretNow());
  const file = join(dataDir, 'secret');
  const stored = await readFile(file, 'utf8');
  await rm(file);
  await expect(secretNow()).rejects.toThrow('is missing from');
  await writeFile(file, stored);
  await noteSecret(tools.database, await secretNow());
  expect((await open()).poolId).toMatch(/^local_/);
});

test('MFA can be required for the console', async () => {
  const { open } = await given();
  expect((await open()).mfaRequiredOf).toBe('nobody');
  expect((await open({ REQUIRE_MFA: 'console' })).mfaRequiredOf).toBe('console');
});

test('issuer is the public URL or the local one', async () => {
  const { open } = await given();
  expect((await open({ PORT: '8080' })).issuer).toBe('http://localhost:8080/identity');
  expect((await open({ PUBLIC_URL: 'https://news.example.org/' })).issuer).toBe('https://news.example.org/identity');
});
