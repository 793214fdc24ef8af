import { generateSecret, verifySync } from 'otplib';
import type { Transaction } from '../database/tables.ts';
import { consumeTotpStep, findTotp } from './pool-mfa.repository.ts';
import { clearFailures, countAttempt } from './sign-in-backoff.ts';
import type { UserPool } from './user-pool.ts';

/** RFC 6238 with the parameters that authenticator apps expect: SHA-1, 6 digits, 30 seconds. */
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({
    secret,
    token: code,
    epoch,
    algorithm: 'sha1',
    digits: 6,
    period: PERIOD_SECONDS,
    epochTolerance: PERIOD_SECONDS,
  });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

export const TOTP_PURPOSE = 'totp secret';

export type CodeCheck = 'right' | 'wrong' | 'used' | 'locked';

export function sealTotpSecret({ vault }: UserPool, secret: string): string {
  return vault.seal(TOTP_PURPOSE, Buffer.from(secret));
}

export function findStepOfSealed(pool: UserPool, sealed: string, code: string): number | undefined {
  const secret = pool.vault.open(TOTP_PURPOSE, sealed);
  if (!secret) throw new Error('The secret of an authenticator app cannot be opened.');
  return findTotpStep(secret.toString(), code, pool.clock.now());
}

/** Separate from passwords: an attacker who knows the password must not reset the count with it. */
export async function countCodeAttempt(
  trx: Transaction,
  pool: UserPool,
  username: string,
  separateKey: string | undefined,
): Promise<'open' | 'locked'> {
  const counted = await countAttempt(trx, pool, { name: attemptName(username), isAccount: true, separateKey });
  return counted === 'locked' ? 'locked' : 'open';
}

export async function clearCodeFailures(pool: UserPool, username: string): Promise<void> {
  await clearFailures(pool, attemptName(username));
}

/** User names contain no `@`, so the key cannot collide with a name at sign-in. */
function attemptName(username: string): string {
  return `code@${username}`;
}

/** A code is valid once (RFC 6238, 5.2). */
export async function consumeTotpCode(
  trx: Transaction,
  pool: UserPool,
  { username, code }: { username: string; code: string },
): Promise<Exclude<CodeCheck, 'locked'>> {
  const totp = await findTotp(trx, username);
  if (!totp?.isEnabled || totp.secret === null) return 'wrong';
  const { secret } = totp;
  const step = findStepOfSealed(pool, secret, code);
  if (step === undefined) return 'wrong';
  return (await consumeTotpStep(trx, { username, secret, step })) ? 'right' : 'used';
}
