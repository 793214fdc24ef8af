import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { WholePost } from '../stored-post.ts';
import { deleteSlugRedirect, saveSlugRedirect } from './slug-redirect.repository.ts';

/**
 * Updates redirects after a post was written: removes one from its current slug and adds one from its former slug.
 * Posts that were drafts until now leave none, because their address was never public.
 */
export async function leaveRedirect(
  trx: Transaction<Tables>,
  { serviceId, postId, slug }: Pick<WholePost, 'serviceId' | 'postId' | 'slug'>,
  { former, now }: { readonly former: Pick<WholePost, 'slug' | 'status'> | undefined; readonly now: string },
): Promise<void> {
  if (former?.slug === slug) return;
  await deleteSlugRedirect(trx, serviceId, slug);
  if (!former || former.status === 'draft') return;
  await saveSlugRedirect(trx, { serviceId, slug: former.slug, postId, createdAt: now });
}
