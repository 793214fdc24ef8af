import { z } from 'zod';
import { text } from '#contract/text.ts';
import { countRows, listFileIds, listFiles } from '../exported.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { inBatches } from '../in-batches.ts';
import { definePart } from '../part.ts';
import { Id, StoredInstant, Username } from './post-record.ts';

const FileRecord = z.strictObject({
  fileId: Id,
  fileType: z.enum(['image', 'file']),
  mimeType: text({ min: 1, max: 100 }),
  name: text({ min: 1, max: 300 }),
  size: z.int().min(0),
  status: z.enum(['reserved', 'published', 'removed']),
  createdAt: StoredInstant,
  createdBy: Username,
  updatedAt: StoredInstant.nullable(),
});
type FileRecord = z.infer<typeof FileRecord>;

/** What is known of uploaded files; their contents are not here. */
export const filePart = definePart({
  name: 'files',
  schema: FileRecord,
  count: (db, serviceId) => countRows(db, 'files', serviceId),
  async *read(db, serviceId) {
    const rows = inBatches(await listFileIds(db, serviceId), 500, (ids) => listFiles(db, ids));
    for await (const { serviceId: _, ...row } of rows) yield row as FileRecord;
  },
  check: (record, { fileIds }) => {
    fileIds.add(record.fileId);
    return record;
  },
  store: (trx, records, { serviceId }) =>
    insertNew(
      trx,
      'files',
      records.map((record) => ({ serviceId, ...record })),
    ),
});
