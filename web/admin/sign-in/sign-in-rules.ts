import type { ConsoleKey } from '../ui/failure-text.ts';

export const MIN_PASSWORD = 6;

/** Accepts usernames and email addresses; text with an @ must be a valid address. */
export function usernameError(username: string): ConsoleKey | undefined {
  const text = username.trim();
  if (text === '') return 'rule.required';
  return text.includes('@') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? 'rule.email' : undefined;
}

export function passwordError(password: string): ConsoleKey | undefined {
  if (password === '') return 'rule.required';
  return password.length < MIN_PASSWORD ? 'rule.passwordShort' : undefined;
}

/** Normalizes full-width characters from Japanese input methods and spaces from copying. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

export function codeError(code: string): ConsoleKey | undefined {
  if (code.trim() === '') return 'rule.required';
  return /^\d{6}$/.test(plainCode(code)) ? undefined : 'rule.code';
}

const RECOVERY_CODE = /^([a-z0-9]{4})-?([a-z0-9]{4})$/;

/** Restores the hyphen of a recovery code; other codes are only normalized. */
export function plainCodeOrRecovery(code: string): string {
  return plainCode(code).replace(RECOVERY_CODE, '$1-$2');
}

export function codeOrRecoveryError(code: string): ConsoleKey | undefined {
  if (RECOVERY_CODE.test(plainCode(code))) return undefined;
  return codeError(code) === 'rule.code' ? 'rule.codeOrRecovery' : codeError(code);
}
