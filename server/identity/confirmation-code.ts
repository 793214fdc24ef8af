import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toInstant } from '../platform/clock.ts';
import { type Allowance, limitExceeded, renewAllowance, takeAllowance } from './allowance.ts';
import { CognitoError } from './cognito-error.ts';
import { deleteCode, findCode, saveCode } from './pool-code.repository.ts';
import { holdPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** What a mailed code proves or permits. */
export type CodePurpose = 'sign-up' | 'email' | 'forgot-password';

const LIFE_SECONDS = 15 * 60;
const TRIES: Allowance = { name: 'tries', uses: 5, seconds: LIFE_SECONDS };
/** However many codes are asked for: a million codes are not tried out at this pace, and nobody shuts a door by it soon. */
const TRIES_A_DAY: Allowance = { name: 'tries a day', uses: 200, seconds: 24 * 60 * 60 };

interface Coded {
  readonly username: string;
  readonly purpose: CodePurpose;
  /** A known device of the account, whose tries are counted apart from those of strangers. */
  readonly device?: string | undefined;
}

/** A code proves the address that it was mailed to, and no other that the account may have meanwhile. */
interface Mailed extends Coded {
  readonly to: string;
}

/** Six digits, good for a quarter of an hour and five tries, in place of the code before. */
export async function makeCode(trx: Transaction<Tables>, pool: UserPool, coded: Mailed): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await keep(trx, pool, coded, code);
  return code;
}

/** A code that nobody is told and nobody guesses, for whom it must look as if there were one. */
export async function makeDecoyCode(trx: Transaction<Tables>, pool: UserPool, coded: Mailed): Promise<void> {
  await keep(trx, pool, coded, randomBytes(32).toString('hex'));
}

async function keep(trx: Transaction<Tables>, pool: UserPool, coded: Mailed, code: string): Promise<void> {
  const { username, purpose } = coded;
  await renewTries(trx, pool, coded);
  const now = pool.clock.now();
  await saveCode(trx, {
    ...{ username, purpose },
    codeHash: hashOf(pool, coded, code).toString('base64url'),
    createdAt: toInstant(now),
    expiresAt: toInstant(new Date(now.getTime() + LIFE_SECONDS * 1000)),
  });
}

/** A new code may be tried anew; for names of nobody, who get none, the same is done. */
export async function renewTries(trx: Transaction<Tables>, pool: UserPool, coded: Coded): Promise<void> {
  await renewAllowance(trx, pool, TRIES, keyOf(coded));
  if (coded.device !== undefined) await renewAllowance(trx, pool, TRIES, triesOf(coded));
}

/** Lets a code be tried again after too many wrong ones of a day, for whom an administrator helps. */
export async function renewTriesOfDay(trx: Transaction<Tables>, pool: UserPool, coded: Coded): Promise<void> {
  await renewAllowance(trx, pool, TRIES_A_DAY, keyOf(coded));
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'exhausted';

interface TriedCode {
  readonly outcome: CodeOutcome;
  /** Held until the transaction ends, so that the address that is proved is the one it has then. */
  readonly user: PoolUser | undefined;
}

/**
 * Looks at a code and uses it up if it is right. Tries are counted before, for accounts and for names of nobody alike,
 * so that the transaction has to be committed whatever the outcome.
 */
export async function tryCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  coded: Coded,
  given: string,
): Promise<TriedCode> {
  // The account first, as everybody does who changes one and then makes a code: nobody waits in another order.
  const user = await holdPoolUser(trx, coded.username);
  for (const allowance of [TRIES, TRIES_A_DAY]) {
    if (!(await takeAllowance(trx, pool, allowance, triesOf(coded)))) return { outcome: 'exhausted', user };
  }
  const outcome = await compareCode(trx, pool, { ...coded, to: provenAddressOf(coded.purpose, user) }, given);
  if (outcome !== 'right') return { outcome, user };
  await deleteCode(trx, coded);
  for (const allowance of [TRIES, TRIES_A_DAY]) await renewAllowance(trx, pool, allowance, triesOf(coded));
  return { outcome, user };
}

/** Whether it is the account's code, without counting a try: only to find the account that a counted one is for. */
export async function compareCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  coded: Mailed,
  given: string,
): Promise<Exclude<CodeOutcome, 'exhausted'>> {
  const kept = await findCode(trx, coded);
  const hash = hashOf(pool, coded, given.normalize('NFKC').trim());
  if (!kept || !timingSafeEqual(Buffer.from(kept.codeHash, 'base64url'), hash)) return 'wrong';
  return kept.expiresAt <= toInstant(pool.clock.now()) ? 'expired' : 'right';
}

/** The address that a code of this purpose is mailed to, as the account is now. */
function provenAddressOf(purpose: CodePurpose, user: Pick<PoolUser, 'email' | 'verifiedEmail'> | undefined): string {
  if (!user) return '';
  return purpose === 'forgot-password' ? (user.verifiedEmail ?? user.email) : user.email;
}

/** @throws {CognitoError} unless the code was right. */
export function requireRightCode(outcome: CodeOutcome): void {
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
