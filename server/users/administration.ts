import type { Transaction } from 'kysely';
import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import { messages } from '#contract/errors.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { AccountDirectory } from './account-directory.ts';
import type { ForgetUser } from './user.repository.ts';

export interface UserTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly accounts: AccountDirectory;
  readonly forgetUser: ForgetUser;
}

export interface Administrator {
  readonly actor: Actor;
  readonly caller: Caller;
}

export function recordAction(
  trx: Transaction<Tables>,
  { audit }: UserTools,
  { actor, caller }: Administrator,
  deed: { action: AuditAction; target: string; details?: AuditEntry['details'] },
): Promise<void> {
  return audit.record({ ...deed, actor: { kind: actor.kind, name: actor.username }, caller }, trx);
}

/** @throws {HttpError} when the administrator's own account is concerned. */
export function requireSomebodyElse(
  { actor }: Administrator,
  username: string,
  message: string = messages.ownAccount,
): void {
  if (actor.username === username) throw badRequest(message);
}

export function nowOf({ clock }: UserTools): string {
  return toInstant(clock.now());
}
