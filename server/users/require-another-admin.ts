import type { Transaction } from 'kysely';
import { messages } from '#contract/errors.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../http/errors.ts';
import { holdEnabledAdmins } from './user.repository.ts';

/**
 * Must be called before a user is disabled, deleted or demoted, in the same transaction and before it writes to users.
 * The row locks make one of two concurrent removals fail. Administrators who cannot sign in yet count only if there is
 * no other.
 * @throws {HttpError} for the last enabled administrator.
 */
export async function requireAnotherAdmin(trx: Transaction<Tables>, username: string): Promise<void> {
  const admins = await holdEnabledAdmins(trx);
  const ready = admins.filter(({ isReady }) => isReady);
  const counted = ready.length > 0 ? ready : admins;
  if (counted.length === 1 && counted[0]?.username === username) throw badRequest(messages.lastAdmin);
}
