import { z } from 'zod';
import type { AuditReason } from '#contract/audit.ts';
import type { Caller } from '../http/caller.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { Name, type PoolCaller, parse, Token } from './action.ts';
import { CognitoError, invalidParameter, notAuthorized, wrongCredentials } from './cognito-error.ts';
import { findPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import { consumeQuota, limitExceeded, type Quota } from './quota.ts';
import { withMinimumDuration } from './rate-limit.ts';
import { consumeChallenge, openChallenge, type Sealed, sealChallenge, sessionIsOver } from './sealed-challenge.ts';
import { type Attempt, clearAttempt, countAttempt, IN_SESSION, tooManyAttempts } from './sign-in-backoff.ts';
import {
  createServerValues,
  createSharedKey,
  fakeVerifier,
  isPasswordOf,
  isSignatureOf,
  readPublicValue,
  type Verifier,
} from './srp.ts';
import { poolNameOf, type UserPool } from './user-pool.ts';

const PURPOSE = 'password verifier';
const MAX_DRIFT_MS = HOUR_MS;
const WARNINGS: Quota = { name: 'warnings', uses: 1, seconds: 24 * 60 * 60 };

const Exchange = z.object({
  name: z.string(),
  username: z.string(),
  clientPublicValue: z.string(),
  serverPublicValue: z.string(),
  serverSecret: z.string(),
});

export async function offerPasswordChallenge(pool: UserPool, parameters: unknown): Promise<object> {
  const { USERNAME, SRP_A } = parse(z.object({ USERNAME: Name, SRP_A: Token }), parameters);
  const clientPublicValue = readPublicValue(SRP_A);
  if (!clientPublicValue) throw invalidParameter('SRP_A is not a valid public value.');
  const { username, salt, verifier } = await findSignInAccount(pool, USERNAME);
  const { secret, publicValue } = createServerValues(verifier);
  const exchange: z.infer<typeof Exchange> = {
    name: USERNAME,
    username,
    clientPublicValue: clientPublicValue.toString('base64'),
    serverPublicValue: publicValue.toString('base64'),
    serverSecret: secret.toString('base64'),
  };
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: salt.toString('hex'),
      SRP_B: publicValue.toString('hex'),
      SECRET_BLOCK: sealChallenge(pool, PURPOSE, exchange),
      USER_ID_FOR_SRP: username,
      USERNAME: username,
    },
  };
}

const Answer = z.object({
  USERNAME: Name,
  PASSWORD_CLAIM_SECRET_BLOCK: Token,
  TIMESTAMP: z.string().max(40),
  PASSWORD_CLAIM_SIGNATURE: z.string().max(100),
});

/** Consumes the challenge, whether the proof is right or wrong. */
export async function checkPasswordAnswer(pool: UserPool, responses: unknown, caller: PoolCaller): Promise<PoolUser> {
  const answer = parse(Answer, responses);
  const challenge = openChallenge(pool, PURPOSE, answer.PASSWORD_CLAIM_SECRET_BLOCK, Exchange);
  if (!challenge) throw sessionIsOver();
  requireFreshTimestamp(pool, answer.TIMESTAMP);
  const account = await findSignInAccount(pool, challenge.name);
  return verifyProof(pool, account, { caller, challenge }, () => {
    const isSame = account.username === challenge.username && isNameOf(answer.USERNAME, challenge);
    return isSame && isProof(pool, account, challenge, answer);
  });
}

/** Clients send either the user name of the challenge or the name they started with. */
function isNameOf(typedName: string, { name, username }: { name: string; username: string }): boolean {
  return [username, toAccountKey(name)].includes(toAccountKey(typedName));
}

function isProof(
  pool: UserPool,
  { username, verifier }: SignInAccount,
  challenge: z.infer<typeof Exchange>,
  answer: z.infer<typeof Answer>,
): boolean {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const exchange = {
    clientPublicValue: bytes(challenge.clientPublicValue),
    serverPublicValue: bytes(challenge.serverPublicValue),
    serverSecret: bytes(challenge.serverSecret),
  };
  const key = createSharedKey(exchange, verifier);
  if (!key) return false;
  const signed = [poolNameOf(pool), username, bytes(answer.PASSWORD_CLAIM_SECRET_BLOCK), answer.TIMESTAMP];
  return isSignatureOf(answer.PASSWORD_CLAIM_SIGNATURE, key, signed);
}

export async function checkPlainPassword(pool: UserPool, parameters: unknown, caller: PoolCaller): Promise<PoolUser> {
  const { USERNAME, PASSWORD } = parse(z.object({ USERNAME: Name, PASSWORD: Name }), parameters);
  const account = await findSignInAccount(pool, USERNAME);
  return verifyProof(pool, account, { caller }, () => isPasswordOfAccount(pool, account, PASSWORD));
}

export async function requirePassword(
  pool: UserPool,
  { username }: Pick<PoolUser, 'username'>,
  password: string,
  caller: PoolCaller,
): Promise<void> {
  const account = await findSignInAccount(pool, username);
  await verifyProof(pool, account, { caller, isSignedIn: true }, () => isPasswordOfAccount(pool, account, password));
}

interface Proof {
  readonly caller: PoolCaller;
  readonly challenge?: Sealed;
  readonly isSignedIn?: boolean;
}

async function verifyProof(
  pool: UserPool,
  { username, user }: SignInAccount,
  { caller, challenge, isSignedIn = false }: Proof,
  isRight: () => boolean,
): Promise<PoolUser> {
  const separateKey = isSignedIn ? IN_SESSION : caller.device?.idFor(username);
  const attempt = { name: username, isAccount: user !== undefined, address: caller.address, separateKey };
  const outcome = await countProof(pool, attempt, challenge);
  if (outcome === 'used') throw notAuthorized('Invalid session for the user, session is used up.');
  if (outcome === 'locked') throw isSignedIn ? limitExceeded() : tooManyAttempts();
  if (!isRight() || !user?.isEnabled) {
    await recordFailedSignIn(pool, user?.username, caller, isSignedIn ? 'wrong old password' : 'wrong password');
    if (outcome === 'locking' && separateKey === undefined) await notifyOwner(pool, { username, user }, caller);
    throw wrongCredentials();
  }
  await clearAttempt(pool, attempt);
  if (!isSignedIn) requireReady(user);
  return user;
}

/** Takes equally long for unknown accounts. */
async function notifyOwner(
  pool: UserPool,
  { username, user }: Pick<SignInAccount, 'username' | 'user'>,
  { language }: PoolCaller,
): Promise<void> {
  await withMinimumDuration(() =>
    pool.database.writer.transaction().execute(async (trx) => {
      const isFirst = await consumeQuota(trx, pool, WARNINGS, username);
      const to = user?.isEnabled ? user.verifiedEmail : null;
      if (isFirst && to) await pool.mailer.send({ to, language, kind: 'sign-in-attempts', values: {} }, trx);
    }),
  );
}

/** Only reported after the password was verified, as it reveals that the account exists. */
function requireReady({ status, verifiedEmail }: PoolUser): void {
  if (status === 'RESET_REQUIRED') {
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');
  }
  if (status === 'UNCONFIRMED' || verifiedEmail === null) {
    throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  }
}

async function countProof(
  pool: UserPool,
  attempt: Attempt,
  challenge: Proof['challenge'],
): Promise<'open' | 'locking' | 'locked' | 'used'> {
  return pool.database.writer.transaction().execute(async (trx) => {
    if (challenge && !(await consumeChallenge(trx, pool, challenge))) return 'used';
    return countAttempt(trx, pool, attempt);
  });
}

function requireFreshTimestamp({ clock }: UserPool, timestamp: string): void {
  const isWritten = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [0-3]?\d [0-2]\d:[0-5]\d:[0-6]\d UTC \d{4}$/.test(timestamp);
  const time = isWritten ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(time)) throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  if (Math.abs(time - clock.now().getTime()) > MAX_DRIFT_MS)
    throw notAuthorized('TIMESTAMP is too far from the current time.');
}

/** Unknown names get a stable fake user name. */
export interface NamedAccount {
  readonly username: string;
  readonly user: PoolUser | undefined;
}

/** Unknown names get a fake verifier that no password matches. */
interface SignInAccount extends NamedAccount, Verifier {}

export async function findAccount(pool: UserPool, name: string): Promise<NamedAccount> {
  const user = await findPoolUser(pool.database.writer, name);
  const decoy = decoyUsername(pool, name);
  return { user, username: user?.username ?? decoy };
}

export async function findSignInAccount(pool: UserPool, name: string): Promise<SignInAccount> {
  const account = await findAccount(pool, name);
  // Computed for existing accounts too, so that timing does not reveal whether an account exists.
  const decoy = fakeVerifier((part) => pool.decoys.digest(part, account.username));
  return { ...account, ...(account.user ? openVerifier(pool, account.user) : decoy) };
}

function openVerifier({ vault }: UserPool, user: PoolUser): Verifier {
  const salt = vault.open('salt', user.salt);
  const verifier = vault.open('verifier', user.verifier);
  if (!salt || !verifier) throw new Error(`The stored password of ${user.username} cannot be decrypted.`);
  return { salt, verifier };
}

function decoyUsername({ decoys }: UserPool, name: string): string {
  const key = toAccountKey(name);
  const digest = decoys.digest('username', key);
  if (!key.includes('@')) return key;
  // Distributes the four UUID variants (RFC 9562) evenly, as in random UUIDs.
  const variant = '89ab'.charAt((digest[16] ?? 0) & 3);
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}

export function isPasswordOfAccount(pool: UserPool, account: SignInAccount, password: string): boolean {
  return isPasswordOf(account, { poolName: poolNameOf(pool), username: account.username, password });
}

/** Authentication method: `password`, `totp`, `recovery-code` or a provider name. */
export type SignInMethod = string;

export async function recordSignIn(
  { audit }: UserPool,
  { username }: Pick<PoolUser, 'username'>,
  caller: Caller,
  how: SignInMethod,
): Promise<void> {
  await audit.record({ action: 'signed-in', actor: { kind: 'user', name: username }, caller, details: { how } });
}

/** Also called for unknown accounts. The submitted name is not stored, because it may be a password. */
export async function recordFailedSignIn(
  { audit }: UserPool,
  username: string | undefined,
  caller: Caller,
  reason: AuditReason,
): Promise<void> {
  const target = username === undefined ? {} : { target: username };
  await audit.record({ action: 'sign-in-failed', actor: { kind: 'nobody' }, caller, ...target, details: { reason } });
}
