import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { changeThread } from '../thread.repository.ts';
import { deleteVotes, listVoteCounts } from './vote.repository.ts';

interface Gone {
  readonly serviceId: string;
  readonly contentIds: readonly string[];
  readonly now: string;
}

export async function deleteVotesAbout(trx: Transaction<Tables>, { serviceId, contentIds, now }: Gone): Promise<void> {
  const counts = await listVoteCounts(trx, serviceId, contentIds);
  const voted = [...new Set(counts.map(({ contentId }) => contentId))];
  if (voted.length === 0) return;
  for (const contentId of voted) await changeThread(trx, { serviceId, contentId, isSeen: true, now });
  await deleteVotes(trx, serviceId, voted);
}
