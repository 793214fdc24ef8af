import { z } from 'zod';
import { ContentId } from '#contract/posts.ts';
import { CommentStatus } from '#contract/service-configs.ts';
import { countRows, listContents } from '../exported.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { definePart } from '../part.ts';
import { StoredInstant } from './post-record.ts';

const ContentRecord = z.strictObject({
  contentId: ContentId,
  commentDefaultPublishStatus: CommentStatus,
  createdAt: StoredInstant,
  updatedAt: StoredInstant.nullable(),
});

export const contentPart = definePart({
  name: 'contents',
  schema: ContentRecord,
  count: (db, serviceId) => countRows(db, 'serviceContents', serviceId),
  async *read(db, serviceId) {
    for (const row of await listContents(db, serviceId)) {
      yield { ...row, commentDefaultPublishStatus: row.commentDefaultPublishStatus as CommentStatus };
    }
  },
  check: (record) => record,
  store: (trx, records, { serviceId }) =>
    insertNew(
      trx,
      'serviceContents',
      records.map((record) => ({ serviceId, ...record })),
    ),
});
