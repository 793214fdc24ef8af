import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

export interface Sources {
  readonly root: string;
  readonly folders: Readonly<Record<string, RegExp>>;
  readonly files: readonly string[];
}

/** Take the stamp before building, since the sources may change meanwhile. */
export function stampOf(sources: Sources): string {
  const files = filesOf(sources);
  return `${hashOfContent(sources, files)} ${hashOfMetadata(sources, files)}`;
}

export async function writeStamp(path: string, stamp: string, outputs: readonly string[]): Promise<void> {
  const folder = dirname(path);
  const files = outputs
    .flatMap((name) => filesIn(folder, name))
    .filter((file) => join(folder, file) !== path && !isShortForm(file))
    .map((file) => `${statSync(join(folder, file)).size} ${named(file)}`);
  await writeFile(path, [stamp, ...files, ''].join('\n'));
}

/** Reads contents only when sizes or times differ, as after a copy. */
export async function isStampOf(path: string, sources: Sources): Promise<boolean> {
  const stored = await readFile(path, 'utf8').catch(() => '');
  const [stamp = '', ...outputs] = stored.split('\n').filter((line) => line !== '');
  if (outputs.length === 0 || !outputs.every((line) => isThere(dirname(path), line))) return false;
  const [content, metadataHash] = stamp.split(' ');
  const files = filesOf(sources);
  return metadataHash === hashOfMetadata(sources, files) || content === hashOfContent(sources, files);
}

function isThere(folder: string, line: string): boolean {
  const [, size, file = ''] = /^(\d+) (.+)$/.exec(line) ?? [];
  return statSync(join(folder, file), { throwIfNoEntry: false })?.size === Number(size);
}

function isShortForm(file: string): boolean {
  return /\.(br|gz)$/.test(file);
}

function filesOf({ root, folders, files }: Sources): string[] {
  const inFolders = Object.entries(folders).flatMap(([folder, names]) =>
    filesIn(root, folder).filter((file) => names.test(file) && !/[.](?:test|fixtures)[.]/.test(basename(file))),
  );
  return [...inFolders, ...files.filter((file) => existsSync(join(root, file)))].sort();
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
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

function hashOfMetadata({ root }: Sources, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${named(file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function named(file: string): string {
  return file.replaceAll(sep, '/');
}
