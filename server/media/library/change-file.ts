import type { Transaction } from 'kysely';
import type { FileUpdate } from '#contract/admin-files.ts';
import { messages } from '#contract/errors.ts';
import type { FileRow } from '../../database/media-tables.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { badRequest, notFound, requireRevision } from '../../http/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import { type FileKey, findFile, lockFile, toNameKey, updateFile } from '../file.repository.ts';
import type { MediaTools } from '../media-tools.ts';
import { presentFile } from './present-file.ts';

type ChangeTools = Pick<MediaTools, 'database' | 'clock' | 'mediaUrl' | 'onFilesChanged'>;
type FileChange = Partial<Omit<FileRow, 'fileId' | 'serviceId' | 'revision'>>;

/** @throws {HttpError} 409 if `update.revision` is outdated. */
export async function renameFile(tools: ChangeTools, key: FileKey, update: FileUpdate): Promise<FileRow> {
  const columns = toColumns(update);
  if (Object.keys(columns).length === 0) throw badRequest(messages.dataEmpty);
  return writeTransaction(tools.database.writer, async (trx) => {
    const file = await lockFile(trx, key);
    if (!file) throw notFound();
    await requireRevision(update.revision, () => presentFile(trx, file, tools));
    const isPublishing = update.isKept && file.status === 'reserved' && file.uploadedAt !== null;
    const change: FileChange = differences(file, { ...columns, ...(isPublishing && { status: 'published' }) });
    if (Object.keys(change).length === 0) return file;
    return store(trx, tools, file, change);
  });
}

function toColumns({ name, alt, caption, isKept }: FileUpdate): FileChange {
  const columns = {
    ...(name ? { name, nameKey: toNameKey(name) } : {}),
    altEn: alt?.en,
    altJa: alt?.ja,
    captionEn: caption?.en,
    captionJa: caption?.ja,
    isKept: isKept ? 1 : undefined,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined && value !== null));
}

function differences(file: FileRow, requested: FileChange): FileChange {
  return Object.fromEntries(Object.entries(requested).filter(([name, value]) => value !== file[name as keyof FileRow]));
}

const VISIBLE_FIELDS = ['name', 'altEn', 'altJa', 'captionEn', 'captionJa', 'isWithdrawn'] as const;

async function store(
  trx: Transaction<Tables>,
  { clock, onFilesChanged }: ChangeTools,
  { serviceId, fileId, revision }: FileRow,
  change: FileChange,
): Promise<FileRow> {
  const now = clock.now();
  const values = { ...change, updatedAt: toInstant(now), revision: revision + 1 };
  await updateFile(trx, { serviceId, fileId }, values);
  const isVisible = VISIBLE_FIELDS.some((name) => name in change);
  if (isVisible) await onFilesChanged(trx, { serviceId, fileIds: [fileId], now });
  const file = await findFile(trx, serviceId, fileId);
  if (!file) throw new Error(`The file ${fileId} was deleted during its own update`);
  return file;
}

/** Posts that use the file keep showing it, unless `isForced` withdraws it. */
export async function removeFile(
  tools: ChangeTools,
  { isForced, ...key }: FileKey & { readonly isForced: boolean },
): Promise<FileRow> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const file = await lockFile(trx, key);
    if (!file) throw notFound();
    const change: FileChange = {
      ...(file.status !== 'removed' && { status: 'removed', removedAt: toInstant(tools.clock.now()) }),
      ...(isForced && file.isWithdrawn === 0 && { isWithdrawn: 1 }),
    };
    return Object.keys(change).length === 0 ? file : store(trx, tools, file, change);
  });
}

export async function restoreFile(tools: ChangeTools, key: FileKey): Promise<FileRow> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const file = await lockFile(trx, key);
    if (!file || file.uploadedAt === null) throw notFound();
    if (file.status !== 'removed') return file;
    const change: FileChange = { status: 'published', removedAt: null, isKept: 1 };
    return store(trx, tools, file, { ...change, ...(file.isWithdrawn === 1 && { isWithdrawn: 0 }) });
  });
}
