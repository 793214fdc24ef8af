import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { refuseTakenSlug } from '../write-post.ts';
import { type ProposalTools, proposeSlug } from './propose-slug.ts';

/**
 * The slug of a new post: the one that is said, or else one made of the day.
 * @throws {Refusal} when it is reserved, or another post has it.
 */
export async function chooseSlug(
  trx: Transaction<Tables>,
  tools: ProposalTools,
  { serviceId, slug }: { readonly serviceId: string; readonly slug: string | null | undefined },
): Promise<string> {
  if (!slug) return (await proposeSlug(trx, tools, { serviceId, by: 'date' })).slug;
  await refuseTakenSlug(trx, serviceId, slug);
  return slug;
}
