import { EmailInput, type Role } from '#contract/admin-users.ts';
import type { Language } from '#contract/site-config.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

/** An account to be made, as the form has it. */
export interface UserFormValues {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly serviceIds: readonly string[];
  readonly language: Language;
}

/** Longest name. */
export const MAX_NAME = 100;

/** An editor is what most who are invited become. */
export function newUserValues(language: Language): UserFormValues {
  return { email: '', name: '', role: 'editor', serviceIds: [], language };
}

/** What is wrong with the form before the server has seen it. */
export function userFaults({ email, name }: UserFormValues): Record<string, ConsoleKey> {
  const faults: Record<string, ConsoleKey | undefined> = {
    email: emailFault(email),
    name: name.trim().length > MAX_NAME ? 'users.nameTooLong' : undefined,
  };
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, ConsoleKey] => !!entry[1]));
}

function emailFault(email: string): ConsoleKey | undefined {
  if (email.trim() === '') return 'rule.required';
  return EmailInput.safeParse(email).success ? undefined : 'rule.email';
}

/** What the form asks the API for. Whoever does not enter the console works on no service. */
export function toNewUser({ email, name, role, serviceIds, language }: UserFormValues) {
  const trimmed = name.trim();
  return {
    email: email.trim(),
    role,
    serviceIds: role === 'normal' ? [] : [...serviceIds],
    language,
    ...(trimmed !== '' && { name: trimmed }),
  };
}
