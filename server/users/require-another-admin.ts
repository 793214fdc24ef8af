import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../platform/errors.ts';
import { holdEnabledAdmins } from './user.repository.ts';

/**
 * To be asked before a user is disabled, deleted or given another role, in the transaction that does it and before
 * anything else in it is written to users: of two who take each other's rights in the same moment one is refused.
 * @throws {Refusal} for the last administrator who may sign in.
 */
export async function requireAnotherAdmin(trx: Transaction<Tables>, username: string): Promise<void> {
  const admins = await holdEnabledAdmins(trx);
  if (admins.length === 1 && admins.includes(username)) throw new Refusal(400, { message: messages.lastAdmin });
}
