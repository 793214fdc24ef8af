import { randomUUID } from 'node:crypto';
import type { FileUploadRow } from '../../database/media-tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';
import type { MediaTools } from '../media-tools.ts';
import { type Claim, claimForChecking, claimForReceiving, updateClaimed } from './upload.repository.ts';

/** An upload whose holder gives no sign of life for so long is anybody's. */
const LEASE_MS = 60_000;
const RENEWAL_MS = 15_000;
/** How long an upload that was cut off waits for another try. */
const RETRY_MS = 30_000;

/** An upload in the hands of whoever asks, and of nobody else. */
export type ClaimedUpload = FileUploadRow & { readonly claim: string };

type ClaimTools = Pick<MediaTools, 'database' | 'clock' | 'log'>;

/** Takes an upload that is to begin; nothing where it may not, or somebody else has begun. */
export async function takeForReceiving(tools: ClaimTools, uploadId: string): Promise<ClaimedUpload | undefined> {
  const claim = randomUUID();
  const taken = await claimForReceiving(tools.database.writer, { uploadId, claim, ...leaseFrom(tools) });
  return taken && { ...taken, claim };
}

/** Takes an upload whose bytes are there; nothing where they are not, or somebody else looks at them. */
export async function takeForChecking(
  tools: ClaimTools,
  { uploadId, fileId }: FileUploadRow,
  from: 'waiting' | 'received',
): Promise<ClaimedUpload | undefined> {
  const claim = randomUUID();
  const wanted = { uploadId, fileId, from, claim, ...leaseFrom(tools) };
  const taken = await writeTransaction(tools.database.writer, (trx) => claimForChecking(trx, wanted));
  return taken && { ...taken, claim };
}

/** Does something with an upload that is taken, and keeps it taken for as long as that needs. */
export async function whileClaimed<Result>(
  tools: ClaimTools,
  { uploadId, claim }: Claim,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    const claimedUntil = leaseFrom(tools).until;
    updateClaimed(tools.database.writer, { uploadId, claim }, { claimedUntil }).catch((error) =>
      tools.log.warn({ reason: error.message }, 'upload could not be kept'),
    );
  }, RENEWAL_MS);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/** Releases the claim on an upload, for others to continue it, or to send the bytes again where it is `waiting`. */
export async function letGo({ database, log }: ClaimTools, upload: Claim, state?: 'waiting'): Promise<void> {
  const values = { ...(state && { state }), claim: null, claimedUntil: null };
  await release({ database, log }, upload, values);
}

/** Lets a cut-off upload be sent again for half a minute, after which it no longer counts among those under way. */
export async function allowRetry({ database, clock, log }: ClaimTools, upload: ClaimedUpload): Promise<void> {
  const soon = toInstant(new Date(clock.now().getTime() + RETRY_MS));
  const expiresAt = soon < upload.expiresAt ? soon : upload.expiresAt;
  await release({ database, log }, upload, { state: 'waiting', expiresAt, claim: null, claimedUntil: null });
}

/** The caller throws what went wrong first; an upload that stays claimed is free when its lease ends. */
async function release(
  { database, log }: Pick<ClaimTools, 'database' | 'log'>,
  upload: Claim,
  values: Parameters<typeof updateClaimed>[2],
): Promise<void> {
  await updateClaimed(database.writer, upload, values).catch((error) =>
    log.warn({ reason: error.message }, 'upload could not be let go'),
  );
}

function leaseFrom({ clock }: ClaimTools): { now: string; until: string } {
  const now = clock.now();
  return { now: toInstant(now), until: toInstant(new Date(now.getTime() + LEASE_MS)) };
}
