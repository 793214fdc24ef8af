import type { ParseKeys } from 'i18next';

export type AccountKey = ParseKeys<'account'>;

/** Shortest password that a pool takes. */
export const MIN_PASSWORD = 6;
const MAX_NAME = 128;

function requiredFault(value: string): AccountKey | undefined {
  return value.trim() === '' ? 'rule.required' : undefined;
}

export function emailFault(value: string): AccountKey | undefined {
  const text = value.trim();
  if (text === '') return 'rule.required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254 ? undefined : 'rule.email';
}

/** Accounts of the console may have a name in place of an address, so that only what means to be one must be. */
export function signInNameFault(value: string): AccountKey | undefined {
  return value.includes('@') ? emailFault(value) : requiredFault(value);
}

export function passwordFault(value: string): AccountKey | undefined {
  if (value === '') return 'rule.required';
  return value.length < MIN_PASSWORD ? 'rule.passwordShort' : undefined;
}

export function nameFault(value: string): AccountKey | undefined {
  return value.trim().length > MAX_NAME ? 'rule.nameLong' : requiredFault(value);
}

/** As it is sent: typed with a Japanese keyboard, or copied with spaces, it is the same code. */
export function plainCode(value: string): string {
  return value.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}

export function codeFault(value: string): AccountKey | undefined {
  const code = plainCode(value);
  if (code === '') return 'rule.required';
  return /^\d{6}$/.test(code) ? undefined : 'rule.code';
}

/** At sign-in a recovery code is taken in place of the app's. */
export function oneTimeCodeFault(value: string): AccountKey | undefined {
  const code = plainCode(value);
  if (code === '') return 'rule.required';
  return /^(?:\d{6}|[a-z0-9]{4}-?[a-z0-9]{4})$/.test(code) ? undefined : 'rule.oneTimeCode';
}

/** A one-time code as the pool takes it: recovery codes have a hyphen in the middle. */
export function plainOneTimeCode(value: string): string {
  return plainCode(value).replace(/^([a-z0-9]{4})-?([a-z0-9]{4})$/, '$1-$2');
}
