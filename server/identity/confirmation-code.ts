import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { PoolCodeRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { CognitoError } from './cognito-error.ts';
import { deleteCode, findCode, saveCode } from './pool-code.repository.ts';
import { findEmailOwner, lockPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import { consumeQuota, isMailAllowed, limitExceeded, type Quota, resetQuota } from './quota.ts';
import type { UserPool } from './user-pool.ts';

export type CodePurpose = PoolCodeRow['purpose'];

const LIFE_SECONDS = 10 * 60;
const TRIES: Quota = { name: 'tries', uses: 5, seconds: LIFE_SECONDS };

/** Makes guessing a 6-digit code infeasible. High enough that attackers do not soon lock the owner out. */
const TRIES_A_DAY: Quota = { name: 'tries a day', uses: 200, seconds: 24 * 60 * 60 };

interface Coded {
  readonly username: string;
  readonly purpose: CodePurpose;
  readonly device?: string | undefined;
}

interface Mailed extends Coded {
  readonly to: string;
}

export async function makeCode(trx: Transaction, pool: UserPool, coded: Mailed): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await keep(trx, pool, coded, code);
  return code;
}

/** Stores an unguessable code that is never mailed, so that attempts behave as if a code existed. */
async function makeDecoyCode(trx: Transaction, pool: UserPool, coded: Mailed): Promise<void> {
  await keep(trx, pool, coded, randomBytes(32).toString('hex'));
}

async function keep(trx: Transaction, pool: UserPool, coded: Mailed, code: string): Promise<void> {
  const { username, purpose } = coded;
  await resetTries(trx, pool, coded);
  const now = pool.clock.now();
  await saveCode(trx, {
    username,
    purpose,
    codeHash: hashOf(pool, coded, code).toString('base64url'),
    createdAt: toInstant(now),
    expiresAt: toInstant(new Date(now.getTime() + LIFE_SECONDS * 1000)),
  });
}

export async function resetTries(trx: Transaction, pool: UserPool, coded: Coded): Promise<void> {
  await resetQuota(trx, pool, TRIES, keyOf(coded));
  if (coded.device !== undefined) await resetQuota(trx, pool, TRIES, triesOf(coded));
}

export async function renewTriesOfDay(trx: Transaction, pool: UserPool, coded: Coded): Promise<void> {
  await resetQuota(trx, pool, TRIES_A_DAY, keyOf(coded));
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'exhausted';

interface TriedCode {
  readonly outcome: CodeOutcome;
  /** Row-locked until the transaction ends, so that the verified address cannot change meanwhile. */
  readonly user: PoolUser | undefined;
}

/** Attempts are counted first, also for unknown accounts, so the transaction must be committed whatever the outcome. */
export async function tryCode(trx: Transaction, pool: UserPool, coded: Coded, code: string): Promise<TriedCode> {
  // Locks the account before its code, as all other code does, to avoid deadlocks.
  const user = await lockPoolUser(trx, coded.username);
  for (const quota of [TRIES, TRIES_A_DAY]) {
    if (!(await consumeQuota(trx, pool, quota, triesOf(coded)))) return { outcome: 'exhausted', user };
  }
  const outcome = await compareCode(trx, pool, { ...coded, to: codeAddressOf(coded.purpose, user) }, code);
  if (outcome !== 'right') return { outcome, user };
  await deleteCode(trx, coded);
  for (const quota of [TRIES, TRIES_A_DAY]) await resetQuota(trx, pool, quota, triesOf(coded));
  return { outcome, user };
}

/** Counts no attempt. Use it only to find the account for a counted attempt. */
export async function compareCode(
  trx: Transaction,
  pool: UserPool,
  coded: Mailed,
  code: string,
): Promise<Exclude<CodeOutcome, 'exhausted'>> {
  const stored = await findCode(trx, coded);
  const hash = hashOf(pool, coded, code.normalize('NFKC').trim());
  if (!stored || !timingSafeEqual(Buffer.from(stored.codeHash, 'base64url'), hash)) return 'wrong';
  return stored.expiresAt <= toInstant(pool.clock.now()) ? 'expired' : 'right';
}

function codeAddressOf(purpose: CodePurpose, user: Pick<PoolUser, 'email' | 'verifiedEmail'> | undefined): string {
  if (!user) return '';
  return purpose === 'forgot-password' ? (user.verifiedEmail ?? user.email) : user.email;
}

export function requireValidCodeOutcome(outcome: CodeOutcome): void {
  if (outcome === 'exhausted') throw limitExceeded();
  if (outcome === 'expired') {
    throw new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
  }
  if (outcome === 'wrong') {
    throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
  }
}

function keyOf({ username, purpose }: Coded): string {
  return `${purpose} ${username}`;
}

function triesOf({ device, ...coded }: Coded): string {
  return device === undefined ? keyOf(coded) : `${keyOf(coded)} ${device}`;
}

function hashOf({ vault }: UserPool, coded: Mailed, code: string): Buffer {
  return vault.digest('code', `${keyOf(coded)} ${toAccountKey(coded.to)} ${code}`);
}

const KINDS = { 'sign-up': 'confirm-sign-up', email: 'verify-email' } as const;

export async function mailCode(
  trx: Transaction,
  pool: UserPool,
  { username, purpose, to }: { username: string; purpose: keyof typeof KINDS; to: string },
  { language }: Caller,
): Promise<void> {
  const code = await makeCode(trx, pool, { username, purpose, to });
  if (!(await isMailAllowed(trx, pool, to))) return;
  await pool.mailer.send({ to, language, kind: KINDS[purpose], values: { username, code } }, trx);
}

/** If the address belongs to an account, its owner is notified instead. Only the owner learns of it. */
export async function mailSignUpCode(
  trx: Transaction,
  pool: UserPool,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  caller: Caller,
): Promise<void> {
  const owner = await findEmailOwner(trx, email);
  if (!owner) return mailCode(trx, pool, { username, purpose: 'sign-up', to: email }, caller);
  await makeDecoyCode(trx, pool, { username, purpose: 'sign-up', to: email });
  const to = owner.verifiedEmail ?? email;
  if (!(await isMailAllowed(trx, pool, to))) return;
  await pool.mailer.send({ to, language: caller.language, kind: 'sign-up-again', values: {} }, trx);
}

export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

export function deliveryTo(email: string): CodeDelivery {
  return { Destination: mask(toAccountKey(email)), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

/** For a user name, derives a fake address that is stable whether or not the account exists. */
export function deliveryOf({ decoys }: UserPool, name: string): CodeDelivery {
  const typed = typedAddress(name);
  if (typed !== undefined) return deliveryTo(typed);
  const [first = 0, second = 0, ...others] = decoys.digest('address', toAccountKey(name));
  return deliveryTo(`${letter(first)}${Buffer.from(others).toString('hex')}@${letter(second)}.example`);
}

export function typedAddress(name: string): string | undefined {
  const key = toAccountKey(name);
  return key.includes('@') ? key : undefined;
}

function letter(byte: number): string {
  return String.fromCharCode(97 + (byte % 26));
}

function mask(address: string): string {
  const at = address.lastIndexOf('@');
  return `${firstOf(address)}***@${firstOf(address.slice(at + 1))}***`;
}

function firstOf(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
