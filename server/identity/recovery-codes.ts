import { randomInt } from 'node:crypto';
import type { Transaction } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { consumeRecoveryCodeHash, replaceRecoveryCodes } from './pool-mfa.repository.ts';
import { IN_SESSION } from './sign-in-backoff.ts';
import { type CodeCheck, clearCodeFailures, consumeTotpCode, countCodeAttempt } from './software-token-check.ts';
import type { UserPool } from './user-pool.ts';

const CODES = 10;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

export type RecoveryCodesResult =
  | { readonly outcome: 'created'; readonly codes: string[] }
  | { readonly outcome: Exclude<CodeCheck, 'right'> };

export async function makeRecoveryCodes(
  pool: UserPool,
  { username, code }: { username: string; code: string },
  caller: Caller,
): Promise<RecoveryCodesResult> {
  const result = await pool.database.writer.transaction().execute(async (trx): Promise<RecoveryCodesResult> => {
    if ((await countCodeAttempt(trx, pool, username, IN_SESSION)) === 'locked') return { outcome: 'locked' };
    const check = await consumeTotpCode(trx, pool, { username, code });
    if (check !== 'right') return { outcome: check };
    const codes = newRecoveryCodes();
    const codeHashes = codes.map((one) => hashOf(pool, username, one));
    await replaceRecoveryCodes(trx, { username, codeHashes, createdAt: toInstant(pool.clock.now()) });
    await pool.audit.record({ action: 'recovery-codes-made', actor: { kind: 'user', name: username }, caller }, trx);
    return { outcome: 'created', codes };
  });
  if (result.outcome === 'created') await clearCodeFailures(pool, username);
  return result;
}

function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(newRecoveryCode());
  return [...codes];
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

export function isRecoveryCode(code: string): boolean {
  return /^[a-z0-9]{8}$/.test(normalized(code));
}

export async function consumeRecoveryCode(
  trx: Transaction,
  pool: UserPool,
  { username, code }: { username: string; code: string },
): Promise<'right' | 'wrong'> {
  const codeHash = hashOf(pool, username, code);
  const isConsumed = await consumeRecoveryCodeHash(trx, { username, codeHash, usedAt: toInstant(pool.clock.now()) });
  return isConsumed ? 'right' : 'wrong';
}

function hashOf({ vault }: UserPool, username: string, code: string): string {
  return vault.digest('recovery code', `${username} ${normalized(code)}`).toString('base64url');
}

function normalized(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}
