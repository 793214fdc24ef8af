import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Preview } from './preview-token.ts';

export async function updatePreview(
  trx: Transaction<Tables>,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
  preview: Preview,
): Promise<void> {
  await trx.updateTable('posts').set(preview).where('serviceId', '=', serviceId).where('postId', '=', postId).execute();
}
