import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * Replaces a tag in all posts. For posts that have both, the link to the old tag remains and is deleted with that tag.
 */
export async function updateTagLinks(
  trx: Transaction<Tables>,
  { serviceId, from, into }: { readonly serviceId: string; readonly from: string; readonly into: string },
): Promise<void> {
  await trx
    .updateTable('postTags')
    .set({ tagId: into })
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', from)
    .where('postId', 'not in', (eb) =>
      eb.selectFrom('postTags as held').select('held.postId').where('held.tagId', '=', into),
    )
    .execute();
}
