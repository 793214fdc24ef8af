/** @module-tag extended */
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { temporaryFolder } from '#testing/product.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';

async function given(count: number) {
  const [posts, dataDir, otherDir, parent] = await Promise.all([1, 2, 3, 4].map(() => temporaryFolder()));
  if (!posts || !dataDir || !otherDir || !parent) throw new Error('No folders');
  await writeSyntheticPosts(posts, { count, paragraphs: 1 });
  const run = (DATA_DIR: string, ...args: string[]) => runInProcess(args, { env: { DATA_DIR } });
  const runAlone = (DATA_DIR: string, ...args: string[]) => runKawaraban(args, { env: { DATA_DIR } }).ended;
  await run(dataDir, 'import', 'markdown', posts, '--service', 'news', '--create-service', '--source', 'x');
  return { dataDir, otherDir, folder: join(parent, 'export'), run, runAlone };
}

test('export, import and export again give equal files', async () => {
  const { dataDir, otherDir, folder, run, runAlone } = await given(30);
  const exported = await runAlone(dataDir, 'export', '--service', 'news', folder);
  expect(exported).toMatchObject({ code: 0, stdout: '' });
  expect(exported.stderr).toContain('posts: 30');
  expect(exported.stderr).toContain(`The service news is in ${folder}`);
  const imported = await runAlone(otherDir, 'import', folder);
  expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported the service news.') });
  expect((await readdir(otherDir)).filter((name) => name.startsWith('import-'))).toEqual([]);
  const again = `${folder}-again`;
  await run(otherDir, 'export', '--service', 'news', again);
  const names = await readdir(folder, { recursive: true });
  expect(names.length).toBeGreaterThan(5);
  expect((await readdir(again, { recursive: true })).toSorted()).toEqual(names.toSorted());
  const twice = await run(otherDir, 'import', folder);
  expect(twice).toMatchObject({ code: 1, stderr: 'The service news already exists.\n' });
}, 90_000);

test('export and import report errors in one line', async () => {
  const { dataDir, folder, run } = await given(1);
  expect(await run(dataDir, 'export', '--service', 'nowhere', folder)).toMatchObject({
    code: 1,
    stderr: 'The service nowhere does not exist.\n',
  });
  expect(await run(dataDir, 'export', '--service', 'news', dataDir)).toMatchObject({
    code: 1,
    stderr: 'The folder is not empty. Choose a new one.\n',
  });
  const usages: [args: string[], says: string][] = [
    [['export', folder], 'Specify the service with --service ID.'],
    [['export', '--service', 'news'], 'Specify one folder.'],
    [['export', '--service', 'N', folder], '--service must be'],
    [['export', '--service', 'news', folder, 'more'], 'Specify one folder.'],
    [['import'], 'Specify one folder.'],
    [['import', dataDir], 'This folder does not contain an exported service.'],
  ];
  for (const [args, says] of usages) {
    const { code, stderr } = await run(dataDir, ...args);
    expect([code, stderr.includes(says)], args.join(' ')).toEqual([2, true]);
  }
  await expect(access(join(folder, 'manifest.json'))).rejects.toThrow();
}, 90_000);
