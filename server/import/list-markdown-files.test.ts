import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/product.ts';
import { listMarkdownFiles } from './list-markdown-files.ts';

async function givenFolder(...paths: string[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
  return folder;
}

test('finds Markdown files recursively in path order, counts others', async () => {
  const folder = await givenFolder(
    'b.md',
    'a/z.MDX',
    'a/deep/x.markdown',
    'a.md',
    'a/c.png',
    'd.PNG',
    'LICENSE',
    'x.md.bak',
  );
  const { files, notMarkdown, ignored } = await listMarkdownFiles(folder);
  expect(files.map(({ path }) => path)).toEqual(['a.md', 'a/deep/x.markdown', 'a/z.MDX', 'b.md']);
  expect(notMarkdown).toEqual({ '(none)': 1, '.bak': 1, '.png': 2 });
  expect(ignored).toEqual([]);
});

test('skips hidden files and packages and names them', async () => {
  const folder = await givenFolder('a.md', '.draft.md', '.git/x.md', 'sub/node_modules/pkg/README.md');
  const { files, ignored } = await listMarkdownFiles(folder);
  expect(files.map(({ path }) => path)).toEqual(['a.md']);
  expect(ignored).toEqual(['.draft.md', '.git', 'sub/node_modules']);
});

test('follows links to files inside the folder only', async () => {
  const outside = await givenFolder('secret.md');
  const folder = await givenFolder('a.md', 'sub/b.md', 'picture.png');
  await symlink(join(folder, 'a.md'), join(folder, 'inside.md'));
  await symlink(join(folder, 'picture.png'), join(folder, 'picture-again'));
  await symlink(join(outside, 'secret.md'), join(folder, 'outside.md'));
  await symlink(outside, join(folder, 'outside-folder'));
  await symlink(join(folder, 'sub'), join(folder, 'again'));
  await symlink('nowhere.md', join(folder, 'broken.md'));
  const { files, notMarkdown } = await listMarkdownFiles(folder);
  expect(files.map(({ path, blocker }) => [path, blocker])).toEqual([
    ['a.md', undefined],
    ['again', 'a link to a folder, which is read where it stands'],
    ['broken.md', 'a link that leads nowhere'],
    ['inside.md', undefined],
    ['outside-folder', 'a link that leads out of the folder'],
    ['outside.md', 'a link that leads out of the folder'],
    ['sub/b.md', undefined],
  ]);
  expect(notMarkdown).toEqual({ '(none)': 1, '.png': 1 });
});

test('does not block on a named pipe', async () => {
  const folder = await givenFolder('a.md');
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const { files } = await listMarkdownFiles(folder);
  expect(files.map(({ path, blocker }) => [path, blocker])).toEqual([
    ['a.md', undefined],
    ['pipe.md', 'no ordinary file'],
  ]);
});

test('rejects a missing folder or a file', async () => {
  const folder = await givenFolder('a.md');
  await expect(listMarkdownFiles(join(folder, 'gone'))).rejects.toThrow(`The folder ${folder}/gone does not exist.`);
  await expect(listMarkdownFiles(join(folder, 'a.md'))).rejects.toThrow(`${folder}/a.md is a file, not a folder.`);
});

test.skipIf(process.getuid?.() === 0)('reports an unreadable subfolder and continues', async () => {
  const folder = await givenFolder('a.md', 'closed/b.md');
  await chmod(join(folder, 'closed'), 0);
  const { files } = await listMarkdownFiles(folder);
  await chmod(join(folder, 'closed'), 0o755);
  expect(files).toMatchObject([
    { path: 'a.md' },
    { path: 'closed', blocker: 'cannot be read (EACCES)', isFault: true },
  ]);
});
