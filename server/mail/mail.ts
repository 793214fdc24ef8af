import type { Language } from '#contract/site-config.ts';
import type { Transaction } from '../database/tables.ts';

export interface MailValues {
  'confirm-sign-up': { readonly username: string; readonly code: string };
  /** Tells the owner of an existing account, without revealing to others that it exists. */
  'sign-up-again': Record<never, never>;
  'verify-email': { readonly username: string; readonly code: string };
  /** Sent to the previous address before a change. */
  'email-changes': { readonly newEmail: string };
  'forgot-password': { readonly username: string; readonly code: string };
  'password-changed': Record<never, never>;
  'sign-in-attempts': Record<never, never>;
  invitation: { readonly email: string; readonly password: string; readonly isForConsole: boolean };
  'identity-linked': { readonly label: string };
  'mfa-enabled': Record<never, never>;
  'mfa-disabled': Record<never, never>;
  'new-comments': {
    readonly serviceId: string;
    readonly serviceLabel: string;
    /** Text, because it may be a lower bound. The other counts are by state. */
    readonly total: string;
    readonly publish: number;
    readonly unpublish: number;
    readonly unconfirm: number;
    /** Comments awaiting approval, new or old. */
    readonly waiting: number;
    readonly comments: readonly { readonly nickname: string; readonly about: string; readonly body: string }[];
  };
}

export type MailKind = keyof MailValues;

export type Mail = {
  [Kind in MailKind]: {
    readonly to: string;
    readonly language: Language;
    readonly kind: Kind;
    readonly values: MailValues[Kind];
  };
}[MailKind];

export interface Mailer {
  /** No mail server is configured: mails are kept as files, which recipients do not get. */
  readonly isOutboxOnly?: boolean;
  /** With a transaction, the mail is sent only if that is committed. */
  send(mail: Mail, trx?: Transaction): Promise<void>;
}

/** Accepts host names without a dot, for mail inside a company or machine. */
const ADDRESS = /^[^\s\p{Cc}@<>",;:\\()[\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/** Security: accepts a single plain address that no mail server can read as several. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

export interface MailSite {
  readonly name: string;
  readonly url: string;
}
