import { z } from 'zod';
import { VoteContentId, VoteType } from '#contract/votes.ts';
import { countRows } from '../exported.repository.ts';
import { listVotedContents, listVotes } from '../exported-threads.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { countVotes } from '../imported-threads.repository.ts';
import { definePart } from '../part.ts';
import { StoredInstant } from './post-record.ts';
import { ReaderMark, toReaderMark } from './reader-mark.ts';

const VoteRecord = z.strictObject({
  contentId: VoteContentId,
  voter: ReaderMark,
  voteType: VoteType,
  createdAt: StoredInstant,
});
type VoteRecord = z.infer<typeof VoteRecord>;

/** Votes with a pseudonym per voter, which prevents double votes. */
export const votePart = definePart({
  name: 'votes',
  schema: VoteRecord,
  count: (db, serviceId) => countRows(db, 'votes', serviceId),
  async *read(db, serviceId) {
    for (const contentId of await listVotedContents(db, serviceId)) {
      const votes = await listVotes(db, serviceId, contentId);
      const records = votes.map(
        ({ readerId, voteType, createdAt }): VoteRecord => ({
          ...{ contentId, voter: toReaderMark(serviceId, readerId) },
          ...{ voteType: voteType as VoteType, createdAt },
        }),
      );
      yield* records.sort((one, other) => (one.voter < other.voter ? -1 : 1));
    }
  },
  check: (record) => record,
  store: (trx, records, { serviceId }) =>
    insertNew(
      trx,
      'votes',
      records.map(({ voter, ...record }) => ({ ...record, serviceId, readerId: voter, addressHash: null })),
    ),
  complete: (trx, { serviceId }) => countVotes(trx, serviceId),
});
