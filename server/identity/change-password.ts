import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { sealPassword } from './create-pool-user.ts';
import { requirePassword } from './password-challenge.ts';
import { requireGoodPassword } from './password-rule.ts';
import { deleteCode } from './pool-code.repository.ts';
import { revokeSessionsOf } from './pool-session.repository.ts';
import { type PoolUser, updatePassword } from './pool-user.repository.ts';
import { requireActionQuota } from './quota.ts';
import type { UserPool } from './user-pool.ts';

export async function changeOwnPassword(
  pool: UserPool,
  { user, sessionId }: { user: PoolUser; sessionId: string },
  { previous, proposed }: { previous: string; proposed: string },
  caller: Caller,
): Promise<void> {
  await requireActionQuota(pool, user.username, 'password');
  requireGoodPassword(proposed, user, previous === proposed);
  await requirePassword(pool, user, previous, caller);
  const { username, status, attributes, verifiedEmail, email } = user;
  const sealed = sealPassword(pool, { username, password: proposed });
  const updatedAt = toInstant(pool.clock.now());
  await pool.database.writer.transaction().execute(async (trx) => {
    const isChanged = await updatePassword(trx, user, { ...sealed, status, attributes, updatedAt });
    if (!isChanged) throw notAuthorized('The password was changed in the same moment.');
    await revokeSessionsOf(trx, username, updatedAt, { except: sessionId });
    await deleteCode(trx, { username, purpose: 'forgot-password' });
    await pool.audit.record({ action: 'password-changed', actor: { kind: 'user', name: username }, caller }, trx);
    const to = verifiedEmail ?? email;
    await pool.mailer.send({ to, language: caller.language, kind: 'password-changed', values: {} }, trx);
  });
}
