import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../platform/errors.ts';
import { holdEnabledAdmins } from './user.repository.ts';

/**
 * To be asked before a user is disabled, deleted or given another role, in the transaction that does it and before
 * anything else in it is written to users: of two who take each other's rights in the same moment one is refused.
 * Whoever has never proved an address or answered an invitation is no replacement.
 * @throws {Refusal} for the last administrator who may sign in.
 */
export async function requireAnotherAdmin(trx: Transaction<Tables>, username: string): Promise<void> {
  const admins = await holdEnabledAdmins(trx);
  const ready = admins.filter(({ isReady }) => isReady);
  const counted = ready.length > 0 ? ready : admins;
  if (counted.length === 1 && counted[0]?.username === username)
    throw new Refusal(400, { message: messages.lastAdmin });
}
