import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { rejectTakenSlug } from '../write-post.ts';
import { type ProposalTools, proposeSlug } from './propose-slug.ts';

/**
 * Returns the given slug, or a date slug when none is given.
 * @throws {HttpError} when the slug is reserved or taken
 */
export async function chooseSlug(
  trx: Transaction<Tables>,
  tools: ProposalTools,
  { serviceId, slug }: { readonly serviceId: string; readonly slug: string | null | undefined },
): Promise<string> {
  if (!slug) return (await proposeSlug(trx, tools, { serviceId, by: 'date' })).slug;
  await rejectTakenSlug(trx, serviceId, slug);
  return slug;
}
