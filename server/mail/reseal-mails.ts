import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../platform/vault.ts';
import { listSealedContents, updateMailContent } from './mail.repository.ts';
import { resealContent } from './sealed-content.ts';

const BATCH = 100;

export async function resealMails(trx: Transaction<Tables>, vaults: { from: Vault; to: Vault }): Promise<void> {
  let after = '';
  for (;;) {
    const mails = await listSealedContents(trx, { after, limit: BATCH });
    for (const { mailId, content } of mails) await updateMailContent(trx, mailId, resealContent(vaults, content));
    const last = mails.at(-1);
    if (!last) return;
    after = last.mailId;
  }
}
