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
import type { Tables } from './tables.ts';
import type { TalkTables } from './talk-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** The talk about one content, as listeners are told of it. */
export function talkKey(serviceId: string, contentId: string): string {
  return `${serviceId}/${contentId}`;
}

/** What a commit has changed of what readers see: these talks alone, or else anything. */
export type Change = ReadonlySet<string> | 'anything';

/** All of these, by their names in the database, so that none can be forgotten. */
const NAMES: Record<keyof TalkTables, string> = {
  comments: 'comments',
  talks: 'talks',
  commentTotals: 'comment_totals',
  commentNotices: 'comment_notices',
  votes: 'votes',
  voteCounts: 'vote_counts',
  voteTotals: 'vote_totals',
};

/** The same for webhooks, of which readers see nothing. */
const WEBHOOK_NAMES: Record<keyof WebhookTables, string> = {
  webhooks: 'webhooks',
  webhookEvents: 'webhook_events',
  webhookDeliveries: 'webhook_deliveries',
};

/** What may be written without ending what is known of anything but talks; of the audit log and of counts readers see nothing. */
const QUIET_TABLES: ReadonlySet<string> = new Set([
  ...Object.values(NAMES),
  ...Object.values(WEBHOOK_NAMES),
  'audit_log',
  'shared_limits',
]);

/** What has been committed. */
export interface Commit {
  readonly change: Change;
  /** The services whose revision it has raised. */
  readonly raised: ReadonlySet<string>;
  /** Whether it has put events on their way to webhooks. */
  readonly hasQueuedEvents: boolean;
  /** Whether it is one of this process, and not one of another that it has heard of. */
  readonly isOwn: boolean;
}

/** One of which nothing is known. Events are queued in transactions, which say so. */
export const unknownCommit: Commit = { change: 'anything', raised: new Set(), hasQueuedEvents: false, isOwn: true };

interface Doings {
  readonly talks: Set<string>;
  readonly raised: Set<string>;
  hasWrittenElsewhere: boolean;
  hasQueuedEvents: boolean;
}

/** What the open transaction of each connection has done by now. */
const doings = new WeakMap<DatabaseConnection, Doings>();

/** To be called when a transaction begins. */
export function beginDoings(connection: DatabaseConnection): void {
  const nothing = { hasWrittenElsewhere: false, hasQueuedEvents: false };
  doings.set(connection, { talks: new Set(), raised: new Set(), ...nothing });
}

/** To be called with every query of a transaction. */
export function noteQuery(connection: DatabaseConnection, { query }: CompiledQuery): void {
  const done = doings.get(connection);
  if (done && !done.hasWrittenElsewhere) done.hasWrittenElsewhere = !isQuiet(query);
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

/** To be called when a transaction ends. */
export function commitOf(connection: DatabaseConnection): Commit {
  const done = doings.get(connection);
  doings.delete(connection);
  if (!done) return unknownCommit;
  const { raised, hasQueuedEvents } = done;
  return { change: done.hasWrittenElsewhere ? 'anything' : done.talks, raised, hasQueuedEvents, isOwn: true };
}

/** Says that the transaction changes what readers see of a talk. */
export async function sayTalkChanged(trx: Transaction<Tables>, serviceId: string, contentId: string): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    doings.get(connection)?.talks.add(talkKey(serviceId, contentId));
  });
}

/** Says that the transaction raises the revision of a service. */
export async function sayServiceRaised(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    doings.get(connection)?.raised.add(serviceId);
  });
}

/** Says that the transaction puts an event on its way to a webhook. */
export async function sayEventQueued(trx: Transaction<Tables>): Promise<void> {
  await trx.getExecutor().provideConnection(async (connection) => {
    const done = doings.get(connection);
    if (done) done.hasQueuedEvents = true;
  });
}

export type CommitListener = (commit: Commit) => void;

/** Counts the commits that may have changed anything, and tells of all. */
export class Commits {
  readonly #listeners: CommitListener[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  listen(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  tell(commit: Commit): void {
    if (commit.change === 'anything') this.#count += 1;
    for (const listener of this.#listeners) listener(commit);
  }
}
