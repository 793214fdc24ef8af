import type { Transaction } from 'kysely';
import type { Language } from '#contract/site-config.ts';
import type { Tables } from '../database/tables.ts';

/** What is written to people, and what each mail has to tell. */
export interface MailValues {
  /** The code that confirms a sign-up, by typing it or by the link. */
  'confirm-sign-up': { readonly username: string; readonly code: string };
  /** Somebody signed up with an address that has an account already; nobody else learns that it has. */
  'sign-up-again': Record<never, never>;
  /** The code that proves a new address. */
  'verify-email': { readonly username: string; readonly code: string };
  /** To the address before: the account's address is to change. */
  'email-changes': { readonly newEmail: string };
  'forgot-password': { readonly username: string; readonly code: string };
  'password-changed': Record<never, never>;
  /** Strangers have failed to sign in so often that they are locked out. */
  'sign-in-attempts': Record<never, never>;
  /** An administrator made an account; the password has to be changed at the first sign-in. */
  invitation: { readonly email: string; readonly password: string; readonly isForConsole: boolean };
  /** Another way in was added to the account. */
  'identity-linked': { readonly label: string };
  'mfa-enabled': Record<never, never>;
  'mfa-disabled': Record<never, never>;
  /** Readers have commented; to whoever asked to be told. */
  'new-comments': {
    readonly serviceId: string;
    readonly serviceLabel: string;
    /** How many are new, in words, since they may not all have been counted; and of them in which state. */
    readonly total: string;
    readonly publish: number;
    readonly unpublish: number;
    readonly unconfirm: number;
    /** How many wait to be confirmed, new or not. */
    readonly waiting: number;
    /** The first of them. */
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

/** Takes mails and sees to it that they are sent; a mail server that is down delays them and fails nobody. */
export interface Mailer {
  /** With a transaction, the mail goes out only if that is committed. */
  send(mail: Mail, trx?: Transaction<Tables>): Promise<void>;
}
