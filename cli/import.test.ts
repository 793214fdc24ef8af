import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, runKawaraban } from '#testing/command-line.ts';
import { startProduct, temporaryFolder } from '#testing/product.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';

async function given(count: number) {
  const folder = await temporaryFolder();
  const posts = await writeSyntheticPosts(folder, { count, paragraphs: 1 });
  const DATA_DIR = await temporaryFolder();
  const run = (...args: string[]) => runInProcess(['import', 'markdown', ...args], { env: { DATA_DIR } });
  const startRun = (...args: string[]) => runKawaraban(['import', 'markdown', ...args], { env: { DATA_DIR } });
  return { folder, posts, dataDir: DATA_DIR, run, startRun };
}

test('import beside a running server publishes posts at once', async () => {
  const { folder, posts, dataDir, startRun } = await given(3);
  const { url } = await startProduct({ DATA_DIR: dataDir });
  const address = await url;
  const importing = startRun(folder, '--service', 'harbour', '--create-service', '--label', 'Harbour');
  const { code, stdout, stderr } = await importing.ended;
  expect(code).toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain('3 imported, 0 updated, 0 unchanged, 0 skipped, 0 failed');
  const [post] = posts;
  const response = await fetch(`${address}/api/posts/harbour/${post?.slug}`);
  expect(await response.json()).toMatchObject({ title: post?.title });
  const page = await fetch(`${address}/posts/harbour/${post?.slug}`);
  expect(page.status).toBe(200);
  expect((await fetch(`${address}/api/services`).then((services) => services.json())).items).toContainEqual({
    serviceId: 'harbour',
    label: 'Harbour',
  });
}, 90_000);

test('import --json prints only the report on standard output', async () => {
  const { folder, run } = await given(2);
  await writeFile(join(folder, 'README.md'), 'no front matter');
  await writeFile(join(folder, 'links.md'), '---\ntitle: Links\n---\n[1](/blog/links) [2](/about) ![3](3.png)');
  await writeFile(join(folder, 'bad.md'), '---\ndate: someday\n---\n');
  const { code, stdout, stderr } = await run(folder, '--service', 'a', '--create-service', '--json');
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    folder,
    serviceId: 'a',
    isServiceCreated: true,
    isDryRun: false,
    counts: { imported: 3, updated: 0, unchanged: 0, skipped: 1, failed: 1 },
  });
  expect(report.files.map(({ path }: { path: string }) => path)).toHaveLength(5);
  expect(stderr).toContain('README.md: no front matter');
  expect(stderr).toContain('Links to posts in this import: 1 in 1 files.\n');
  expect(stderr).toContain('left unchanged: 2 in 1 files (see --link-base).\n');
  expect(stderr).toContain('bad.md: the date "someday" cannot be read');
});

test('repeated import changes nothing, and a dry run writes nothing', async () => {
  const { folder, dataDir, run } = await given(2);
  const dry = await run(folder, '--service', 'a', '--create-service', '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Dry run, nothing written: 2 imported') });
  expect(await readdir(dataDir)).toEqual([]);
  await run(folder, '--service', 'a', '--create-service');
  expect((await run(folder, '--service', 'a')).stderr).toContain('2 unchanged');
  expect((await run(folder, '--service', 'a', '--dry-run')).stderr).toContain('2 unchanged');
  await writeFile(join(dataDir, 'kawaraban.db'), '');
  expect(await run(folder, '--service', 'a', '--dry-run')).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('has to be migrated first'),
  });
});

test.for([
  { args: ['FOLDER'], says: 'Specify the service' },
  { args: ['--service', 'a'], says: 'Specify one folder.' },
  { args: ['FOLDER', 'b', '--service', 'a'], says: 'Specify one folder.' },
  { args: ['FOLDER', '--service', 'A B'], says: '--service must be' },
  { args: ['FOLDER', '--service', ''], says: '--service must be' },
  { args: ['FOLDER', '--service', 'create', '--create-service'], says: '--service cannot be create' },
  { args: ['FOLDER', '--service', 'a', '--label', 'x'], says: '--label requires --create-service' },
  { args: ['FOLDER', '--service', 'a', '--link-base', 'ftp://x'], says: '--link-base must be' },
  { args: ['FOLDER', '--service', 'a', '--source', ''], says: '--source must be' },
  { args: ['FOLDER', '--service', 'a', '--servcie', 'b'], says: '--servcie' },
])('import rejects $args', async ({ args, says }) => {
  const { folder, dataDir, run } = await given(0);
  const { code, stderr } = await run(...args.map((arg) => (arg === 'FOLDER' ? folder : arg)));
  expect(code).toBe(2);
  expect(stderr).toContain(says);
  expect(existsSync(join(dataDir, 'kawaraban.db'))).toBe(false);
});

test('import reports a missing folder or service in one line', async () => {
  const { folder, dataDir, run } = await given(1);
  const deleted = await run(join(folder, 'gone'), '--service', 'a');
  expect(deleted).toMatchObject({ code: 2, stdout: '', stderr: `The folder ${folder}/gone does not exist.\n` });
  await writeFile(join(folder, 'file.md'), '');
  expect((await run(join(folder, 'file.md'), '--service', 'a')).stderr).toMatch(/is a file, not a folder\.\n$/);
  expect(existsSync(join(dataDir, 'kawaraban.db'))).toBe(false);
  const missing = await run(folder, '--service', 'a');
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/The service a does not exist\. .*--create-service.*\n$/),
  });
});

test('import reports an empty folder', async () => {
  const { folder, run } = await given(0);
  const { code, stderr } = await run(folder, '--service', 'a', '--create-service');
  expect(code).toBe(0);
  expect(stderr).toContain(`${folder} contains no Markdown files.`);
});

test('import stops between files on a signal and resumes later', { tags: ['extended'] }, async () => {
  const { folder, run, startRun } = await given(400);
  const { child, output, ended } = startRun(folder, '--service', 'a', '--create-service', '--json');
  await expect.poll(output).toMatch(/^\d{2,3}\/400 /m);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  const { counts, isStopped } = JSON.parse(stdout);
  expect(isStopped).toBe(true);
  expect(counts.imported).toBeGreaterThan(9);
  expect(counts.imported + counts.skipped).toBe(400);
  const rest = JSON.parse((await run(folder, '--service', 'a', '--json')).stdout);
  expect(rest.counts).toMatchObject({ unchanged: counts.imported, imported: counts.skipped, failed: 0 });
});
