import { z } from 'zod';
import { HeldFor } from '#contract/admin-comments.ts';
import { CommentBody, CommentId, CommentProfilesInput } from '#contract/comments.ts';
import { ContentId } from '#contract/posts.ts';
import { CommentStatus } from '#contract/service-configs.ts';
import { toDerivedText } from '../../../comments/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { countRows } from '../exported.repository.ts';
import { listComments } from '../exported-threads.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { countComments } from '../imported-threads.repository.ts';
import { definePart } from '../part.ts';
import { StoredInstant, Username } from './post-record.ts';
import { ReaderMark, toReaderMark } from './reader-mark.ts';

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
    heldFor: HeldFor.nullable(),
    author: ReaderMark,
    createdAt: StoredInstant,
    updatedAt: StoredInstant.nullable(),
    deletedAt: StoredInstant.nullable(),
    deletedBy: Username.nullable(),
  })
  .refine(({ deletedAt, deletedBy }) => deletedBy === null || deletedAt !== null, { path: ['deletedBy'] });

/** Comments in all states, including deleted ones. IP addresses and user agents are not transferred. */
export const commentPart = definePart({
  name: 'comments',
  schema: CommentRecord,
  count: (db, serviceId) => countRows(db, 'comments', serviceId),
  async *read(db, serviceId) {
    for await (const { authorId, publishStatus, heldFor, ...comment } of listComments(db, serviceId)) {
      yield {
        ...comment,
        publishStatus: publishStatus as CommentStatus,
        heldFor: heldFor as HeldFor | null,
        author: toReaderMark(serviceId, authorId),
      };
    }
  },
  check: (record, { commentIds }) => {
    if (commentIds.has(record.commentId)) throw new TransferError(`commentId ${record.commentId} is there twice.`);
    commentIds.add(record.commentId);
    return record;
  },
  store: (trx, records, { serviceId }) =>
    insertNew(
      trx,
      'comments',
      records.map(({ author, ...record }) => ({
        ...record,
        ...toDerivedText(record),
        ...{ serviceId, authorId: author, isDeleted: Number(record.deletedAt !== null) },
        ...{ addressHash: null, sealedAddress: null, userAgent: null },
      })),
    ),
  complete: (trx, { serviceId }) => countComments(trx, serviceId),
});
