import { buffer } from 'node:stream/consumers';
import type { Storage, StoredObject } from '#server/storage/index.ts';

export async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix), ({ key }) => key)).toSorted();
}

export function bytes(content: string): Buffer {
  return Buffer.from(content);
}

export async function textOf(found: StoredObject | undefined): Promise<string> {
  return (await bufferOf(found)).toString();
}

export async function bufferOf(found: StoredObject | undefined): Promise<Buffer> {
  if (!found) throw new Error('There is no such object');
  return buffer(found.content);
}
