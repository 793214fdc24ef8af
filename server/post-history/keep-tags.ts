import type { Transaction } from 'kysely';
import type { Tag } from '#contract/tags.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import { ensureTags, listTagsById } from '../tags/index.ts';

export interface FormerTag {
  readonly tagId: string | undefined;
  readonly label: string;
}

/** Returns former tags under their current labels and recreates deleted ones. */
export async function restoreTags(
  trx: Transaction<Tables>,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  tags: readonly FormerTag[],
): Promise<Tag[]> {
  const ids = tags.flatMap(({ tagId }) => tagId ?? []);
  const known = await listTagsById(trx, serviceId, ids);
  const knownIds = new Set(known.map(({ tagId }) => tagId));
  const gone = tags.filter(({ tagId }) => tagId === undefined || !knownIds.has(tagId)).map(({ label }) => label);
  const made = await ensureTags(trx, { clock }, serviceId, gone);
  return [...new Map([...known, ...made].map((tag) => [tag.tagId, tag])).values()];
}
