import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { temporaryFolder } from '#testing/product.ts';
import { backup } from './backup.ts';
import { database } from './database.ts';
import { restore } from './restore.ts';

test('backup and restore copy an installation and replace another', async () => {
  const one = await temporaryFolder();
  const other = await temporaryFolder();
  const folder = join(await temporaryFolder(), 'backup');
  const run = (dataDir: string, ...args: string[]) => runInProcess(args, { env: { DATA_DIR: dataDir } });
  const runAlone = (dataDir: string, ...args: string[]) => runKawaraban(args, { env: { DATA_DIR: dataDir } }).ended;
  expect((await run(one, 'admin', 'reset-password')).code).toBe(0);
  const made = await runAlone(one, 'backup', folder);
  expect(made).toMatchObject({ code: 0, stdout: '' });
  expect(made.stderr).toMatch(/^The backup is in .*: \d+ rows, 0 files of 0\.0 MB\.\nIt contains the secret/);
  const secret = join(one, 'secret');
  await rename(secret, `${secret}.kept`);
  expect(await run(one, 'backup', `${folder}-missing`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^It does not contain the secret, because .*secret is missing\./m),
  });
  await writeFile(secret, `${'another secret '.repeat(4)}\n`);
  expect(await run(one, 'backup', `${folder}-wrong`)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^It does not contain the secret, because .* does not decrypt the data\./m),
  });
  for (const name of ['missing', 'wrong']) expect(await readdir(`${folder}-${name}`)).not.toContain('secret');
  await rm(secret);
  await rename(`${secret}.kept`, secret);
  const restored = await runAlone(other, 'restore', folder);
  expect(restored.code).toBe(0);
  expect(restored.stderr).toMatch(
    /^Backup from .*Z, made by version .*\n(.*\n)*The database .*kawaraban\.db is restored: /,
  );
  // Only the restored secret can decrypt the account.
  expect((await run(other, 'admin', 'reset-password')).code).toBe(0);
  const rejected = await run(other, 'restore', folder);
  expect(rejected).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already contains an installation\. Use --replace/),
  });
  const unasked = await run(other, 'restore', '--replace', folder);
  expect(unasked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /\nThere is no terminal to ask for confirmation: use --yes .*\nNothing was changed\.\n$/,
    ),
  });
  expect(await run(other, 'restore', '--replace', '--yes', folder)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^The previous database is in .*kawaraban\.db\.before-restore\.$/m),
  });
  const moved = await runAlone(other, 'database', 'move', '--to', `sqlite:${join(other, 'moved.db')}`);
  expect(moved.code).toBe(0);
  expect(moved.stderr.trimEnd().split('\n').at(-1)).toBe(
    `Now set DATABASE_URL=sqlite:${join(other, 'moved.db')} and start the server.`,
  );
}, 90_000);

test('database move ignores WEB_CONCURRENCY', async () => {
  const folder = await temporaryFolder();
  const env = { DATA_DIR: folder, WEB_CONCURRENCY: '4' };
  expect((await runInProcess(['migrate'], { env })).code).toBe(0);
  const to = `sqlite:${join(folder, 'moved.db')}`;
  expect(await runInProcess(['database', 'move', '--to', to], { env })).toMatchObject({ code: 0 });
});

test.for([
  [backup, '', 'Specify one folder.'],
  [backup, 'a b', 'Specify one folder.'],
  [backup, '--fast a', '--fast'],
  [restore, '', 'Specify one folder.'],
  [restore, '--yes a', '--yes requires --replace.'],
  [database, '', 'Use `database move`.'],
  [database, 'move', 'Specify the target database with --to.'],
  [database, 'move --to mysql://x', '--to must be `sqlite:path/to/file.db` or'],
] as const)('usage error: %s', async ([subcommand, args, says]) => {
  await expect(subcommand.run(args.split(' ').filter((word) => word !== ''))).rejects.toThrow(says);
});
