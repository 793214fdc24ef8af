import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { poolClient } from '#testing/pool-client.ts';
import { loadConfig } from '../config.ts';
import { bootstrapAdmin, warnOfMissingFrontPage, warnOfPlainHttp } from './bootstrap-admin.ts';

test('warns at startup when the front page service is missing', async () => {
  const database = await testDatabase();
  await givenService({ database }, { serviceId: 'news' });
  const output: string[] = [];
  const say = (line: string) => void output.push(line);
  for (const frontPageServiceId of ['', 'news', 'none']) {
    await warnOfMissingFrontPage({ frontPageServiceId }, { database, say });
  }
  expect(output).toEqual([
    'Warning: frontPageServiceId names none, which does not exist. The front page shows all services.',
  ]);
});

const configOf = (environment: Record<string, string>) => loadConfig(environment, '/nonexistent');

async function linesOf(run: (say: (line: string) => void) => unknown): Promise<string[]> {
  const lines: string[] = [];
  await run((line) => lines.push(line));
  return lines;
}

test("first administrator's password is printed once, never logged", async () => {
  const app = await testApp({ clock: testClock(new Date().toISOString()) });
  const config = await configOf({});
  const [line = '', ...others] = await linesOf((say) => bootstrapAdmin(app.identity, { ...app, config, say }));
  expect(others).toEqual([]);
  const [, password = ''] =
    /^Created the account admin \(admin@example\.com\) with the password (\S+)\n/.exec(line) ?? [];
  expect(JSON.stringify(app.logged)).not.toContain(password);
  await expect((await poolClient(app, 'admin')).signIn(password)).rejects.toThrow('A new password is required');
  expect(await linesOf((say) => bootstrapAdmin(app.identity, { ...app, config, say }))).toEqual([]);
});

test('configured password works, is not printed nor reset', async () => {
  const app = await testApp({ clock: testClock(new Date().toISOString()) });
  const config = await configOf({ ADMIN_EMAIL: 'me@example.org', ADMIN_PASSWORD: 'kite-in-autumn' });
  const output = await linesOf((say) => bootstrapAdmin(app.identity, { ...app, config, say }));
  expect(output).toEqual(['Created the account admin (me@example.org) with the password in ADMIN_PASSWORD.']);
  await expect((await poolClient(app, 'me@example.org')).signIn('kite-in-autumn')).resolves.toBeDefined();
  const later = await configOf({ ADMIN_PASSWORD: 'another-password' });
  expect(await linesOf((say) => bootstrapAdmin(app.identity, { ...app, config: later, say }))).toEqual([]);
  await expect((await poolClient(app, 'admin')).signIn('another-password')).rejects.toThrow('Incorrect username');
});

test('rejects a common password', async () => {
  const app = await testApp();
  const config = await configOf({ ADMIN_PASSWORD: '123456' });
  await expect(bootstrapAdmin(app.identity, { ...app, config, say: () => {} })).rejects.toThrow(
    /^ADMIN_PASSWORD cannot be used: .+/,
  );
});

test.for([
  { environment: {}, warns: false },
  { environment: { HOST: '127.0.0.1' }, warns: false },
  { environment: { HOST: '0.0.0.0' }, warns: true },
  { environment: { HOST: '0.0.0.0', PUBLIC_URL: 'http://news.example.org' }, warns: true },
  { environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://news.example.org' }, warns: false },
  { environment: { PUBLIC_URL: 'http://news.example.org' }, warns: true },
  { environment: { PUBLIC_URL: 'http://localhost:8080' }, warns: false },
])('with $environment warns about plain HTTP: $warns', async ({ environment, warns }) => {
  const config = await configOf(environment);
  const output = await linesOf((say) => warnOfPlainHttp(config, say));
  expect(output).toEqual(warns ? [expect.stringContaining('without https')] : []);
});
