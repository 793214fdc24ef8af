import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { indexMergedTag } from '../post-search/index-posts.ts';
import { updateTagLinks } from './tag-link.repository.ts';

export async function moveTagLinks(
  trx: Transaction<Tables>,
  tags: { readonly serviceId: string; readonly from: string; readonly into: string },
): Promise<void> {
  await indexMergedTag(trx, tags);
  await updateTagLinks(trx, tags);
}
