import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { requireMailAllowance } from './allowance.ts';
import { mailCode } from './mailed-code.ts';
import { deleteCode } from './pool-code.repository.ts';
import { type PoolUser, savePendingEmail, saveVerifiedEmail, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/**
 * Saves a pending address and mails it a code. Until the code is confirmed, the verified address stays valid; it is
 * notified. Entering the verified address again cancels the change. Returns true if a code was mailed.
 */
export async function changeEmail(
  trx: Transaction<Tables>,
  pool: UserPool,
  user: PoolUser,
  email: string,
  caller: Caller,
): Promise<boolean> {
  const { username, verifiedEmail } = user;
  if (verifiedEmail !== null && toAccountKey(verifiedEmail) === toAccountKey(email)) {
    await deleteCode(trx, { username, purpose: 'email' });
    await saveVerifiedEmail(trx, user, email);
    return false;
  }
  await savePendingEmail(trx, username, email);
  await mailEmailCode(trx, pool, { username, email }, caller);
  if (verifiedEmail !== null) {
    const { language } = caller;
    await pool.mailer.send({ to: verifiedEmail, language, kind: 'email-changes', values: { newEmail: email } }, trx);
  }
  return true;
}

export async function mailEmailCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  caller: Caller,
): Promise<void> {
  await requireMailAllowance(trx, pool, { caller, account: `email ${username}`, to: toAccountKey(email) });
  await mailCode(trx, pool, { username, purpose: 'email', to: email }, caller);
}
