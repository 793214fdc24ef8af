import type { Language } from '#contract/site-config.ts';
import type { MailContent } from './sealed-content.ts';

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

export interface Carrier {
  readonly outcome: 'sent' | 'kept';
  readonly width: number;
  /** @throws the failure; `judgeFailure` interprets it */
  carry(message: Message): Promise<void>;
  close(): void;
}
