import type { Transaction } from 'kysely';
import type { AuditAction, AuditActorKind, AuditEntry } from '#contract/audit.ts';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { type Actor, API_KEY_PREFIX } from '../platform/actor.ts';
import type { Caller } from '../platform/caller.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { orderedIds } from '../platform/ids.ts';
import { insertAuditEntry } from './audit.repository.ts';
import { boundedDetails, shortened } from './audit-details.ts';

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
  readonly details?: AuditEntry['details'];
}

export interface AuditLog {
  /** Pass the transaction of the action, so that both are stored or neither. */
  record(deed: AuditedAction, trx?: Transaction<Tables>): Promise<void>;
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
