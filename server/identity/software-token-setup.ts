import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { findActor } from '../users/index.ts';
import { type Action, action, Name, type PoolCaller, parse, Token, userAction } from './action.ts';
import { CognitoError, invalidParameter, notAuthorized } from './cognito-error.ts';
import {
  confirmTotpSecret,
  deleteRecoveryCodes,
  findTotp,
  saveFirstTotp,
  savePendingTotpSecret,
  saveTotpEnabled,
} from './pool-mfa.repository.ts';
import type { PoolUser } from './pool-user.repository.ts';
import { requireActionQuota } from './quota.ts';
import {
  consumeChallenge,
  consumeTry,
  openChallenge,
  requireStepOf,
  SignInStep,
  sealChallenge,
  sessionIsOver,
  signInStepOf,
} from './sealed-challenge.ts';
import { IN_SESSION } from './sign-in-backoff.ts';
import {
  clearCodeFailures,
  countCodeAttempt,
  findStepOfSealed,
  newTotpSecret,
  sealTotpSecret,
} from './software-token-check.ts';
import { requireSignedIn } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

const InSessionOrSignedIn = z.object({ AccessToken: Token.nullish(), Session: Token.nullish() });
const Setting = z.object({ Enabled: z.boolean().nullish(), PreferredMfa: z.boolean().nullish() }).nullish();

export const softwareTokenActions: Readonly<Record<string, Action>> = {
  AssociateSoftwareToken: action(InSessionOrSignedIn, async (pool, { AccessToken, Session }) => {
    if (AccessToken) return associateForUser(pool, (await requireSignedIn(pool, AccessToken)).user);
    if (Session) return associateInSession(pool, Session);
    throw invalidParameter('Either AccessToken or Session is required.');
  }),

  /** Cognito's FriendlyDeviceName is ignored. */
  VerifySoftwareToken: action(
    InSessionOrSignedIn.extend({ UserCode: text({ min: 1, max: 100 }) }),
    async (pool, { AccessToken, Session, UserCode: code }, caller) => {
      if (AccessToken) {
        const { user } = await requireSignedIn(pool, AccessToken);
        return verifyForUser(pool, { user, code }, caller);
      }
      if (Session) return verifyInSession(pool, { session: Session, code }, caller);
      throw invalidParameter('Either AccessToken or Session is required.');
    },
  ),

  SetUserMFAPreference: userAction(
    { SoftwareTokenMfaSettings: Setting, SMSMfaSettings: Setting, EmailMfaSettings: Setting },
    async (pool, { user, SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings }, caller) => {
      if (SMSMfaSettings?.Enabled || EmailMfaSettings?.Enabled) {
        throw invalidParameter('The pool does not support codes by SMS or email.');
      }
      const { Enabled, PreferredMfa } = SoftwareTokenMfaSettings ?? {};
      if (PreferredMfa && !Enabled) throw invalidParameter('MFA cannot be preferred without being enabled');
      if (typeof Enabled === 'boolean') await saveMfaPreference(pool, { user, isEnabled: Enabled }, caller);
      return {};
    },
  ),
};

const SET_UP = 'software token to set up';
const IS_SET_UP = 'software token that is set up';
const SET_UP_MS = 15 * MINUTE_MS;

export function offerSetup(pool: UserPool, user: PoolUser): object {
  return {
    ChallengeName: 'MFA_SETUP',
    Session: sealChallenge(pool, SET_UP, signInStepOf(user), SET_UP_MS),
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  };
}

/** Carries the sealed secret, which is stored only after its first code. */
const SetUpStep = SignInStep.extend({ secret: z.string().optional() });

async function associateInSession(pool: UserPool, session: string): Promise<object> {
  const step = openChallenge(pool, SET_UP, session, SetUpStep);
  const user = await requireStepWithoutToken(pool, step);
  const SecretCode = newTotpSecret();
  const next = { ...signInStepOf(user), secret: sealTotpSecret(pool, SecretCode) };
  return { SecretCode, Session: sealChallenge(pool, SET_UP, next, SET_UP_MS) };
}

async function verifyInSession(
  pool: UserPool,
  { session, code }: { session: string; code: string },
  caller: PoolCaller,
): Promise<object> {
  const challenge = openChallenge(pool, SET_UP, session, SetUpStep);
  const user = await requireStepWithoutToken(pool, challenge);
  if (!challenge) throw sessionIsOver();
  const { secret } = challenge;
  if (secret === undefined) throw notAssociated();
  const { username } = user;
  const outcome = await pool.database.writer.transaction().execute(async (trx) => {
    if ((await countCodeAttempt(trx, pool, username, caller.device?.idFor(username))) === 'locked') return 'locked';
    if (!(await consumeTry(trx, pool, challenge))) return 'over';
    const step = findStepOfSealed(pool, secret, code);
    if (step === undefined) return 'wrong';
    const isSetUp =
      (await consumeChallenge(trx, pool, challenge)) && (await saveFirstTotp(trx, { username, secret, step }));
    if (!isSetUp) return 'over';
    await recordMfaChange(trx, pool, user, 'mfa-enabled', caller);
    return 'right';
  });
  requireValidCode(outcome);
  await clearCodeFailures(pool, username);
  return { Status: 'SUCCESS', Session: sealChallenge(pool, IS_SET_UP, signInStepOf(user)) };
}

export async function completeSetup(pool: UserPool, session: string, responses: unknown): Promise<PoolUser> {
  const { USERNAME } = parse(z.object({ USERNAME: Name }), responses);
  const challenge = openChallenge(pool, IS_SET_UP, session, SignInStep);
  const user = await requireStepOf(pool, challenge, USERNAME);
  const isFirst =
    challenge && (await pool.database.writer.transaction().execute((trx) => consumeChallenge(trx, pool, challenge)));
  if (!isFirst) throw sessionIsOver();
  return user;
}

async function requireStepWithoutToken(pool: UserPool, step: SignInStep | undefined): Promise<PoolUser> {
  const user = await requireStepOf(pool, step);
  if (user.isTotpEnabled) throw sessionIsOver();
  return user;
}

/** The previous app stays valid until the new one is verified. */
async function associateForUser(pool: UserPool, { username }: PoolUser): Promise<object> {
  const SecretCode = newTotpSecret();
  await savePendingTotpSecret(pool.database.writer, username, sealTotpSecret(pool, SecretCode));
  return { SecretCode };
}

async function verifyForUser(
  pool: UserPool,
  { user, code }: { user: PoolUser; code: string },
  caller: Caller,
): Promise<object> {
  const { username } = user;
  const outcome = await pool.database.writer.transaction().execute(async (trx) => {
    if ((await countCodeAttempt(trx, pool, username, IN_SESSION)) === 'locked') return 'locked';
    return confirm(trx, pool, { user, code, caller });
  });
  requireValidCode(outcome);
  await clearCodeFailures(pool, username);
  return { Status: 'SUCCESS' };
}

async function confirm(
  trx: Transaction,
  pool: UserPool,
  { user, code, caller }: { user: PoolUser; code: string; caller: Caller },
): Promise<Outcome> {
  const { username } = user;
  const totp = await findTotp(trx, username);
  if (!totp || totp.pendingSecret === null) return 'missing';
  const step = findStepOfSealed(pool, totp.pendingSecret, code);
  if (step === undefined) return 'wrong';
  if (!(await confirmTotpSecret(trx, { username, secret: totp.pendingSecret, step }))) return 'wrong';
  if (totp.isEnabled) await recordMfaChange(trx, pool, user, 'mfa-enabled', caller);
  return 'right';
}

type Outcome = 'right' | 'wrong' | 'locked' | 'over' | 'missing';

function requireValidCode(outcome: Outcome): void {
  if (outcome !== 'right') throw rejections[outcome]();
}

const rejections: Readonly<Record<Exclude<Outcome, 'right'>, () => CognitoError>> = {
  wrong: () => new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch'),
  locked: () => notAuthorized('Code attempts exceeded'),
  over: sessionIsOver,
  missing: notAssociated,
};

function notAssociated() {
  return new CognitoError('SoftwareTokenMFANotFoundException', 'Software token has not been associated.');
}

export async function isMfaDemanded(pool: UserPool, { username }: Pick<PoolUser, 'username'>): Promise<boolean> {
  if (pool.mfaRequiredOf === 'nobody') return false;
  const actor = await findActor(pool.database.writer, username);
  return actor !== undefined && actor.role !== 'normal';
}

async function saveMfaPreference(
  pool: UserPool,
  { user, isEnabled }: { user: PoolUser; isEnabled: boolean },
  caller: Caller,
): Promise<void> {
  await requireActionQuota(pool, user.username, 'mfa');
  if (isEnabled && user.totpSecret === null) throw invalidParameter('User has not verified software token mfa');
  if (!isEnabled && (await isMfaDemanded(pool, user))) {
    throw invalidParameter('MFA is required for this user and cannot be disabled');
  }
  await pool.database.writer.transaction().execute(async (trx) => {
    if (!(await saveTotpEnabled(trx, user.username, isEnabled))) return;
    // Recovery codes must not be valid for a later setup.
    if (!isEnabled) await deleteRecoveryCodes(trx, user.username);
    await recordMfaChange(trx, pool, user, isEnabled ? 'mfa-enabled' : 'mfa-disabled', caller);
  });
}

/** Notifies the owner, who may not have made the change. */
async function recordMfaChange(
  trx: Transaction,
  { audit, mailer }: UserPool,
  { username, verifiedEmail }: PoolUser,
  kind: 'mfa-enabled' | 'mfa-disabled',
  caller: Caller,
): Promise<void> {
  await audit.record({ action: kind, actor: { kind: 'user', name: username }, caller }, trx);
  if (verifiedEmail !== null) {
    await mailer.send({ to: verifiedEmail, language: caller.language, kind, values: {} }, trx);
  }
}
