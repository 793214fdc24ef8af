import { z } from 'zod';
import { type Action, action, Token } from '../action.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { userAttributesOf } from '../user-attributes.ts';

const mfa = { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA', UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };

export const getUser: Action = action(z.object({ AccessToken: Token }), async (pool, { AccessToken }) => {
  const { user } = await requireSignedIn(pool, AccessToken);
  return {
    Username: user.username,
    UserAttributes: await userAttributesOf(pool, user),
    ...(user.isTotpEnabled && mfa),
  };
});
