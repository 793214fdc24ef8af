import type { Transaction } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../storage/index.ts';
import { toPublicPosts } from '../post.presenter.ts';
import { findPost } from '../post.repository.ts';
import { isVisible } from '../post-state.ts';
import { reasonOf } from './failure-reason.ts';
import {
  type ClaimedStaticFile,
  claimStaticFiles,
  forgetStaticFile,
  isAnyStaticFileDue,
  markStaticFiles,
  releaseStaticFile,
  settleStaticFile,
  slugOfStaticPath,
} from './static-file.repository.ts';

export interface StaticFileTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  /** The address that files have for readers, without a slash at the end. */
  readonly mediaUrl: string;
}

const BATCH = 20;
const WIDTH = 4;
/** Longer than writing a batch takes: when it ends, whoever had the files is gone. */
const LEASE_MS = 60_000;
const SECOND_MS = 1000;
/** Between one attempt and the next; the last one stays. */
const DELAYS_MS = [5, 30, 120, 600].map((seconds) => seconds * SECOND_MS);

/**
 * Brings some of the static files that are due up to date. There may be `more`, or there was `nothing`; with many of
 * which none could be written it is better to wait (`outage`). Of several processes each file is one's alone.
 */
export async function writeDueStaticFiles(
  tools: StaticFileTools,
  signal?: AbortSignal,
): Promise<'more' | 'nothing' | 'outage'> {
  const { database, clock } = tools;
  const now = toInstant(clock.now());
  // Looking costs no transaction.
  if (!(await isAnyStaticFileDue(database.reader, now))) return 'nothing';
  const leasedUntil = toInstant(new Date(clock.now().getTime() + LEASE_MS));
  const claim = { now, leasedUntil, limit: BATCH };
  const claimed = await writeTransaction(database.writer, (trx) => claimStaticFiles(trx, claim));
  // Others are at what is due; what they leave is looked for when they have committed.
  if (claimed.length === 0) return 'nothing';
  const ends = await attemptAll(
    tools,
    claimed.map((file) => ({ ...file, leasedUntil })),
    signal,
  );
  tell(tools.log, ends);
  await settleAll(tools, ends);
  const isOutage = ends.length === BATCH && ends.every(({ kind }) => kind === 'failed');
  return isOutage ? 'outage' : 'more';
}

interface End {
  readonly file: ClaimedStaticFile;
  readonly kind: 'written' | 'removed' | 'failed' | 'left';
  readonly reason?: string;
}

async function attemptAll(
  tools: StaticFileTools,
  files: readonly ClaimedStaticFile[],
  signal: AbortSignal | undefined,
): Promise<End[]> {
  const ends: End[] = [];
  const queue = files.values();
  const work = async () => {
    for (const file of queue) ends.push(signal?.aborted ? { file, kind: 'left' } : await attempt(tools, file));
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return ends;
}

/** Whatever goes wrong with one file is a failure of that file, which is tried again like any other. */
async function attempt(tools: StaticFileTools, file: ClaimedStaticFile): Promise<End> {
  try {
    return { file, kind: await bringUpToDate(tools, file) };
  } catch (error) {
    return { file, kind: 'failed', reason: reasonOf(error) };
  }
}

/** What is to be done is decided by the post as it is now, not as it was when its file was marked. */
async function bringUpToDate(
  { database: { reader }, storage, clock, mediaUrl }: StaticFileTools,
  { path, serviceId }: ClaimedStaticFile,
): Promise<'written' | 'removed'> {
  const post = await findPost(reader, serviceId, { slug: slugOfStaticPath(path) });
  const now = toInstant(clock.now());
  if (!post || !isVisible(post, now)) {
    await storage.delete(path);
    return 'removed';
  }
  const [content] = await toPublicPosts(reader, [post], { serviceId, now, mediaUrl });
  await storage.put(path, Buffer.from(JSON.stringify(content)));
  return 'written';
}

/**
 * On PostgreSQL each file by itself, since whoever changes posts may hold any of them: who holds one must not wait for
 * another. SQLite has one writer at a time, and each commit there waits for the disk.
 */
async function settleAll({ database, clock }: StaticFileTools, ends: readonly End[]): Promise<void> {
  const parts = database.engine === 'postgres' ? ends.map((end) => [end]) : [ends];
  const errors: unknown[] = [];
  for (const part of parts) {
    const work = async (trx: Transaction<Tables>) => {
      for (const end of part) await settle(trx, end, clock);
    };
    // What could not be settled is done once more when its lease ends; the others need not wait for that.
    await writeTransaction(database.writer, work).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function settle(trx: Transaction<Tables>, end: End, clock: Clock): Promise<void> {
  const { file } = end;
  const now = toInstant(clock.now());
  if (await note(trx, end, clock)) return;
  if (await releaseStaticFile(trx, file, now)) return;
  // Held for too long: somebody else may have done it meanwhile, and this was done after that.
  await markStaticFiles(trx, { ...file, now }, [slugOfStaticPath(file.path)]);
}

async function note(trx: Transaction<Tables>, { file, kind, reason = null }: Noted, clock: Clock): Promise<boolean> {
  const now = clock.now();
  switch (kind) {
    case 'written':
      return settleStaticFile(trx, file, { writtenAt: toInstant(now), dueAt: null, attempts: 0, lastError: null });
    case 'removed':
      return forgetStaticFile(trx, file);
    case 'failed': {
      const delayMs = DELAYS_MS[Math.min(file.attempts, DELAYS_MS.length - 1)] ?? SECOND_MS;
      const dueAt = toInstant(new Date(now.getTime() + delayMs));
      return settleStaticFile(trx, file, { dueAt, attempts: file.attempts + 1, lastError: reason });
    }
    case 'left':
      return false;
  }
}

type Noted = Omit<End, 'reason'> & { readonly reason?: string | null };

/** A line for all that failed alike: a storage that is away fails every file. */
function tell(log: Log, ends: readonly End[]): void {
  const failed = ends.filter(({ kind }) => kind === 'failed');
  const [first] = failed;
  if (first) {
    const { reason, file } = first;
    log.warn(
      { files: failed.length, path: file.path, attempts: file.attempts + 1, reason },
      'static files not written',
    );
  }
  const recovered = ends.filter(
    ({ kind, file }) => (kind === 'written' || kind === 'removed') && file.lastError !== null,
  );
  if (recovered.length > 0) {
    log.info({ files: recovered.length, path: recovered[0]?.file.path }, 'static files written after all');
  }
}
