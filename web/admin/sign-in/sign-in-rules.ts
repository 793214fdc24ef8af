import type { ConsoleKey } from '../ui/failure-text.ts';

/** Shortest password that a pool takes. */
export const MIN_PASSWORD = 6;

/** User names are taken, too, so that only what means to be an address must look like one. */
export function usernameFault(username: string): ConsoleKey | undefined {
  const text = username.trim();
  if (text === '') return 'rule.required';
  return text.includes('@') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? 'rule.email' : undefined;
}

export function passwordFault(password: string): ConsoleKey | undefined {
  if (password === '') return 'rule.required';
  return password.length < MIN_PASSWORD ? 'rule.passwordShort' : undefined;
}

/** As it is sent: typed with a Japanese keyboard, or copied with spaces, it is the same code. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

export function codeFault(code: string): ConsoleKey | undefined {
  if (code.trim() === '') return 'rule.required';
  return /^\d{6}$/.test(plainCode(code)) ? undefined : 'rule.code';
}

const RECOVERY_CODE = /^([a-z0-9]{4})-?([a-z0-9]{4})$/;

/** A recovery code with the hyphen that it is made with, or a one-time code. */
export function plainCodeOrRecovery(code: string): string {
  return plainCode(code).replace(RECOVERY_CODE, '$1-$2');
}

export function codeOrRecoveryFault(code: string): ConsoleKey | undefined {
  if (RECOVERY_CODE.test(plainCode(code))) return undefined;
  return codeFault(code) === 'rule.code' ? 'rule.codeOrRecovery' : codeFault(code);
}
