import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { temporaryFolder } from '#testing/product.ts';

const SECRET = 'the first secret, which is long enough';
const SECRET_NEW = 'the second secret, which is long enough';

async function given(env: Record<string, string> = {}) {
  const dataDir = await temporaryFolder();
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runInProcess(args, { env: { DATA_DIR: dataDir, ...env, ...more } });
  expect((await run(['admin', 'reset-password'])).code).toBe(0);
  return {
    dataDir,
    file: join(dataDir, 'secret'),
    rotate: (more?: Record<string, string>) => run(['secret', 'rotate'], more),
    reset: (more?: Record<string, string>) => run(['admin', 'reset-password'], more),
  };
}

test('secret rotate replaces the secret file, readable by owner only', async () => {
  const { dataDir, file, rotate, reset } = await given();
  const before = await readFile(file, 'utf8');
  expect(await runKawaraban(['secret', 'rotate'], { env: { DATA_DIR: dataDir } }).ended).toEqual({
    code: 0,
    stdout: '',
    stderr: `Done. The new secret is in ${file}. Start the server.\n`,
  });
  const after = await readFile(file, 'utf8');
  expect(after).toMatch(/^[\w-]{43}\n$/);
  expect(after).not.toBe(before);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(stat(`${file}.next`)).rejects.toThrow();
  expect((await reset()).code).toBe(0);
  await writeFile(file, before);
  expect((await reset()).code).toBe(78);
  expect((await rotate()).stderr).toMatch(
    /^The secret in .+ is not the one that this database was created with\. .+\n$/,
  );
});

test('secret rotate resumes after any interruption', async () => {
  const { file, rotate, reset } = await given();
  const first = await readFile(file, 'utf8');
  await writeFile(`${file}.next`, `${'n'.repeat(43)}\n`);
  expect((await rotate()).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(`${'n'.repeat(43)}\n`);
  // Simulates an interruption after the database commit and before the file was replaced.
  await writeFile(`${file}.next`, await readFile(file));
  await writeFile(file, first);
  expect((await rotate()).code).toBe(0);
  expect((await reset()).code).toBe(0);
});

test('secret rotate replaces SECRET by SECRET_NEW', async () => {
  const { rotate, reset } = await given({ SECRET });
  expect(await rotate({ SECRET_NEW })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Done\. Set SECRET to /),
  });
  expect(await rotate({ SECRET_NEW })).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Already done/) });
  expect((await reset()).code).toBe(78);
  expect((await reset({ SECRET: SECRET_NEW })).code).toBe(0);
});

test.for([
  { env: { SECRET }, says: 'Set SECRET_NEW to the new value' },
  { env: { SECRET, SECRET_NEW: SECRET }, says: 'SECRET_NEW is the same as SECRET' },
  { env: { SECRET, SECRET_NEW: 'short' }, says: 'SECRET_NEW must be at least 32 characters that nobody can guess.' },
  { env: { SECRET_NEW }, says: 'SECRET_NEW needs SECRET' },
])('secret rotate reports in one line: $says', async ({ env, says }) => {
  const { stderr, code, stdout } = await runInProcess(['secret', 'rotate'], {
    env: { DATA_DIR: await temporaryFolder(), ...env },
  });
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('the second secret');
});

test.for([[], ['show'], ['rotate', 'now'], ['rotate', '--force']])('secret %j is a usage error', async (args) => {
  const { code, stdout, stderr } = await runInProcess(['secret', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/\nSee kawaraban secret --help\.\n$/);
});
