import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { listIfAllowed, type Storage } from '../../storage/index.ts';
import { PRIVATE_PREFIX, uploadKey } from '../media-keys.ts';
import type { ClaimedUpload } from './upload-claim.ts';

const RECEIVED = `${PRIVATE_PREFIX}received/`;

/**
 * Moves the uploaded object to a key of this claim, so that the checked bytes cannot be overwritten through the upload
 * URL.
 * Returns the key, undefined when nothing has arrived.
 */
export async function takeIn(storage: Storage, upload: ClaimedUpload): Promise<string | undefined> {
  const own = `${RECEIVED}${upload.uploadId}/${upload.claim}`;
  // An earlier claim may have moved it already.
  for (const key of await listReceived(storage, upload.uploadId)) if (await storage.move(key, own)) return own;
  // State `placing` means checked: a new object must not take its place.
  const mayBeNew = upload.state !== 'placing';
  return mayBeNew && (await storage.move(uploadKey(upload.uploadId), own)) ? own : undefined;
}

export async function dropReceived(storage: Storage, uploadId: string): Promise<void> {
  for (const key of [uploadKey(uploadId), ...(await listReceived(storage, uploadId))]) await storage.delete(key);
}

async function listReceived(storage: Storage, uploadId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listIfAllowed(storage, `${RECEIVED}${uploadId}/`)) keys.push(key);
  return keys;
}

export function uploadIdOf(key: string): string | undefined {
  return /^_private\/(?:uploads|received)\/([0-9a-z]{26})(?:\/|$)/.exec(key)?.[1];
}

export async function digestOf(storage: Storage, key: string): Promise<string | undefined> {
  const found = await storage.get(key);
  if (!found) return undefined;
  const hash = createHash('sha256');
  await pipeline(found.content, hash);
  return hash.digest('hex');
}
