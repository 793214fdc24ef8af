import { z } from 'zod';
import type { Caller } from '../../http/caller.ts';
import { type Action, action, Name, requireClient } from '../action.ts';
import { requireMailAllowance } from '../allowance.ts';
import { deliveryOf, typedAddress } from '../code-delivery.ts';
import { renewTries } from '../confirmation-code.ts';
import { atEvenPace } from '../even-pace.ts';
import { mailSignUpCode } from '../mailed-code.ts';
import { findAccount } from '../sign-in-account.ts';
import type { UserPool } from '../user-pool.ts';

const Input = z.object({ ClientId: Name, Username: Name });

export const resendConfirmationCode: Action = action(Input, async (pool, { ClientId, Username }, caller) => {
  requireClient(pool, ClientId);
  return atEvenPace(() => resend(pool, Username, caller));
});

/** Responds identically for unknown accounts and accounts that need no code, without sending a mail. */
async function resend(pool: UserPool, name: string, caller: Caller): Promise<object> {
  const { username, user } = await findAccount(pool, name);
  await pool.database.writer.transaction().execute(async (trx) => {
    await requireMailAllowance(trx, pool, { caller, account: username, to: typedAddress(name) });
    if (user?.isEnabled && user.verifiedEmail === null) await mailSignUpCode(trx, pool, user, caller);
    else await renewTries(trx, pool, { username, purpose: 'sign-up' });
  });
  return { CodeDeliveryDetails: deliveryOf(pool, name) };
}
