import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { badRequest } from '../http/errors.ts';

export interface FoundFile {
  /** Separated by `/` on all systems. */
  readonly path: string;
  readonly location: string;
  readonly blocker?: string;
  /** The obstacle is an error, not a reason to skip the file. */
  readonly isFault?: boolean;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly notMarkdown: Readonly<Record<string, number>>;
  readonly ignored: readonly string[];
}

const MARKDOWN = /\.(?:md|markdown|mdx)$/i;

export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path);
}

/**
 * Symbolic links are followed only to files inside the folder.
 * @throws {HttpError} when the folder is missing or unreadable
 */
export async function listMarkdownFiles(folder: string): Promise<FoundFiles> {
  const root = await realFolder(folder);
  const files: FoundFile[] = [];
  const ignored: string[] = [];
  const endings = new Map<string, number>();

  const visit = async (path: string): Promise<void> => {
    for (const entry of await readFolder(root, path, files)) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') ignored.push(inside);
      else if (entry.isDirectory()) await visit(inside);
      else await take(inside, entry);
    }
  };

  const take = async (path: string, entry: Dirent): Promise<void> => {
    const isLink = entry.isSymbolicLink();
    const found = isLink ? await followLink(root, path) : { path, location: join(root, path) };
    if (!isMarkdown(path) && found.blocker === undefined) count(entry.name);
    else files.push(isLink || entry.isFile() ? found : { ...found, blocker: 'no ordinary file' });
  };

  const count = (name: string): void => {
    const ending = extname(name).toLowerCase() || '(none)';
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  };

  await visit('');
  return {
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    notMarkdown: Object.fromEntries([...endings].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    ignored: ignored.toSorted(),
  };
}

export async function checkMarkdownFolder(folder: string): Promise<void> {
  await realFolder(folder);
}

async function realFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) throw badRequest(`${folder} is a file, not a folder.`);
    await readdir(root);
    return root;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw badRequest(`The folder ${folder} does not exist.`);
    if (code !== undefined) throw badRequest(`The folder ${folder} cannot be read (${code}).`);
    throw error;
  }
}

async function readFolder(root: string, path: string, files: FoundFile[]): Promise<Dirent[]> {
  try {
    return await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    files.push({ path, location: join(root, path), blocker: `cannot be read (${codeOf(error)})`, isFault: true });
    return [];
  }
}

async function followLink(root: string, path: string): Promise<FoundFile> {
  const location = join(root, path);
  try {
    const target = await realpath(location);
    if (!isInside(root, target)) return { path, location, blocker: 'a link that leads out of the folder' };
    const about = await stat(target);
    if (about.isDirectory()) return { path, location, blocker: 'a link to a folder, which is read where it stands' };
    return about.isFile() ? { path, location: target } : { path, location, blocker: 'no ordinary file' };
  } catch {
    return { path, location, blocker: 'a link that leads nowhere' };
  }
}

export function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
