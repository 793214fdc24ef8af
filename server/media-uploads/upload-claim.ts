import { createHash, randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { FileUploadRow } from '../database/media-tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { PRIVATE_PREFIX, uploadKey } from '../media/media-keys.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import { listIfAllowed, type Storage } from '../storage/index.ts';
import { type Claim, claimForChecking, claimForReceiving, updateClaimed } from './upload.repository.ts';

const RECEIVED = `${PRIVATE_PREFIX}received/`;

/**
 * Gives the object a key of this claim, so that the checked bytes cannot be overwritten through the upload URL. Returns
 * the key, undefined when nothing has arrived.
 */
export async function claimReceivedObject(storage: Storage, upload: ClaimedUpload): Promise<string | undefined> {
  const claimedKey = `${RECEIVED}${upload.uploadId}/${upload.claim}`;
  for (const key of await listReceived(storage, upload.uploadId))
    if (await storage.move(key, claimedKey)) return claimedKey;
  // State `placing` means checked: a new object must not take its place.
  const mayBeNew = upload.state !== 'placing';
  return mayBeNew && (await storage.move(uploadKey(upload.uploadId), claimedKey)) ? claimedKey : undefined;
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

const PURPOSE = 'media upload';

export function toUploadToken(vault: Vault, uploadId: string): string {
  return Buffer.from(vault.seal(PURPOSE, Buffer.from(uploadId)), 'base64').toString('base64url');
}

export function openUploadToken(vault: Vault, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Rejects non-canonical base64, which would give one upload many URLs.
  if (bytes.toString('base64url') !== token) return undefined;
  return vault.open(PURPOSE, bytes.toString('base64'))?.toString();
}

const LEASE_MS = 60_000;
const RENEWAL_MS = 15_000;
const RETRY_MS = 30_000;

export type ClaimedUpload = FileUploadRow & { readonly claim: string };

type ClaimTools = Pick<MediaTools, 'database' | 'clock' | 'log'>;

export async function claimUploadForReceiving(tools: ClaimTools, uploadId: string): Promise<ClaimedUpload | undefined> {
  const claim = randomUUID();
  const claimed = await claimForReceiving(tools.database.writer, { uploadId, claim, ...leaseFrom(tools) });
  return claimed && { ...claimed, claim };
}

export async function claimUploadForChecking(
  tools: ClaimTools,
  { uploadId, fileId }: FileUploadRow,
  from: 'waiting' | 'received',
): Promise<ClaimedUpload | undefined> {
  const claim = randomUUID();
  const requested = { uploadId, fileId, from, claim, ...leaseFrom(tools) };
  const claimed = await writeTransaction(tools.database.writer, (trx) => claimForChecking(trx, requested));
  return claimed && { ...claimed, claim };
}

export async function withLease<Result>(
  tools: ClaimTools,
  { uploadId, claim }: Claim,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    const claimedUntil = leaseFrom(tools).until;
    updateClaimed(tools.database.writer, { uploadId, claim }, { claimedUntil }).catch((error) =>
      tools.log.warn({ reason: error.message }, 'renewing upload lease failed'),
    );
  }, RENEWAL_MS);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/** With state `waiting` the bytes must be uploaded again. */
export async function releaseLease({ database, log }: ClaimTools, upload: Claim, state?: 'waiting'): Promise<void> {
  const values = { ...(state && { state }), claim: null, claimedUntil: null };
  await release({ database, log }, upload, values);
}

/** Another attempt is possible for half a minute. Afterwards the upload no longer counts as active. */
export async function allowRetry({ database, clock, log }: ClaimTools, upload: ClaimedUpload): Promise<void> {
  const soon = toInstant(new Date(clock.now().getTime() + RETRY_MS));
  const expiresAt = soon < upload.expiresAt ? soon : upload.expiresAt;
  await release({ database, log }, upload, { state: 'waiting', expiresAt, claim: null, claimedUntil: null });
}

/** Logs failures instead of throwing, so that the caller's error is kept. The lease expires anyway. */
async function release(
  { database, log }: Pick<ClaimTools, 'database' | 'log'>,
  upload: Claim,
  values: Parameters<typeof updateClaimed>[2],
): Promise<void> {
  await updateClaimed(database.writer, upload, values).catch((error) =>
    log.warn({ reason: error.message }, 'releasing upload failed'),
  );
}

function leaseFrom({ clock }: ClaimTools): { now: string; until: string } {
  const now = clock.now();
  return { now: toInstant(now), until: toInstant(new Date(now.getTime() + LEASE_MS)) };
}
