import { setImmediate } from 'node:timers/promises';
import type { AuditAction, AuditActorKind, AuditDetail, AuditEntry, AuditReason } from '#contract/audit.ts';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { type Actor, API_KEY_PREFIX } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { type Clock, DAY_MS, toInstant } from '../platform/clock.ts';
import { firstIdAt, orderedIds } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { deleteAuditEntries, insertAuditEntry } from './audit.repository.ts';

const RETENTION_DAYS = 400;
const BATCH = 500;

export async function pruneAuditLog(
  { database, clock }: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<number> {
  const before = firstIdAt(new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS));
  let pruned = 0;
  let last = BATCH;
  while (last === BATCH && !signal?.aborted) {
    last = await deleteAuditEntries(database.writer, { before, limit: BATCH });
    pruned += last;
    await setImmediate();
  }
  return pruned;
}

export function startAuditPruning(tools: { database: Database; clock: Clock; log: Log }): Repeating {
  const { log } = tools;
  const prune = async (signal: AbortSignal) => {
    const pruned = await pruneAuditLog(tools, signal);
    if (pruned > 0) log.info({ pruned }, 'old audit entries deleted');
  };
  return startRepeating(prune, { everyMs: DAY_MS, log, failure: 'deleting old audit entries failed' });
}

const MAX_TEXT = 200;
const MAX_ITEMS = 100;
const MAX_DETAILS = 20;

type Detail = AuditEntry['details'][string];

export type AuditDetails = Readonly<Partial<Record<Exclude<AuditDetail, 'reason'>, Detail>>> & {
  readonly reason?: AuditReason;
};

function boundedDetails(details: AuditDetails): AuditEntry['details'] {
  const entries = Object.entries(details).slice(0, MAX_DETAILS);
  return Object.fromEntries(entries.map(([name, detail]) => [name, bounded(detail)]));
}

function bounded(detail: Detail): Detail {
  if (typeof detail === 'string') return shortened(detail);
  return Array.isArray(detail) ? detail.slice(0, MAX_ITEMS).map((item) => shortened(item) ?? '') : detail;
}

function shortened(text: string | null): string | null {
  return (
    text && (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text).toWellFormed().replaceAll('\0', '')
  );
}

export interface AuditActor {
  readonly kind: AuditActorKind;
  readonly name?: string;
}

export function auditActorOf({ kind, username }: Actor): AuditActor {
  return { kind, name: kind === 'api-key' ? username.slice(API_KEY_PREFIX.length) : username };
}

export interface AuditedAction {
  readonly action: AuditAction;
  readonly actor: AuditActor;
  readonly caller: Caller;
  readonly target?: string;
  readonly serviceId?: string;
  /** Must not contain secrets or unknown names typed at sign-in, which may be passwords. */
  readonly details?: AuditDetails;
}

export interface AuditLog {
  /** Pass the transaction of the action, so that both are stored or neither. */
  record(action: AuditedAction, trx?: Transaction): Promise<void>;
}

export function createAuditLog({ database, clock }: { database: Database; clock: Clock }): AuditLog {
  const nextEntryId = orderedIds();
  return {
    record: async ({ action, actor, caller, target, serviceId, details = {} }, trx) => {
      const now = clock.now();
      await insertAuditEntry(trx ?? database.writer, {
        entryId: nextEntryId(now),
        at: toInstant(now),
        action,
        actorKind: actor.kind,
        actor: shortened(actor.name ?? null),
        target: shortened(target ?? null),
        serviceId: shortened(serviceId ?? null),
        address: shortened(caller.address ?? null),
        requestId: shortened(caller.requestId ?? null),
        details: JSON.stringify(boundedDetails(details)),
      });
    },
  };
}
