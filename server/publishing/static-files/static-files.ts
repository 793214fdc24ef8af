import { setTimeout as pause } from 'node:timers/promises';
import { logFailures } from '../../concurrency/start-repeating.ts';
import type { Database } from '../../database/connect.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { reasonOf, reasonOfSystemError } from '../../platform/reason-of.ts';
import { toPublicPosts } from '../../posts/post.presenter.ts';
import { findPost } from '../../posts/post.repository.ts';
import { isVisible } from '../../posts/post-state.ts';
import type { Storage } from '../../storage/index.ts';
import {
  type ClaimedStaticFile,
  claimStaticFiles,
  deleteStaticFile,
  isAnyStaticFileDue,
  markStaticFiles,
  markStaticFilesOfFiles,
  releaseStaticFile,
  slugOfStaticPath,
} from './static-file.repository.ts';

export interface StaticFiles {
  stop(): Promise<void>;
}

/** Interval of checking the commit mark, which needs no query. */
const POLL_MS = 100;

/** Maximum delay of commits by other processes and of retries. */
const MAX_IDLE_MS = 5000;
const STOP_MS = 10_000;

/** Notices commits by the commit mark, so that callers need not notify it. Errors are logged and never propagate. */
export function startStaticFiles(tools: StaticFileTools): StaticFiles {
  const stopping = new AbortController();
  const running = syncStaticFiles(tools, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      const limit = new AbortController();
      const late = pause(STOP_MS, undefined, { signal: limit.signal }).catch(() => {});
      await Promise.race([running, late]);
      limit.abort();
    },
  };
}

async function syncStaticFiles(tools: StaticFileTools, signal: AbortSignal): Promise<void> {
  let seen: number | undefined;
  let idleMs = 0;
  const failures = logFailures(tools.log, 'finding due static files failed');
  while (!signal.aborted) {
    const end = await syncIfChanged({ ...tools, failures }, { seen, isForced: idleMs >= MAX_IDLE_MS }, signal);
    seen = end.seen;
    if (end.found !== 'skipped') idleMs = 0;
    if (end.found === 'more') continue;
    const ms = end.found === 'outage' ? MAX_IDLE_MS : POLL_MS;
    await pause(ms, undefined, { signal }).catch(() => {});
    idleMs += ms;
  }
}

async function syncIfChanged(
  tools: StaticFileTools & { readonly failures: ReturnType<typeof logFailures> },
  { seen, isForced }: { readonly seen: number | undefined; readonly isForced: boolean },
  signal: AbortSignal,
): Promise<{ seen: number | undefined; found: 'more' | 'nothing' | 'outage' | 'skipped' }> {
  try {
    const mark = tools.database.commitMark();
    if (mark === seen && !isForced) return { seen, found: 'skipped' };
    const found = await writeDueStaticFiles(tools, signal);
    tools.failures.end();
    return { seen: mark, found };
  } catch (error) {
    tools.failures.report(error);
    return { seen, found: 'outage' };
  }
}

export async function noteFilesChanged(
  trx: Transaction,
  { serviceId, fileIds, now }: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await raiseServiceRevision(trx, serviceId);
  await markStaticFilesOfFiles(trx, { serviceId, fileIds, now: toInstant(now) });
}

const MAX_REASON = 200;

interface StaticFileTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly mediaUrl: string;
}

const BATCH = 20;
const WIDTH = 4;

/** Longer than any batch takes, so that an expired lease means that its process died. */
const LEASE_MS = 60_000;
const SECOND_MS = 1000;
const DELAYS_MS = [5, 30, 120, 600].map((seconds) => seconds * SECOND_MS);

/**
 * @returns `more` when further files may be due, `nothing` when none is, `outage` when a full batch failed and the
 * caller should wait
 */
export async function writeDueStaticFiles(
  tools: StaticFileTools,
  signal?: AbortSignal,
): Promise<'more' | 'nothing' | 'outage'> {
  const { database, clock } = tools;
  const now = toInstant(clock.now());
  // Checks without a transaction first, which is cheaper.
  if (!(await isAnyStaticFileDue(database.reader, now))) return 'nothing';
  const leasedUntil = toInstant(new Date(clock.now().getTime() + LEASE_MS));
  const claim = { now, leasedUntil, limit: BATCH };
  const claimed = await writeTransaction(database.writer, (trx) => claimStaticFiles(trx, claim));
  // Other processes hold the due files; their commits trigger the next check.
  if (claimed.length === 0) return 'nothing';
  const ends = await attemptAll(
    tools,
    claimed.map((file) => ({ ...file, leasedUntil })),
    signal,
  );
  logResults(tools.log, ends);
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

async function attempt(tools: StaticFileTools, file: ClaimedStaticFile): Promise<End> {
  try {
    return { file, kind: await writeOrRemove(tools, file) };
  } catch (error) {
    return { file, kind: 'failed', reason: (reasonOfSystemError(error) ?? reasonOf(error)).slice(0, MAX_REASON) };
  }
}

/** Decides by the current state of the post, not by its state when the file was marked. */
async function writeOrRemove(
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
 * On PostgreSQL each file in its own transaction: writers of posts may hold locks, and holding one while waiting for
 * another could deadlock. On SQLite one transaction for all, because each commit waits for the disk.
 */
async function settleAll({ database, clock }: StaticFileTools, ends: readonly End[]): Promise<void> {
  const parts = database.engine === 'postgres' ? ends.map((end) => [end]) : [ends];
  const errors: unknown[] = [];
  for (const part of parts) {
    const work = async (trx: Transaction) => {
      for (const end of part) await settle(trx, end, clock);
    };
    // A file whose outcome could not be stored is processed again when its lease ends.
    await writeTransaction(database.writer, work).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function settle(trx: Transaction, end: End, clock: Clock): Promise<void> {
  const { file } = end;
  const now = toInstant(clock.now());
  if (await note(trx, end, clock)) return;
  const { path, leasedUntil } = file;
  if (await releaseStaticFile(trx, { path, leasedUntil }, { dueAt: now })) return;
  // The lease expired: another process may have written a newer state that this one has overwritten.
  await markStaticFiles(trx, { ...file, now }, [slugOfStaticPath(path)]);
}

async function note(trx: Transaction, { file, kind, reason }: End, clock: Clock): Promise<boolean> {
  const now = clock.now();
  switch (kind) {
    case 'written':
      return releaseStaticFile(trx, file, { writtenAt: toInstant(now), dueAt: null, attempts: 0, lastError: null });
    case 'removed':
      return deleteStaticFile(trx, file);
    case 'failed': {
      const delayMs = DELAYS_MS[Math.min(file.attempts, DELAYS_MS.length - 1)] ?? SECOND_MS;
      const dueAt = toInstant(new Date(now.getTime() + delayMs));
      return releaseStaticFile(trx, file, { dueAt, attempts: file.attempts + 1, lastError: reason ?? null });
    }
    case 'left':
      return false;
  }
}

function logResults(log: Log, ends: readonly End[]): void {
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
    log.info({ files: recovered.length, path: recovered[0]?.file.path }, 'static files written again');
  }
}
