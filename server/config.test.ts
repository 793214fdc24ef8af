import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, loadConfig, requireServable } from './config.ts';

const nowhere = '/nonexistent';

test('has defaults for every value', async () => {
  expect(await loadConfig({}, nowhere)).toMatchObject({
    host: 'localhost',
    port: 3000,
    publicUrl: undefined,
    trustProxy: false,
    logLevel: 'info',
    dataDir: '/nonexistent/data',
    database: { engine: 'sqlite', path: '/nonexistent/data/kawaraban.db' },
    mediaUrl: '/media',
    identity: {
      secret: undefined,
      adminEmail: 'admin@example.com',
      adminPassword: undefined,
      isUserPasswordAuthEnabled: false,
    },
    site: {
      siteName: 'Kawaraban',
      loadingMaxDuration: 30_000,
      isEnabledComment: true,
      voteTypesDefault: ['like', 'dislike'],
      adminAuthHeader: 'Authorization',
      adminAuthHeaderTokenPrefix: 'Bearer',
      post: {
        isEditablePostBodyOnPageByMarkdown: true,
        defaultEditorMode: 'richText',
        richTextEditorKey: '',
        autoSlugSet: { isEnabled: false, format: 'yyMMdd' },
        isEnableSlugAutoSetButton: true,
      },
    },
  });
});

test('reads every variable', async () => {
  const config = await loadConfig(
    {
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://news.example.org/',
      DATABASE_URL: 'postgres://me:secret@db:5432/news',
      DATA_DIR: '/var/lib/kawaraban',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
      MEDIA_URL: 'https://media.example.org/m/',
      SECRET: 'thirty-two characters, or more of them',
      ADMIN_EMAIL: 'me@example.org',
      ADMIN_PASSWORD: 'sixsix',
      USER_PASSWORD_AUTH: 'true',
      REQUIRE_MFA: 'console',
    },
    nowhere,
  );
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://news.example.org',
    database: { engine: 'postgres', url: 'postgres://me:secret@db:5432/news' },
    dataDir: '/var/lib/kawaraban',
    logLevel: 'warn',
    trustProxy: '10.0.0.0/8,127.0.0.1',
    mediaUrl: 'https://media.example.org/m',
    identity: {
      secret: 'thirty-two characters, or more of them',
      adminEmail: 'me@example.org',
      adminPassword: 'sixsix',
      isUserPasswordAuthEnabled: true,
      mfaRequiredOf: 'console',
    },
  });
});

test('number of trusted proxies counts hops', async () => {
  const { trustProxy } = await loadConfig({ TRUST_PROXY: '2' }, nowhere);
  expect([0, 1, 2].map((hop) => (trustProxy as (address: string, hop: number) => boolean)('', hop))).toEqual([
    true,
    true,
    false,
  ]);
});

test('reads values from files', async () => {
  const folder = await givenFolder({ secret: 'postgres://me:secret@db/news\n' });
  const { database } = await loadConfig({ DATABASE_URL_FILE: join(folder, 'secret') }, nowhere);
  expect(database).toEqual({ engine: 'postgres', url: 'postgres://me:secret@db/news' });
});

test.for([
  ['HOST', 'a b'],
  ['PORT', '70000'],
  ['PORT', '8o80'],
  ['PUBLIC_URL', 'news.example.org'],
  ['PUBLIC_URL', 'ftp://news.example.org'],
  ['DATABASE_URL', 'mysql://db/news'],
  ['DATABASE_URL', 'postgres://db'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'maybe'],
  ['MEDIA_URL', '/media'],
  ['SECRET', 'short'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['ADMIN_PASSWORD', 'x'.repeat(257)],
  ['USER_PASSWORD_AUTH', 'maybe'],
  ['REQUIRE_MFA', 'everybody'],
] as const)('rejects %s=%s in one line naming it', async ([name, value]) => {
  const problems = await problemsOf(loadConfig({ [name]: value }, nowhere));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} must be .+[.]$`));
  expect(problems[0]).not.toContain('\n');
});

test('reports all problems at once without passwords', async () => {
  const secrets = { DATABASE_URL: 'mysql://me:hidden@db/n', SECRET: 'hidden', ADMIN_PASSWORD: 'hid' };
  const problems = await problemsOf(loadConfig({ PORT: 'x', ...secrets }, nowhere));
  expect(problems).toHaveLength(4);
  expect(problems.join()).not.toContain('hid');
});

test('rejects duplicate values and unreadable files', async () => {
  expect(await problemsOf(loadConfig({ PORT: '1', PORT_FILE: '/etc/port' }, nowhere))).toEqual([
    'PORT and PORT_FILE are both set: keep one of them.',
  ]);
  const [missing] = await problemsOf(loadConfig({ PORT_FILE: '/nonexistent/port' }, nowhere));
  expect(missing).toContain('PORT_FILE must name a file that can be read');
});

test('validates kawaraban.config.ts', async () => {
  const good = await givenFolder({ 'kawaraban.config.ts': "export default { siteName: '瓦版' };\n" });
  expect((await loadConfig({}, good)).site.siteName).toBe('瓦版');
  const bad = await givenFolder({
    'kawaraban.config.ts': "export default { sitename: 'x', loadingMaxDuration: 1 };\n",
  });
  expect((await problemsOf(loadConfig({}, bad))).join('\n')).toMatch(/kawaraban\.config\.ts: .*loadingMaxDuration/s);
  const broken = await givenFolder({ 'kawaraban.config.ts': 'export default {' });
  expect((await problemsOf(loadConfig({}, broken)))[0]).toContain('kawaraban.config.ts cannot be read');
});

test('reads logos of site and console', async () => {
  const logoUrls = { site: '/logo.svg', admin: 'https://cdn.example.org/console.png' };
  const folder = await givenFolder({ 'kawaraban.config.ts': `export default ${JSON.stringify({ logoUrls })};\n` });
  expect((await loadConfig({}, folder)).site.logoUrls).toEqual(logoUrls);
});

async function problemsOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error = await loading.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems;
}

async function givenFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('several processes need PostgreSQL, notifications can be disabled', async () => {
  const postgres = { DATABASE_URL: 'postgres://me:secret@db:5432/news' };
  expect(await loadConfig({ ...postgres, WEB_CONCURRENCY: '4', DATABASE_LISTEN: 'off' }, nowhere)).toMatchObject({
    processes: 4,
    database: { engine: 'postgres', isNotifying: false },
  });
  const onSqlite = await loadConfig({ WEB_CONCURRENCY: '2' }, nowhere);
  expect(() => requireServable(onSqlite)).toThrow(
    'WEB_CONCURRENCY must be 1 with SQLite, not "2". Several processes need PostgreSQL in DATABASE_URL.',
  );
  await expect(loadConfig({ ...postgres, WEB_CONCURRENCY: '0' }, nowhere)).rejects.toThrow('from 1 to 64');
  await expect(loadConfig({ ...postgres, DATABASE_LISTEN: 'maybe' }, nowhere)).rejects.toThrow('`on` or `off`');
});
