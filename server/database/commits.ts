import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  type Transaction,
  UpdateQueryNode,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';
import type { ThreadTables } from './thread-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

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
  const payload = JSON.stringify({ ...sending, ...(change !== 'anything' && { talks: [...change] }) });
  const isShort = Buffer.byteLength(payload) <= MAX_NOTICE_BYTES;
  return `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(isShort ? payload : JSON.stringify(sending))})`;
}

export type ReceivedNotice = { readonly change: Change } | { readonly own: number };

export function readNotice(payload: string, ownSender: string): ReceivedNotice {
  try {
    const { sender, number, talks } = JSON.parse(payload) as { sender?: unknown; number?: unknown; talks?: unknown };
    if (sender === ownSender) return { own: Number(number) };
    return { change: Array.isArray(talks) ? new Set(talks.map(String)) : 'anything' };
  } catch {
    return { change: 'anything' };
  }
}

export function threadKey(serviceId: string, contentId: string): string {
  return `${serviceId}/${contentId}`;
}

/** Lists the keys of changed comment threads. */
export type Change = ReadonlySet<string> | 'anything';

const NAMES: Record<keyof ThreadTables, string> = {
  comments: 'comments',
  talks: 'talks',
  commentTotals: 'comment_totals',
  commentNotices: 'comment_notices',
  votes: 'votes',
  voteCounts: 'vote_counts',
  voteTotals: 'vote_totals',
};

const WEBHOOK_NAMES: Record<keyof WebhookTables, string> = {
  webhooks: 'webhooks',
  webhookEvents: 'webhook_events',
  webhookDeliveries: 'webhook_deliveries',
};

/** Tables whose writes do not invalidate anything except comment threads, since readers do not see them otherwise. */
const QUIET_TABLES: ReadonlySet<string> = new Set([
  ...Object.values(NAMES),
  ...Object.values(WEBHOOK_NAMES),
  'audit_log',
  'shared_limits',
]);

export interface Commit {
  readonly change: Change;
  readonly raised: ReadonlySet<string>;
  readonly hasQueuedEvents: boolean;
  readonly isOwn: boolean;
}

/** Default for writes outside transactions. Events are queued only in transactions. */
export const unknownCommit: Commit = { change: 'anything', raised: new Set(), hasQueuedEvents: false, isOwn: true };

interface Activities {
  readonly talks: Set<string>;
  readonly raised: Set<string>;
  hasForeignCommit: boolean;
  hasQueuedEvents: boolean;
}

const activities = new WeakMap<DatabaseConnection, Activities>();

export function beginActivities(connection: DatabaseConnection): void {
  const nothing = { hasForeignCommit: false, hasQueuedEvents: false };
  activities.set(connection, { talks: new Set(), raised: new Set(), ...nothing });
}

export function noteQuery(connection: DatabaseConnection, { query }: CompiledQuery): void {
  const done = activities.get(connection);
  if (done && !done.hasForeignCommit) done.hasForeignCommit = !isQuiet(query);
}

function isQuiet(query: RootOperationNode): boolean {
  if (SelectQueryNode.is(query)) return true;
  const written = tableOf(query);
  return written !== undefined && TableNode.is(written) && QUIET_TABLES.has(written.table.identifier.name);
}

function tableOf(query: RootOperationNode): OperationNode | undefined {
  if (InsertQueryNode.is(query)) return query.into;
  if (UpdateQueryNode.is(query)) return query.table;
  if (DeleteQueryNode.is(query) && query.from.froms.length === 1) return query.from.froms[0];
  return undefined;
}

/** Also clears the effects, so it must be called when the transaction ends. */
export function commitOf(connection: DatabaseConnection): Commit {
  const done = activities.get(connection);
  activities.delete(connection);
  if (!done) return unknownCommit;
  const { raised, hasQueuedEvents } = done;
  return { change: done.hasForeignCommit ? 'anything' : done.talks, raised, hasQueuedEvents, isOwn: true };
}

export async function reportThreadChange(
  trx: Transaction<Tables>,
  serviceId: string,
  contentId: string,
): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    activities.get(connection)?.talks.add(threadKey(serviceId, contentId));
  });
}

export async function emitServiceRaised(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    activities.get(connection)?.raised.add(serviceId);
  });
}

export async function emitEventQueued(trx: Transaction<Tables>): Promise<void> {
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
