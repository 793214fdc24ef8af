import { setImmediate } from 'node:timers/promises';
import { adminFileApi, FilePagerKey, type FileSort, type FileUpdate, FileUsePagerKey } from '#contract/admin-files.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { FileType } from '#contract/files.ts';
import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { badRequest, invalid, notFound, requireRevision } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { pageUpTo, readPager, toPage } from '../../http/pager.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { type FileKey, findFile, lockFile, toNameKey, updateFile } from '../file.repository.ts';
import type { MediaTools } from '../media-tools.ts';
import { listUses } from './file-uses.repository.ts';
import {
  type FileFilter,
  type LibraryOptions,
  type LibraryPosition,
  listCandidates,
  listFilesInOrder,
  listMatchingAmong,
  scanLibrary,
} from './library.repository.ts';
import { presentFile, presentFiles } from './present-file.ts';

export function fileLibraryRoutes(api: Api, tools: MediaTools): void {
  const { clock, log, database } = tools;
  const { reader, writer } = database;

  api.implement(adminFileApi.list, async ({ params: { serviceId }, query }) => {
    const { count, sort, order, isUnused, isRemoved } = query;
    const after = readPosition(readPager(FilePagerKey, query), sort);
    const nameKey = query.name === undefined ? undefined : toNameKey(query.name.trim());
    const requested = { nameKey, type: readType(query.type), isUnused, isRemoved };
    const found = await searchLibrary({ reader, clock }, { serviceId, sort, order, after, count }, requested);
    const files = await listFilesInOrder(reader, serviceId, found.fileIds);
    const { end } = found;
    const items = await presentFiles(reader, serviceId, files, tools);
    return pageUpTo(items, end && { fileId: end.fileId, serviceId, place: String(end.place) });
  });

  api.implement(adminFileApi.find, async ({ params: { serviceId, fileId } }) => {
    const file = await findFile(reader, serviceId, fileId);
    if (!file) throw notFound();
    return presentFile(reader, file, tools);
  });

  api.implement(adminFileApi.update, async ({ params, body, actor }) => {
    const file = await renameFile(tools, params, body);
    log.info({ ...params, name: file.name, actor: actor.username }, 'file changed');
    return presentFile(writer, file, tools);
  });

  api.implement(adminFileApi.delete, async ({ params, query: { isForced }, actor }) => {
    const file = await removeFile(tools, { ...params, isForced });
    log.info({ ...params, isForced, actor: actor.username }, 'file removed');
    return presentFile(writer, file, tools);
  });

  api.implement(adminFileApi.restore, async ({ params, actor }) => {
    const file = await restoreFile(tools, params);
    log.info({ ...params, actor: actor.username }, 'file restored');
    return presentFile(writer, file, tools);
  });

  api.implement(adminFileApi.listUses, async ({ params: { serviceId, fileId }, query }) => {
    if (!(await findFile(reader, serviceId, fileId))) throw notFound();
    const after = readPager(FileUsePagerKey, query)?.postId;
    const now = toInstant(clock.now());
    const uses = await listUses(reader, { serviceId, fileId, after, limit: query.count + 1, now });
    return toPage(uses, query.count, ({ postId }) => ({ postId }));
  });
}

function readType(type: string | undefined): FileFilter['type'] {
  if (!type) return undefined;
  const { data: fileType } = FileType.safeParse(type);
  return fileType ? { fileType } : { mimeType: type };
}

function readPosition(key: FilePagerKey | undefined, sort: FileSort): LibraryPosition | undefined {
  if (!key || sort !== 'size') return key;
  if (!/^[0-9]{1,15}$/.test(key.place)) throw invalid({ pagerKey: fieldMessages.invalid });
  return { fileId: key.fileId, place: Number(key.place) };
}

const MAX_CANDIDATES = 1000;

const MAX_SCANNED = 20_000;
const MAX_SCAN_MS = 2000;

const FIRST_BATCH = 100;
const MAX_BATCH = 1000;

export type SearchOptions = Omit<LibraryOptions, 'limit'> & { readonly count: number };

export interface FoundFiles {
  readonly fileIds: readonly string[];
  readonly end: LibraryPosition | undefined;
}

/**
 * Filters without an index are applied while scanning in list order; at the scan limit the page ends early, possibly
 * empty, with a position to continue from.
 */
export async function searchLibrary(
  tools: { readonly reader: Db; readonly clock: Clock },
  { count, ...list }: SearchOptions,
  requested: FileFilter,
): Promise<FoundFiles> {
  const candidates = await listCandidates(tools.reader, list.serviceId, requested, MAX_CANDIDATES + 1);
  if (!candidates || candidates.length > MAX_CANDIDATES) return scanPage(tools, { count, ...list }, requested);
  const among = { fileIds: candidates, requested };
  const found = await listMatchingAmong(tools.reader, { ...list, limit: count + 1 }, among);
  const files = found.slice(0, count);
  return { fileIds: idsOf(files), end: found.length > count ? files.at(-1) : undefined };
}

async function scanPage(
  { reader, clock }: { readonly reader: Db; readonly clock: Clock },
  { count, ...list }: SearchOptions,
  requested: FileFilter,
): Promise<FoundFiles> {
  const startedAt = clock.now().getTime();
  const matches: LibraryPosition[] = [];
  let { after } = list;
  let checked = 0;
  for (let limit = FIRST_BATCH; ; limit = MAX_BATCH) {
    const batch = await scanLibrary(reader, { ...list, after, limit }, requested);
    for (const { isMatch, ...position } of batch) {
      if (isMatch && matches.length === count) return { fileIds: idsOf(matches), end: after };
      if (isMatch) matches.push(position);
      after = position;
    }
    if (batch.length < limit) return { fileIds: idsOf(matches), end: undefined };
    checked += batch.length;
    if (checked >= MAX_SCANNED || clock.now().getTime() - startedAt >= MAX_SCAN_MS) break;
    // Lets other requests run between batches; SQLite is synchronous.
    await setImmediate();
  }
  return { fileIds: idsOf(matches), end: after };
}

function idsOf(files: readonly LibraryPosition[]): string[] {
  return files.map(({ fileId }) => fileId);
}

type ChangeTools = Pick<MediaTools, 'database' | 'clock' | 'mediaUrl' | 'onFilesChanged'>;
type FileChange = Partial<Omit<FileRow, 'fileId' | 'serviceId' | 'revision'>>;

/** @throws {HttpError} 409 if `update.revision` is outdated. */
async function renameFile(tools: ChangeTools, key: FileKey, update: FileUpdate): Promise<FileRow> {
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
  trx: Transaction,
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
async function removeFile(
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

async function restoreFile(tools: ChangeTools, key: FileKey): Promise<FileRow> {
  return writeTransaction(tools.database.writer, async (trx) => {
    const file = await lockFile(trx, key);
    if (!file || file.uploadedAt === null) throw notFound();
    if (file.status !== 'removed') return file;
    const change: FileChange = { status: 'published', removedAt: null, isKept: 1 };
    return store(trx, tools, file, { ...change, ...(file.isWithdrawn === 1 && { isWithdrawn: 0 }) });
  });
}
