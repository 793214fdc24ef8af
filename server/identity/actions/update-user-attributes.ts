import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { type Action, action, Token } from '../action.ts';
import { requireActionQuota } from '../allowance.ts';
import { changeEmail } from '../change-email.ts';
import { deliveryTo } from '../code-delivery.ts';
import { notAuthorized } from '../cognito-error.ts';
import { orAliasExists } from '../confirm-email.ts';
import { holdPoolUser, saveAttributes } from '../pool-user.repository.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { AttributeList, readAttributes, writeAttributes } from '../written-attributes.ts';

const Input = z.object({ AccessToken: Token, UserAttributes: AttributeList });

/** Saves attributes. A new email address stays pending until its mailed code is confirmed. */
export const updateUserAttributes: Action = action(Input, async (pool, { AccessToken, UserAttributes }, caller) => {
  const { user } = await requireSignedIn(pool, AccessToken);
  const { username } = user;
  await requireActionQuota(pool, username, 'attributes');
  const written = readAttributes(UserAttributes);
  const email = written.get('email');
  const now = pool.clock.now();
  const isMailed = await orAliasExists(pool, email, () =>
    pool.database.writer.transaction().execute(async (trx) => {
      const held = await holdPoolUser(trx, username);
      if (!held) throw notAuthorized('Invalid Access Token');
      const attributes = writeAttributes(held, written, now);
      await saveAttributes(trx, username, { attributes, updatedAt: toInstant(now) });
      const details = { names: [...written.keys()] };
      const actor = { kind: 'user', name: username } as const;
      await pool.audit.record({ action: 'attributes-changed', actor, caller, details }, trx);
      const isSame = email === undefined || (held.isEmailVerified && held.email === email);
      return !isSame && (await changeEmail(trx, pool, held, email, caller));
    }),
  );
  return { CodeDeliveryDetailsList: isMailed && email !== undefined ? [deliveryTo(email)] : [] };
});
