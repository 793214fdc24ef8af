import type { Vault } from '../platform/vault.ts';
import type { RenderedMail } from './render-mail.ts';

/** What of a mail nobody but its owner may read: it waits in the database under the installation's secret. */
export type MailContent = Pick<RenderedMail, 'text' | 'html' | 'code'>;

const PURPOSE = 'mail';

export function sealContent(vault: Vault, { text, html, code }: MailContent): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify({ text, html, code })));
}

/** Nothing, if it is gone or the secret is another one by now. */
export function openContent(vault: Vault, sealed: string | null): MailContent | undefined {
  const plain = sealed === null ? undefined : vault.open(PURPOSE, sealed);
  return plain && (JSON.parse(plain.toString()) as MailContent);
}

/** The same under another secret; nothing, if it is of neither. */
export function resealContent({ from, to }: { from: Vault; to: Vault }, sealed: string): string | null {
  const plain = from.open(PURPOSE, sealed);
  return plain ? to.seal(PURPOSE, plain) : null;
}
