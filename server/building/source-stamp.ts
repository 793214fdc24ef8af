import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What something is built from. */
export interface Sources {
  readonly root: string;
  /** The names of its files that count, for each folder, with those in it. */
  readonly folders: Readonly<Record<string, RegExp>>;
  readonly files: readonly string[];
}

/** How sources were, to be kept until the build is through: they may change meanwhile. */
export function stampOf(sources: Sources): string {
  const files = filesOf(sources);
  return `${hashOfContent(sources, files)} ${hashOfLook(sources, files)}`;
}

export async function keepStamp(path: string, stamp: string): Promise<void> {
  await writeFile(path, stamp);
}

/** Whether the sources are what they were. They are read only if they look different, as after a copy. */
export async function isStampOf(path: string, sources: Sources): Promise<boolean> {
  const stamp = await readFile(path, 'utf8').catch(() => undefined);
  if (stamp === undefined) return false;
  const [content, look] = stamp.split(' ');
  const files = filesOf(sources);
  return look === hashOfLook(sources, files) || content === hashOfContent(sources, files);
}

function filesOf({ root, folders, files }: Sources): string[] {
  const inFolders = Object.entries(folders).flatMap(([folder, names]) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && names.test(entry.name) && !entry.name.includes('.test.'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  // Not every installation has all of them.
  return [...inFolders, ...files.filter((file) => existsSync(join(root, file)))].sort();
}

function hashOfContent({ root }: Sources, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${named(file)}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function hashOfLook({ root }: Sources, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${named(file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** The same on every system. */
function named(file: string): string {
  return file.replaceAll(sep, '/');
}
