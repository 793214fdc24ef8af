import { pagesByKey } from '../database/queries.ts';
import type { Transaction } from '../database/tables.ts';
import type { Vault } from '../platform/vault.ts';
import { listSealedContents, updateMailContent } from './mail.repository.ts';
import type { RenderedMail } from './render-mail.ts';

const BATCH = 100;

export async function resealMails(trx: Transaction, vaults: { from: Vault; to: Vault }): Promise<void> {
  const read = (after = '') => listSealedContents(trx, { after, limit: BATCH });
  for await (const mails of pagesByKey(read, ({ mailId }) => mailId))
    for (const { mailId, content } of mails) await updateMailContent(trx, mailId, resealContent(vaults, content));
}

export type MailContent = Pick<RenderedMail, 'text' | 'html' | 'code'>;

const PURPOSE = 'mail';

export function sealContent(vault: Vault, { text, html, code }: MailContent): string {
  return vault.seal(PURPOSE, Buffer.from(JSON.stringify({ text, html, code })));
}

export function openContent(vault: Vault, sealed: string | null): MailContent | undefined {
  const plain = sealed === null ? undefined : vault.open(PURPOSE, sealed);
  return plain && (JSON.parse(plain.toString()) as MailContent);
}

function resealContent({ from, to }: { from: Vault; to: Vault }, sealed: string): string | null {
  const plain = from.open(PURPOSE, sealed);
  return plain ? to.seal(PURPOSE, plain) : null;
}
