import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { contentTypeOf } from './content-type.ts';
import type { ListedObject, ObjectInfo, Storage, StoredObject } from './storage.ts';
import { checkKey, checkPrefix } from './storage-key.ts';

/** What is being written. It begins with a dot, which no key does. */
const UNFINISHED = '.unfinished';
/** Longer than any upload takes: what is older was left behind by a process that died. */
const UNFINISHED_MS = 24 * 60 * 60_000;

/**
 * A storage in a folder, a file an object, so that any web server can serve it as it stands. Makes the folder where
 * it is missing.
 * @throws {Error} when it cannot be written.
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
    this.#folder = folder;
    this.#unfinished = join(folder, UNFINISHED);
  }

  /** Removes what was begun before then and never finished. */
  async tidy(before: Date): Promise<void> {
    await mkdir(this.#unfinished, { recursive: true });
    for (const folder of [this.#folder, this.#unfinished]) await access(folder, constants.W_OK | constants.X_OK);
    for await (const { name } of await opendir(this.#unfinished)) {
      const path = join(this.#unfinished, name);
      const found = await ifThere(lstat(path));
      if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
    }
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(key);
    const draft = join(this.#unfinished, randomUUID());
    try {
      await writeDurably(draft, content);
      await this.#makeFolder(dirname(path));
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async get(key: string): Promise<StoredObject | undefined> {
    const file = await ifThere(open(this.#pathOf(key)));
    if (!file) return undefined;
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) {
      await file.close();
      return undefined;
    }
    return { ...toInfo(key, stats), content: file.createReadStream() };
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const stats = await ifThere(stat(this.#pathOf(key), { bigint: true }));
    return stats?.isFile() ? toInfo(key, stats) : undefined;
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    const isGone = (await ifThere(rm(path).then(() => true))) === true;
    if (isGone) await syncFolder(dirname(path));
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    checkPrefix(prefix);
    yield* this.#listFolder(prefix);
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    checkKey(key);
    return join(this.#folder, key);
  }

  async *#listFolder(prefix: string): AsyncIterable<ListedObject> {
    const entries = await ifThere(opendir(join(this.#folder, prefix)));
    if (!entries) return;
    for await (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const key = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* this.#listFolder(`${key}/`);
      else {
        const info = await ifThere(stat(join(this.#folder, key)));
        if (info?.isFile()) yield { key, size: info.size, modifiedAt: info.mtime };
      }
    }
  }

  /** Makes a folder with those above it, each of which has to be known to the one above to survive a power cut. */
  async #makeFolder(folder: string): Promise<void> {
    const topmost = await mkdir(folder, { recursive: true });
    if (topmost === undefined) return;
    for (let made = folder; made.length >= topmost.length; made = dirname(made)) await syncFolder(dirname(made));
  }
}

function toInfo(key: string, { size, mtime, mtimeNs, ino }: BigIntStats): ObjectInfo {
  return {
    key,
    size: Number(size),
    contentType: contentTypeOf(key),
    modifiedAt: mtime,
    // The clock of a file system ticks too seldom to tell one write from the next; each write is a file of its own.
    etag: `"${[mtimeNs, ino, size].map((part) => part.toString(36)).join('-')}"`,
  };
}

async function writeDurably(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name that was added or taken away is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder);
    await handle.sync();
  } catch (error) {
    // Windows does not open folders.
    if (!isOneOf(error, ['EPERM', 'EISDIR', 'EINVAL', 'EACCES'])) throw error;
  } finally {
    await handle?.close();
  }
}

/** What a promise is for, or `undefined` where there is no such file. */
async function ifThere<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isOneOf(error, ['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'])) return undefined;
    throw error;
  }
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
