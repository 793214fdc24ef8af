import type { DatabaseConnection } from 'kysely';
import pg from 'pg';
import type { Transaction } from './tables.ts';

export const CHANNEL = 'kawaraban_commits';

/** PostgreSQL limits NOTIFY payloads to 8000 bytes. */
const MAX_NOTICE_BYTES = 7000;

/** A process that receives its own notification knows that notifications work. */
export interface Sending {
  readonly sender: string;
  readonly number: number;
}

export function noticeOf(change: Change, sending: Sending): string | undefined {
  if (change !== 'anything' && change.size === 0) return undefined;
  const payload = JSON.stringify({ ...sending, ...(change !== 'anything' && { threads: [...change] }) });
  const isShort = Buffer.byteLength(payload) <= MAX_NOTICE_BYTES;
  return `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(isShort ? payload : JSON.stringify(sending))})`;
}

export type ReceivedNotice = { readonly change: Change } | { readonly own: number };

export function readNotice(payload: string, ownSender: string): ReceivedNotice {
  try {
    const { sender, number, threads } = JSON.parse(payload) as {
      sender?: unknown;
      number?: unknown;
      threads?: unknown;
    };
    if (sender === ownSender) return { own: Number(number) };
    return { change: Array.isArray(threads) ? new Set(threads.map(String)) : 'anything' };
  } catch {
    return { change: 'anything' };
  }
}

export function threadKey(serviceId: string, contentId: string): string {
  return `${serviceId}/${contentId}`;
}

/** Keys of changed comment threads, or `anything` when the revision of a service was raised. */
export type Change = ReadonlySet<string> | 'anything';

export interface Commit {
  readonly change: Change;
  readonly raised: ReadonlySet<string>;
  readonly hasQueuedEvents: boolean;
  readonly isOwn: boolean;
}

/** Default for writes outside transactions. Events are queued only in transactions. */
export const unknownCommit: Commit = { change: 'anything', raised: new Set(), hasQueuedEvents: false, isOwn: true };

interface Activities {
  readonly threads: Set<string>;
  readonly raised: Set<string>;
  hasTicked: boolean;
  hasQueuedEvents: boolean;
}

const activities = new WeakMap<DatabaseConnection, Activities>();

export function beginActivities(connection: DatabaseConnection): void {
  activities.set(connection, { threads: new Set(), raised: new Set(), hasTicked: false, hasQueuedEvents: false });
}

/** Also clears the effects, so it must be called when the transaction ends. */
export function commitOf(connection: DatabaseConnection): Commit {
  const done = activities.get(connection);
  activities.delete(connection);
  if (!done) return unknownCommit;
  const { threads, raised, hasTicked, hasQueuedEvents } = done;
  return { change: raised.size > 0 || hasTicked ? 'anything' : threads, raised, hasQueuedEvents, isOwn: true };
}

export async function reportThreadChange(trx: Transaction, serviceId: string, contentId: string): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    activities.get(connection)?.threads.add(threadKey(serviceId, contentId));
  });
}

/** Part of every write to `services.revision`. */
export async function emitServiceRaised(trx: Transaction, serviceId: string): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    activities.get(connection)?.raised.add(serviceId);
  });
}

/** Makes the schedule's cached state be read again. */
export async function emitTick(trx: Transaction): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const done = activities.get(connection);
    if (done) done.hasTicked = true;
  });
}

export async function emitEventQueued(trx: Transaction): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const done = activities.get(connection);
    if (done) done.hasQueuedEvents = true;
  });
}

export type CommitListener = (commit: Commit) => void;

export class Commits {
  readonly #listeners: CommitListener[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  listen(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  report(commit: Commit): void {
    if (commit.change === 'anything') this.#count += 1;
    for (const listener of this.#listeners) listener(commit);
  }
}
