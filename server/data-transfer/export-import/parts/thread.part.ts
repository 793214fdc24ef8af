import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HoldReason } from '#contract/admin-comments.ts';
import { CommentBody, CommentId, CommentProfilesInput } from '#contract/comments.ts';
import { ContentId } from '#contract/posts.ts';
import { CommentStatus } from '#contract/service-configs.ts';
import { VoteContentId, VoteType } from '#contract/votes.ts';
import { authorOfService, toDerivedText } from '../../../comments/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart } from '../part.ts';
import { insertNew } from '../service-rows.repository.ts';
import {
  insertCommentCounts,
  insertVoteCounts,
  listComments,
  listVotedContents,
  listVotes,
} from '../thread-rows.repository.ts';
import { StoredInstant, Username } from './post-record.ts';

const IMPORTED = 'imported:';
/** Author of replies in the name of the service. */
const SERVICE = 'service';

/** Distinct from all visitors of the destination. */
const VisitorPseudonym = z.string().regex(/^imported:[0-9A-Za-z_-]{22}$/);

/** Keeps pseudonyms. Prevents visitors of the destination with the same id from owning imported comments. */
function toPseudonym(serviceId: string, readerId: string): string {
  if (readerId.startsWith(IMPORTED)) return readerId;
  const hash = createHash('sha256')
    .update(JSON.stringify([serviceId, readerId]))
    .digest('base64url');
  return `${IMPORTED}${hash.slice(0, 22)}`;
}

const { nickname, age, area } = CommentProfilesInput.required().shape;

const CommentRecord = z
  .strictObject({
    commentId: CommentId,
    contentId: ContentId,
    body: CommentBody,
    nickname,
    age,
    area,
    publishStatus: CommentStatus,
    heldFor: HoldReason.nullable(),
    author: z.union([VisitorPseudonym, z.literal(SERVICE)]),
    createdAt: StoredInstant,
    updatedAt: StoredInstant.nullable(),
    deletedAt: StoredInstant.nullable(),
    deletedBy: Username.nullable(),
    replyTo: CommentId.nullable().default(null),
    isSpam: z.boolean().default(false),
  })
  .refine(({ deletedAt, deletedBy }) => deletedBy === null || deletedAt !== null, { path: ['deletedBy'] });

/** Includes deleted comments. IP addresses and user agents are not transferred. */
export const commentPart = definePart({
  name: 'comments',
  table: 'comments',
  schema: CommentRecord,
  async *read(db, serviceId) {
    for await (const { authorId, isSpam, ...comment } of listComments(db, serviceId)) {
      const isByService = authorId === authorOfService(serviceId);
      yield { ...comment, isSpam: isSpam === 1, author: isByService ? SERVICE : toPseudonym(serviceId, authorId) };
    }
  },
  check: (record, { commentIds }) => {
    if (commentIds.has(record.commentId)) throw new TransferError(`commentId ${record.commentId} occurs twice.`);
    commentIds.add(record.commentId);
    return record;
  },
  store: (trx, records, { serviceId }) =>
    insertNew(trx, {
      comments: records.map(({ author, ...record }) => ({
        ...record,
        ...toDerivedText(record),
        serviceId,
        authorId: author === SERVICE ? authorOfService(serviceId) : author,
        isDeleted: Number(record.deletedAt !== null),
        isSpam: Number(record.isSpam),
        addressHash: null,
        sealedAddress: null,
        userAgent: null,
      })),
    }),
  complete: (trx, { serviceId }) => insertCommentCounts(trx, serviceId),
});

const VoteRecord = z.strictObject({
  contentId: VoteContentId,
  voter: VisitorPseudonym,
  voteType: VoteType,
  createdAt: StoredInstant,
});
type VoteRecord = z.infer<typeof VoteRecord>;

/** The pseudonym of each voter prevents double votes. */
export const votePart = definePart({
  name: 'votes',
  table: 'votes',
  schema: VoteRecord,
  async *read(db, serviceId) {
    for (const contentId of await listVotedContents(db, serviceId)) {
      const votes = await listVotes(db, serviceId, contentId);
      const records = votes.map(({ readerId, voteType, createdAt }): VoteRecord => {
        const voter = toPseudonym(serviceId, readerId);
        return { contentId, voter, voteType: voteType as VoteType, createdAt };
      });
      yield* records.sort((one, other) => (one.voter < other.voter ? -1 : 1));
    }
  },
  check: (record) => record,
  store: (trx, records, { serviceId }) =>
    insertNew(trx, {
      votes: records.map(({ voter, ...record }) => ({ ...record, serviceId, readerId: voter, addressHash: null })),
    }),
  complete: (trx, { serviceId }) => insertVoteCounts(trx, serviceId),
});
