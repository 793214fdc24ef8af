import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { listIfAllowed, type Storage } from '../../storage/index.ts';
import { PRIVATE_PREFIX, uploadKey } from '../media-keys.ts';
import type { ClaimedUpload } from './upload-claim.ts';

const RECEIVED = `${PRIVATE_PREFIX}received/`;

/**
 * Moves what has come of an upload to where its holder alone has it, so that what was looked at is what is kept: the
 * address that it came by may still take other bytes. Answers with its key, or with nothing where nothing has come.
 */
export async function takeIn(storage: Storage, upload: ClaimedUpload): Promise<string | undefined> {
  const own = `${RECEIVED}${upload.uploadId}/${upload.claim}`;
  // A holder that died may have taken it in before.
  for (const key of await listReceived(storage, upload.uploadId)) if (await storage.move(key, own)) return own;
  // What is being placed was looked at already, and nothing else is to come in its stead.
  const mayBeNew = upload.state !== 'placing';
  return mayBeNew && (await storage.move(uploadKey(upload.uploadId), own)) ? own : undefined;
}

/** Removes whatever has come of an upload. */
export async function dropReceived(storage: Storage, uploadId: string): Promise<void> {
  for (const key of [uploadKey(uploadId), ...(await listReceived(storage, uploadId))]) await storage.delete(key);
}

async function listReceived(storage: Storage, uploadId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listIfAllowed(storage, `${RECEIVED}${uploadId}/`)) keys.push(key);
  return keys;
}

/** The upload that a private object has come of. */
export function uploadIdOf(key: string): string | undefined {
  return /^_private\/(?:uploads|received)\/([0-9a-z]{26})(?:\/|$)/.exec(key)?.[1];
}

/** SHA-256 of an object, in hexadecimal digits; nothing where there is no such object. */
export async function digestOf(storage: Storage, key: string): Promise<string | undefined> {
  const found = await storage.get(key);
  if (!found) return undefined;
  const hash = createHash('sha256');
  await pipeline(found.content, hash);
  return hash.digest('hex');
}
