import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runKawaraban } from '#testing/command-line.ts';
import { temporaryFolder } from '#testing/product.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Makes the process believe that its Node.js is an old one. */
const OLD_NODE = [
  '--import',
  "data:text/javascript,if (!process.env.KAWARABAN_SEEN) { process.env.KAWARABAN_SEEN = '1'; Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } }); }",
];

test('version and help go to standard output', async () => {
  expect(await runKawaraban(['--version']).ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await runKawaraban(['--help']).ended;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const verb of ['start', 'build', 'migrate', 'import', 'backup', 'restore', 'doctor', 'database move'])
    expect(help.stdout).toContain(`  ${verb}`);
});

test.for([
  ['start', '--empty'],
  ['build', '--force'],
  ['migrate', 'newest shape'],
  ['import', '--create-service'],
])('%s says how it is used', async ([verb = '', word]) => {
  const { code, stdout } = await runKawaraban([verb, '--help']).ended;
  expect(code).toBe(0);
  expect(stdout).toContain(`Usage: kawaraban ${verb}`);
  expect(stdout).toContain(word);
});

test.for([
  { args: [], says: 'Usage: kawaraban <command>' },
  { args: ['improt'], says: 'There is no command "improt".' },
  { args: ['toString'], says: 'There is no command "toString".' },
  { args: ['migrate', '--fast'], says: '--fast' },
  { args: ['start', '--emtpy'], says: '--emtpy' },
  { args: ['build', 'web'], says: 'web' },
])('$args is called wrongly: 2, and how it is used on standard error', async ({ args, says }) => {
  const { code, stdout, stderr } = await runKawaraban(args).ended;
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(says);
  expect(stderr).toContain('Usage: kawaraban');
});

test('a value that cannot be right is said in one line: 78', async () => {
  const { code, stderr } = await runKawaraban(['migrate'], { env: { DATABASE_URL: 'mysql://x' } }).ended;
  expect(code).toBe(78);
  expect(stderr).toMatch(/^DATABASE_URL must be .+\n$/);
  const away = await runKawaraban(['migrate'], { env: { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' } }).ended;
  expect(away.code).toBe(78);
  expect(away.stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used: .+\n$/);
});

test('a database is migrated once', async () => {
  const env = { DATA_DIR: await temporaryFolder() };
  expect((await runKawaraban(['migrate'], { env }).ended).stderr).toContain('Migrated: ');
  expect(await runKawaraban(['migrate'], { env }).ended).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Nothing to migrate.\n',
  });
});

test('on a Node.js that is too old the product’s own takes over, with its exit code', async () => {
  expect(await runKawaraban(['--version'], { nodeArgs: OLD_NODE }).ended).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  });
  expect((await runKawaraban(['nonsense'], { nodeArgs: OLD_NODE }).ended).code).toBe(2);
});

test('start runs the server, and a signal reaches it through an old Node.js', async () => {
  const env = { DATA_DIR: await temporaryFolder(), PORT: '0' };
  const { child, said, ended } = runKawaraban(['start', '--empty'], { env, nodeArgs: OLD_NODE });
  await expect.poll(said, { timeout: 60_000 }).toContain('ready at');
  const url = /ready at (\S+)/.exec(said())?.[1];
  expect((await fetch(`${url}/api/config`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  await expect(fetch(`${url}/api/config`)).rejects.toThrow();
}, 90_000);
