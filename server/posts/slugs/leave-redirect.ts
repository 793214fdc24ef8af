import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { WholePost } from '../stored-post.ts';
import { deleteSlugRedirect, saveSlugRedirect } from './slug-redirect.repository.ts';

/**
 * Keeps the addresses of a service right when a post has been written: who finds the post under its slug is led nowhere
 * else, and from the slug that it had before, a redirect leads to it. What has been a draft all along had no address
 * that anybody could know.
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
