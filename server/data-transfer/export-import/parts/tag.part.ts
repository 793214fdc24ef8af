import { z } from 'zod';
import { TagLabel } from '#contract/tags.ts';
import { readByIds } from '../../batches.ts';
import { countRows, listTagIds, listTags } from '../exported.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { definePart } from '../part.ts';
import { Id, StoredInstant } from './post-record.ts';

const TagRecord = z.strictObject({ tagId: Id, label: TagLabel, createdAt: StoredInstant });

export const tagPart = definePart({
  name: 'tags',
  schema: TagRecord,
  count: (db, serviceId) => countRows(db, 'tags', serviceId),
  async *read(db, serviceId) {
    yield* readByIds(await listTagIds(db, serviceId), 500, (ids) => listTags(db, serviceId, ids));
  },
  check: (record, { tagIds }) => {
    tagIds.add(record.tagId);
    return record;
  },
  store: (trx, records, { serviceId }) =>
    insertNew(
      trx,
      'tags',
      records.map((record) => ({ serviceId, ...record })),
    ),
});
