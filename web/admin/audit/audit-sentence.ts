import { AuditAction, type AuditEntry } from '#contract/audit.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

/** Actions with a second sentence for targets other than the actor, such as another account or an API key. */
const DONE_TO_OTHERS = [
  'sign-in-failed',
  'signed-out-everywhere',
  'email-verified',
  'email-changed',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'attributes-changed',
  'mfa-enabled',
  'mfa-disabled',
  'account-created',
  'account-enabled',
  'account-disabled',
  'account-deleted',
  'role-changed',
  'services-changed',
  'api-key-created',
  'api-key-revoked',
] as const satisfies readonly AuditAction[];

export function sentenceOf({ action, actor, target }: Pick<AuditEntry, 'action' | 'actor' | 'target'>): ConsoleKey {
  const known = AuditAction.options.find((each) => each === action);
  if (known === undefined) return 'audit.did.unknown';
  const toOthers = DONE_TO_OTHERS.find((each) => each === action);
  const hasTarget = target !== null && target !== actor;
  return hasTarget && toOthers !== undefined ? `audit.didTo.${toOthers}` : `audit.did.${known}`;
}

export function isAboutKey(action: string): boolean {
  return action === 'api-key-created' || action === 'api-key-revoked';
}
