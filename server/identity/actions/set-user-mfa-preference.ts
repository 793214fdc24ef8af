import { z } from 'zod';
import { type Action, action, Token } from '../action.ts';
import { invalidParameter } from '../cognito-error.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { saveMfaPreference } from '../software-token-preference.ts';

const Setting = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish();

const Input = z.object({
  AccessToken: Token,
  SoftwareTokenMfaSettings: Setting,
  SMSMfaSettings: Setting,
  EmailMfaSettings: Setting,
});

/** Turns MFA on or off. TOTP is the only method, so it is always the preferred one. */
export const setUserMfaPreference: Action = action(Input, async (pool, input, caller) => {
  const { AccessToken, SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings } = input;
  const { user } = await requireSignedIn(pool, AccessToken);
  if (SMSMfaSettings?.Enabled || EmailMfaSettings?.Enabled) {
    throw invalidParameter('The pool has no codes by SMS or e-mail.');
  }
  const { Enabled, PreferredMfa } = SoftwareTokenMfaSettings ?? {};
  if (PreferredMfa && !Enabled) throw invalidParameter('MFA cannot be preferred without being enabled');
  if (typeof Enabled === 'boolean') await saveMfaPreference(pool, { user, isEnabled: Enabled }, caller);
  return {};
});
