import type { AuditAction } from '#contract/audit.ts';
import { messages } from '#contract/errors.ts';
import type { AuditDetails, AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { AccountDirectory } from './account-directory.ts';
import { lockEnabledAdmins } from './user.repository.ts';

export interface UserTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly accounts: AccountDirectory;
  readonly deleteUser: (trx: Transaction, username: string) => Promise<void>;
}

export interface Administrator {
  readonly actor: Actor;
  readonly caller: Caller;
}

export function recordAction(
  trx: Transaction,
  { audit }: UserTools,
  { actor, caller }: Administrator,
  entry: { action: AuditAction; target: string; details?: AuditDetails },
): Promise<void> {
  return audit.record({ ...entry, actor: { kind: actor.kind, name: actor.username }, caller }, trx);
}

export function requireOtherUser(
  { actor }: Administrator,
  username: string,
  message: string = messages.ownAccount,
): void {
  if (actor.username === username) throw badRequest(message);
}

export function nowOf({ clock }: UserTools): string {
  return toInstant(clock.now());
}

/**
 * Call it before a user is disabled, deleted or demoted, in the same transaction and before it writes to users: the row
 * locks make one of two concurrent removals fail. Administrators who cannot sign in yet count only if there is no
 * other.
 * @throws {HttpError} for the last enabled administrator.
 */
export async function requireAnotherAdmin(trx: Transaction, username: string): Promise<void> {
  const admins = await lockEnabledAdmins(trx);
  const ready = admins.filter(({ isReady }) => isReady);
  const counted = ready.length > 0 ? ready : admins;
  if (counted.length === 1 && counted[0]?.username === username) throw badRequest(messages.lastAdmin);
}
