import { z } from 'zod';
import { Id, text } from '#contract/text.ts';
import type { FileRow } from '../../../database/media-tables.ts';
import { readByIds } from '../../../database/queries.ts';
import { toNameKey } from '../../../media/index.ts';
import { Checksum } from '../../checksum.ts';
import { definePart, pickFields } from '../part.ts';
import { insertNew, listFiles, listIds } from '../service-rows.repository.ts';
import { StoredInstant, Username } from './post-record.ts';

const words = text({ max: 5000 });
const pixels = z.int().min(1).max(1_000_000);

/** Version 1 has no fields after `updatedAt`. */
const FileRecord = z.strictObject({
  fileId: Id,
  fileType: z.enum(['image', 'file']),
  mimeType: z
    .string()
    .max(100)
    .regex(/^[0-9a-z_.-]+\/[0-9a-z_.+-]+$/),
  name: text({ min: 1, max: 300 }),
  size: z.int().min(0),
  status: z.enum(['reserved', 'published', 'removed']),
  createdAt: StoredInstant,
  createdBy: Username,
  updatedAt: StoredInstant.nullable(),
  uploadedAt: StoredInstant.nullable().default(null),
  removedAt: StoredInstant.nullable().default(null),
  digest: Checksum.shape.sha256.nullable().default(null),
  charset: z
    .string()
    .regex(/^[a-z][0-9a-z_-]{1,19}$/)
    .nullable()
    .default(null),
  /** Security: inserted into pages unescaped. */
  placeholder: z
    .string()
    .max(10_000)
    .regex(/^data:image\/[a-z]+;base64,[0-9a-z+/]+={0,2}$/i)
    .nullable()
    .default(null),
  width: pixels.nullable().default(null),
  height: pixels.nullable().default(null),
  isAnimated: z.boolean().default(false),
  version: z.int().min(1).max(2_147_483_647).default(1),
  isKept: z.boolean().default(false),
  isWithdrawn: z.boolean().default(false),
  altEn: words.default(''),
  altJa: words.default(''),
  captionEn: words.default(''),
  captionJa: words.default(''),
});
type FileRecord = z.infer<typeof FileRecord>;

const BATCH = 500;

export const filePart = definePart({
  name: 'files',
  table: 'files',
  schema: FileRecord,
  async *read(db, serviceId) {
    const fileIds = await listIds(db, 'files', serviceId);
    for await (const row of readByIds(fileIds, BATCH, (ids) => listFiles(db, serviceId, ids))) yield toRecord(row);
  },
  check: (record, { serviceId, fileIds, originals }) => {
    const { fileId, fileType, mimeType, version, size, uploadedAt } = record;
    fileIds.add(fileId);
    if (uploadedAt !== null) originals.set(fileId, { serviceId, fileId, fileType, mimeType, version, size });
    return record;
  },
  store: (trx, records, { serviceId, pictures }) =>
    insertNew(trx, {
      files: records.map((record) => ({ ...toRow(record, serviceId), ...pictures.get(record.fileId) })),
    }),
});

function toRecord(row: FileRow): FileRecord {
  const { isAnimated, isKept, isWithdrawn } = row;
  const flags = { isAnimated: isAnimated === 1, isKept: isKept === 1, isWithdrawn: isWithdrawn === 1 };
  return pickFields(FileRecord, { ...row, ...flags });
}

function toRow({ isAnimated, isKept, isWithdrawn, ...record }: FileRecord, serviceId: string): FileRow {
  return {
    ...record,
    serviceId,
    nameKey: toNameKey(record.name),
    isAnimated: Number(isAnimated),
    isKept: Number(isKept),
    isWithdrawn: Number(isWithdrawn),
    revision: 1,
  };
}
