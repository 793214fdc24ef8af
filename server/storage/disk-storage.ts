import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, lstat, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { makeFolder, syncFolder } from '../platform/folders.ts';
import { hasCode, reasonOfSystemError } from '../platform/reason-of.ts';
import {
  checkKey,
  checkPrefix,
  contentTypeOf,
  ignoreStreamErrors,
  isStorageKey,
  type Source,
  writeSource,
} from './source.ts';
import {
  type ByteRange,
  type ListedObject,
  type ObjectInfo,
  type Storage,
  StorageUnavailable,
  type StoredObject,
} from './storage.ts';

/** Keys cannot start with a dot. */
const UNFINISHED = '.unfinished';
/** Longer than any upload: older files belong to dead processes. */
const UNFINISHED_MS = DAY_MS;
const MAX_TRIES = 10;

/**
 * Stores one file per object, which any web server can serve. Creates the folder when missing.
 * @throws {Error} when it is not writable
 */
export async function openDiskStorage(folder: string, { clock }: { readonly clock: Clock }): Promise<Storage> {
  const storage = new DiskStorage(folder);
  await storage.tidy(new Date(clock.now().getTime() - UNFINISHED_MS));
  return storage;
}

class DiskStorage implements Storage {
  readonly #folder: string;
  readonly #unfinished: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
    this.#unfinished = join(folder, UNFINISHED);
  }

  async tidy(before: Date): Promise<void> {
    await makeFolder(this.#unfinished);
    for (const folder of [this.#folder, this.#unfinished]) await access(folder, constants.W_OK | constants.X_OK);
    for await (const { name } of await opendir(this.#unfinished)) {
      const path = join(this.#unfinished, name);
      const found = await ifExists(lstat(path));
      if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
    }
  }

  async put(key: string, content: Source): Promise<void> {
    const path = this.#pathOf(key);
    const draft = join(this.#unfinished, randomUUID());
    const write = async (source: Source) => {
      try {
        await writeDurably(draft, source);
        await this.#place(draft, path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    };
    await writeSource(content, write, toUnavailable);
  }

  async get(key: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const path = this.#pathOf(key);
    return withUnavailable(async () => {
      const file = await ifExists(open(path));
      if (!file) return undefined;
      const stats = await file.stat({ bigint: true });
      if (stats.isFile()) return { ...toInfo(key, stats), content: ignoreStreamErrors(file.createReadStream(range)) };
      await file.close();
      return undefined;
    });
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const path = this.#pathOf(key);
    const stats = await withUnavailable(() => ifExists(stat(path, { bigint: true })));
    return stats?.isFile() ? toInfo(key, stats) : undefined;
  }

  async move(from: string, to: string): Promise<boolean> {
    const source = this.#pathOf(from);
    const target = this.#pathOf(to);
    return withUnavailable(async () => {
      const found = await ifExists(lstat(source));
      if (!found?.isFile()) return false;
      const isMoved = await this.#place(source, target).then(
        () => true,
        (error: unknown) => {
          if (hasCode(error, ['ENOENT'])) return false;
          throw error;
        },
      );
      if (isMoved && dirname(source) !== dirname(target)) await this.#removeEmptyFolders(dirname(source));
      return isMoved;
    });
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await withUnavailable(async () => {
      const wasDeleted = (await ifExists(rm(path).then(() => true))) === true;
      if (wasDeleted) await this.#removeEmptyFolders(dirname(path));
    });
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    checkPrefix(prefix);
    try {
      yield* this.#listFolder(prefix);
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    checkKey(key);
    return join(this.#folder, key);
  }

  async *#listFolder(prefix: string): AsyncIterable<ListedObject> {
    const entries = await ifExists(opendir(join(this.#folder, prefix)));
    if (!entries) return;
    for await (const entry of entries) {
      const key = `${prefix}${entry.name}`;
      if (!isStorageKey(key)) continue;
      if (entry.isDirectory()) yield* this.#listFolder(`${key}/`);
      else {
        const stats = await ifExists(stat(join(this.#folder, key), { bigint: true }));
        if (stats?.isFile()) yield { key, size: Number(stats.size), modifiedAt: stats.ctime };
      }
    }
  }

  async #place(from: string, to: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#makeFolder(dirname(to));
        await rename(from, to);
        break;
      } catch (error) {
        const isFolderGone = hasCode(error, ['ENOENT']) && (await ifExists(lstat(from))) !== undefined;
        if (!isFolderGone || tries === MAX_TRIES) throw error;
      }
    }
    await syncFolder(dirname(to));
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    await syncFolder(folder);
    const isEmptied = (path: string) =>
      rmdir(path).then(
        () => true,
        () => false,
      );
    let left = folder;
    while (left !== this.#folder && (await isEmptied(left))) left = dirname(left);
  }

  /** Syncs each parent, so that the folders survive a power failure. */
  async #makeFolder(folder: string): Promise<void> {
    const topmost = await mkdir(folder, { recursive: true });
    if (topmost === undefined) return;
    for (let created = folder; created.length >= topmost.length; created = dirname(created))
      await syncFolder(dirname(created));
  }
}

function toInfo(key: string, { size, ctime, mtimeNs, ino }: BigIntStats): ObjectInfo {
  return {
    key,
    size: Number(size),
    contentType: contentTypeOf(key),
    // Moving a file keeps its mtime.
    modifiedAt: ctime,
    // The resolution of timestamps is too coarse to distinguish writes.
    etag: `"${[mtimeNs, ino, size].map((part) => part.toString(36)).join('-')}"`,
  };
}

async function writeDurably(path: string, content: Source): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function withUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toUnavailable(error);
  }
}

function toUnavailable(error: unknown): unknown {
  const reason = reasonOfSystemError(error);
  return reason === undefined ? error : new StorageUnavailable(reason, { cause: error });
}

async function ifExists<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (hasCode(error, ['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'])) return undefined;
    throw error;
  }
}
