import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { temporaryFolder } from '#testing/product.ts';
import { subcommands } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const OLD_NODE = [
  '--import',
  "data:text/javascript,if (!process.env.KAWARABAN_SEEN) { process.env.KAWARABAN_SEEN = '1'; Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } }); }",
];

test('--version and --help print to standard output', async () => {
  expect(await runKawaraban(['--version']).ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await runInProcess(['--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const subcommand of ['start', 'build', 'migrate', 'import', 'backup', 'restore', 'doctor', 'database move'])
    expect(help.stdout).toContain(`  ${subcommand}`);
});

test.for([
  { args: ['migrate', '--help'], usage: (await subcommands.migrate?.())?.usage },
  { args: ['import', '--help'], usage: (await subcommands.import?.())?.usage },
  { args: ['import', 'markdown', '--help'], usage: (await subcommands.import?.())?.parts?.markdown?.usage },
])('$args prints its usage only', async ({ args, usage }) => {
  expect(await runInProcess(args)).toEqual({ code: 0, stdout: usage, stderr: '' });
});

test.for([
  { args: ['improt'], says: 'Unknown command "improt". Did you mean import?\nSee kawaraban --help' },
  { args: ['toString'], says: 'Unknown command "toString".\nSee kawaraban --help' },
  { args: ['start', '--emtpy'], says: "Unknown option '--emtpy'. Did you mean --empty?\nSee kawaraban start --help" },
  { args: ['build', 'web'], says: "Unexpected argument 'web'.\nSee kawaraban build --help" },
  { args: ['media', 'move', '--to'], says: "Option '--to <value>' argument missing.\nSee kawaraban media move --help" },
  { args: ['media', 'mvoe'], says: 'Use check or move. Did you mean move?\nSee kawaraban media --help' },
  {
    args: ['import', 'markdown', '.', '--sevrice=a'],
    says: "Unknown option '--sevrice'. Did you mean --service?\nSee kawaraban import markdown --help",
  },
  { args: ['media', 'fix'], says: 'Use check or move.\nSee kawaraban media --help' },
])('$args exits with 2 and an error on standard error', async ({ args, says }) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr: `${says}.\n` });
});

test('no command prints the usage and exits with 2', async () => {
  const { code, stdout, stderr } = await runInProcess([]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Usage: kawaraban <command>');
});

test('invalid settings exit with 78 and one line', async () => {
  const { code, stderr } = await runInProcess(['migrate'], { env: { DATABASE_URL: 'mysql://x' } });
  expect(code).toBe(78);
  expect(stderr).toMatch(/^DATABASE_URL must be .+\n$/);
  const away = await runInProcess(['migrate'], { env: { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' } });
  expect(away.code).toBe(78);
  expect(away.stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used: .+\n$/);
});

test('migrate runs migrations once', async () => {
  const env = { DATA_DIR: await temporaryFolder() };
  expect((await runKawaraban(['migrate'], { env }).ended).stderr).toContain('Migrated: ');
  expect(await runInProcess(['migrate'], { env })).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Nothing to migrate.\n',
  });
});

test('old Node.js hands over to the bundled one', async () => {
  expect(await runKawaraban(['--version'], { nodeArgs: OLD_NODE }).ended).toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  });
  expect((await runKawaraban(['nonsense'], { nodeArgs: OLD_NODE }).ended).code).toBe(2);
});

test('start runs the server and receives signals through old Node.js', async () => {
  const env = { DATA_DIR: await temporaryFolder(), PORT: '0' };
  const { child, output, ended } = runKawaraban(['start', '--empty'], { env, nodeArgs: OLD_NODE });
  await expect.poll(output, { timeout: 60_000 }).toContain('API documentation');
  const url = /ready at (\S+)/.exec(output())?.[1];
  expect(output().trimEnd().split('\n').slice(-5)).toEqual([
    expect.stringMatching(/^Created the account admin \(admin@example\.com\) with the password \S+$/),
    'The password is shown only once. You will choose a new one when you first sign in.',
    `Kawaraban is ready at ${url}`,
    `  Console            ${url}/admin`,
    `  API documentation  ${url}/api/docs`,
  ]);
  expect((await fetch(`${url}/api/config`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  await expect(fetch(`${url}/api/config`)).rejects.toThrow();
}, 90_000);
