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

test('Markdown files are found in all folders, in the order of their paths, and others are counted', async () => {
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

test('hidden files and packages are named and not looked into', async () => {
  const folder = await givenFolder('a.md', '.draft.md', '.git/x.md', 'sub/node_modules/pkg/README.md');
  const { files, ignored } = await listMarkdownFiles(folder);
  expect(files.map(({ path }) => path)).toEqual(['a.md']);
  expect(ignored).toEqual(['.draft.md', '.git', 'sub/node_modules']);
});

test('a link is followed to a file inside, and nowhere else', async () => {
  const outside = await givenFolder('secret.md');
  const folder = await givenFolder('a.md', 'sub/b.md', 'picture.png');
  await symlink(join(folder, 'a.md'), join(folder, 'inside.md'));
  await symlink(join(folder, 'picture.png'), join(folder, 'picture-again'));
  await symlink(join(outside, 'secret.md'), join(folder, 'outside.md'));
  await symlink(outside, join(folder, 'outside-folder'));
  await symlink(join(folder, 'sub'), join(folder, 'again'));
  await symlink('nowhere.md', join(folder, 'broken.md'));
  const { files, notMarkdown } = await listMarkdownFiles(folder);
  expect(files.map(({ path, obstacle }) => [path, obstacle])).toEqual([
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

test('a pipe with the name of a post is no reason to wait', async () => {
  const folder = await givenFolder('a.md');
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const { files } = await listMarkdownFiles(folder);
  expect(files.map(({ path, obstacle }) => [path, obstacle])).toEqual([
    ['a.md', undefined],
    ['pipe.md', 'no ordinary file'],
  ]);
});

test('a folder that is missing or a file is said in one line', async () => {
  const folder = await givenFolder('a.md');
  await expect(listMarkdownFiles(join(folder, 'gone'))).rejects.toThrow(`There is no folder ${folder}/gone.`);
  await expect(listMarkdownFiles(join(folder, 'a.md'))).rejects.toThrow(`${folder}/a.md is a file, not a folder.`);
});

test.skipIf(process.getuid?.() === 0)('a closed folder further down is a fault, and the others go on', async () => {
  const folder = await givenFolder('a.md', 'closed/b.md');
  await chmod(join(folder, 'closed'), 0);
  const { files } = await listMarkdownFiles(folder);
  await chmod(join(folder, 'closed'), 0o755);
  expect(files).toMatchObject([
    { path: 'a.md' },
    { path: 'closed', obstacle: 'cannot be read (EACCES)', isFault: true },
  ]);
});
