import { EmailInput, type Role } from '#contract/admin-users.ts';
import type { Language } from '#contract/site-config.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

export interface UserFormValues {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly serviceIds: readonly string[];
  readonly language: Language;
}

export const MAX_NAME = 100;

/** Preselects the role that most invited users get. */
export function newUserValues(language: Language): UserFormValues {
  return { email: '', name: '', role: 'editor', serviceIds: [], language };
}

export function userErrors({ email, name }: UserFormValues): Record<string, ConsoleKey> {
  const fieldErrors: Record<string, ConsoleKey | undefined> = {
    email: emailError(email),
    name: name.trim().length > MAX_NAME ? 'users.nameTooLong' : undefined,
  };
  return Object.fromEntries(Object.entries(fieldErrors).filter((entry): entry is [string, ConsoleKey] => !!entry[1]));
}

function emailError(email: string): ConsoleKey | undefined {
  if (email.trim() === '') return 'rule.required';
  return EmailInput.safeParse(email).success ? undefined : 'rule.email';
}

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
