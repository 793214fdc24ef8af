import { z } from 'zod';
import { text } from '#contract/text.ts';
import { invalidParameter } from '../cognito-error.ts';
import {
  associateForUser,
  associateInSession,
  saveMfaPreference,
  verifyForUser,
  verifyInSession,
} from '../software-token-setup.ts';
import { requireSignedIn } from '../tokens.ts';
import { type Action, action, Token } from './action.ts';

const VerifySoftwareTokenInput = z.object({
  AccessToken: Token.nullish(),
  Session: Token.nullish(),
  UserCode: text({ min: 1, max: 100 }),
});

/** Cognito's FriendlyDeviceName is ignored. */
export const verifySoftwareToken: Action = action(
  VerifySoftwareTokenInput,
  async (pool, { AccessToken, Session, UserCode }, caller) => {
    if (AccessToken) {
      const { user } = await requireSignedIn(pool, AccessToken);
      return verifyForUser(pool, { user, code: UserCode }, caller);
    }
    if (Session) return verifyInSession(pool, { session: Session, code: UserCode }, caller);
    throw invalidParameter('Either AccessToken or Session is needed.');
  },
);

const AssociateSoftwareTokenInput = z.object({ AccessToken: Token.nullish(), Session: Token.nullish() });

export const associateSoftwareToken: Action = action(
  AssociateSoftwareTokenInput,
  async (pool, { AccessToken, Session }) => {
    if (AccessToken) return associateForUser(pool, (await requireSignedIn(pool, AccessToken)).user);
    if (Session) return associateInSession(pool, Session);
    throw invalidParameter('Either AccessToken or Session is needed.');
  },
);

const Setting = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish();

const SetUserMfaPreferenceInput = z.object({
  AccessToken: Token,
  SoftwareTokenMfaSettings: Setting,
  SMSMfaSettings: Setting,
  EmailMfaSettings: Setting,
});

export const setUserMfaPreference: Action = action(SetUserMfaPreferenceInput, async (pool, input, caller) => {
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
