import { z } from 'zod';
import { type Action, action, Name, Token } from '../action.ts';
import { mailEmailCode } from '../change-email.ts';
import { deliveryTo } from '../code-delivery.ts';
import { invalidParameter } from '../cognito-error.ts';
import { requireSignedIn } from '../signed-in-user.ts';

const Input = z.object({ AccessToken: Token, AttributeName: Name });

export const getUserAttributeVerificationCode: Action = action(Input, async (pool, input, caller) => {
  const { user } = await requireSignedIn(pool, input.AccessToken);
  if (input.AttributeName !== 'email') throw invalidParameter('Only the attribute email is verified.');
  if (user.isEmailVerified) throw invalidParameter('The email is verified already.');
  await pool.database.writer.transaction().execute((trx) => mailEmailCode(trx, pool, user, caller));
  return { CodeDeliveryDetails: deliveryTo(user.email) };
});
