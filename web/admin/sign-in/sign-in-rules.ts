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
