import type { Language } from '#contract/site-config.ts';
import type { MailContent } from './sealed-content.ts';

/** A mail as it leaves the house. */
export interface Message extends MailContent {
  readonly mailId: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly language: Language;
  readonly subject: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Takes mails out of the house, or to the outbox where there is no mail server. */
export interface Carrier {
  /** What a mail is that it has taken. */
  readonly outcome: 'sent' | 'kept';
  /** How many it takes at once. */
  readonly width: number;
  /** @throws what went wrong; `judgeFailure` says what it means. */
  carry(message: Message): Promise<void>;
  /** Gives up on what is being carried. */
  close(): void;
}
