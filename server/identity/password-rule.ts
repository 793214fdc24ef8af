import { CognitoError } from './cognito-error.ts';
import { commonPasswords } from './common-passwords.ts';
import type { PoolUser } from './pool-user.repository.ts';

const MIN_LENGTH = 6;
const MAX_LENGTH = 256;

/**
 * Rejects passwords that are too short, common or unchanged.
 *
 * @throws {CognitoError} InvalidPasswordException.
 */
export function requireGoodPassword(
  password: string,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  isOldOne: boolean,
): void {
  const policy = 'Password did not conform with policy: ';
  if (password.length < MIN_LENGTH) throw invalidPassword(`${policy}Password not long enough`);
  if (password.length > MAX_LENGTH) throw invalidPassword(`${policy}Password too long`);
  const key = password.toLowerCase();
  const names = [username, email, email.split('@', 1)[0]].map((name) => name?.toLowerCase());
  if (names.includes(key)) throw invalidPassword(`${policy}Password must not be the name of the account`);
  if (isGuessable(key)) throw invalidPassword(`${policy}Password is among the first that anybody would try`);
  if (isOldOne) throw invalidPassword(`${policy}Password must differ from the one before`);
}

function invalidPassword(message: string): CognitoError {
  return new CognitoError('InvalidPasswordException', message);
}

function isGuessable(key: string): boolean {
  const core = key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return commonPasswords.has(key) || isRepetition(key) || isSequence(key) || isWordWithDecoration(core, key);
}

function isWordWithDecoration(core: string, key: string): boolean {
  return commonPasswords.has(core) && key.length - core.length <= 6;
}

/** Matches `aaaaaa`, `121212`, `abcabc`. */
function isRepetition(key: string): boolean {
  return /^(.{1,3})\1+$/su.test(key);
}

/** Matches `123456`, `fedcba`. */
function isSequence(key: string): boolean {
  const codes = Array.from(key, (letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
