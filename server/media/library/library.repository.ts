import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { FileSort } from '#contract/admin-files.ts';
import type { FileType } from '#contract/files.ts';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { preventIndexUse } from '../../database/queries.ts';
import type { Tables } from '../../database/tables.ts';
import { listFilesEverById } from '../file.repository.ts';

export interface FileFilter {
  readonly nameKey?: string | undefined;
  readonly type?: { readonly fileType: FileType } | { readonly mimeType: string } | undefined;
  readonly isUnused: boolean;
  readonly isRemoved: boolean;
}

export interface LibraryPosition {
  readonly fileId: string;
  readonly place: string | number;
}

export interface LibraryOptions {
  readonly serviceId: string;
  readonly sort: FileSort;
  readonly order: Order;
  readonly after?: LibraryPosition | undefined;
  readonly limit: number;
}

export interface ScannedFile extends LibraryPosition {
  readonly isMatch: boolean;
}

const columns = { createdAt: 'createdAt', name: 'nameKey', size: 'size' } as const;

export async function scanLibrary(db: Db, options: LibraryOptions, requested: FileFilter): Promise<ScannedFile[]> {
  const rows = await inOrder(db, options)
    .where('files.serviceId', '=', options.serviceId)
    .select((eb) => eb.case().when(matches(requested, eb)).then(1).else(0).end().as('isMatch'))
    .execute();
  return rows.map(({ fileId, place, isMatch }) => ({ fileId, place, isMatch: Number(isMatch) === 1 }));
}

export async function listMatchingAmong(
  db: Db,
  options: LibraryOptions,
  { fileIds, requested }: { readonly fileIds: readonly string[]; readonly requested: FileFilter },
): Promise<LibraryPosition[]> {
  if (fileIds.length === 0) return [];
  return inOrder(db, options)
    .where('files.fileId', 'in', [...fileIds])
    .where((eb) => eb(preventIndexUse(eb.ref('files.serviceId')), '=', options.serviceId))
    .where((eb) => matches(requested, eb))
    .execute();
}

function inOrder(db: Db, { sort, order, after, limit }: LibraryOptions) {
  const column = `files.${columns[sort]}` as const;
  let query = db
    .selectFrom('files')
    .select(['files.fileId', `${column} as place`])
    .orderBy(column, order)
    .orderBy('files.fileId', order)
    .limit(limit);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple(column, 'files.fileId'), order === 'asc' ? '>' : '<', eb.tuple(after.place, after.fileId)),
    );
  }
  return query;
}

const STATUSES = { removed: ['removed'], there: ['published', 'reserved'] } as const;

export async function listCandidates(
  db: Db,
  serviceId: string,
  { type, isRemoved }: FileFilter,
  limit: number,
): Promise<string[] | undefined> {
  if (!type && !isRemoved) return undefined;
  const statuses = isRemoved ? STATUSES.removed : STATUSES.there;
  const fileTypes = type && 'fileType' in type ? [type.fileType] : (['image', 'file'] as const);
  const kinds = statuses.flatMap((status) => fileTypes.map((fileType) => ({ status, fileType })));
  const mimeType = type && 'mimeType' in type ? type.mimeType : undefined;
  const found: string[] = [];
  for (const kind of kinds) {
    if (found.length === limit) break;
    found.push(...(await listFilesOfKind(db, { serviceId, mimeType, ...kind, limit: limit - found.length })));
  }
  return found;
}

async function listFilesOfKind(
  db: Db,
  {
    limit,
    mimeType,
    ...kind
  }: { serviceId: string; status: string; fileType: string; mimeType: string | undefined; limit: number },
): Promise<string[]> {
  const query = db
    .selectFrom('files')
    .select('fileId')
    .where('serviceId', '=', kind.serviceId)
    .where('status', '=', kind.status)
    .where('fileType', '=', kind.fileType)
    .orderBy('mimeType')
    .orderBy('fileId')
    .limit(limit);
  const rows = await (mimeType === undefined ? query : query.where('mimeType', '=', mimeType)).execute();
  return rows.map(({ fileId }) => fileId);
}

type Eb = ExpressionBuilder<Tables, 'files'>;

function matches({ nameKey, type, isUnused, isRemoved }: FileFilter, eb: Eb): Expression<SqlBool> {
  return eb.and([
    eb('files.uploadedAt', 'is not', null),
    eb('files.status', isRemoved ? '=' : '!=', 'removed'),
    ...(nameKey ? [containsName(nameKey, eb)] : []),
    ...(type ? [isOfType(type, eb)] : []),
    ...(isUnused ? [isUnusedFile()] : []),
  ]);
}

/** Avoids LIKE: identical on both engines, and no wildcards to escape. */
function containsName(nameKey: string, eb: Eb): Expression<SqlBool> {
  const column = eb.ref('files.nameKey');
  return sql<boolean>`octet_length(replace(${column}, ${nameKey}, '')) < octet_length(${column})`;
}

function isOfType(type: NonNullable<FileFilter['type']>, eb: Eb): Expression<SqlBool> {
  return 'fileType' in type ? eb('files.fileType', '=', type.fileType) : eb('files.mimeType', '=', type.mimeType);
}

/** Uses a subquery per row: for `not exists` PostgreSQL would read all uses. */
function isUnusedFile(): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'files'>();
  const use = eb
    .selectFrom('fileUses')
    .select('fileUses.fileId')
    .whereRef('fileUses.fileId', '=', 'files.fileId')
    .limit(1);
  return eb(use, 'is', null);
}

export async function listFilesInOrder(db: Db, serviceId: string, fileIds: readonly string[]): Promise<FileRow[]> {
  const rows = await listFilesEverById(db, serviceId, fileIds);
  const found = new Map(rows.map((row) => [row.fileId, row]));
  return fileIds.flatMap((fileId) => found.get(fileId) ?? []);
}

/** Ids grow with time, so the oldest duplicate has the smallest. */
export async function listDuplicates(
  db: Db,
  serviceId: string,
  fileIds: readonly string[],
): Promise<Map<string, { fileId: string; name: string }>> {
  const rows = await db
    .selectFrom('files')
    .innerJoin('files as twins', (join) =>
      join.on((eb) =>
        eb(
          'twins.fileId',
          '=',
          eb
            .selectFrom('files as others')
            .select('others.fileId')
            .where('others.serviceId', '=', serviceId)
            .whereRef('others.digest', '=', 'files.digest')
            .whereRef('others.fileId', '!=', 'files.fileId')
            .where('others.status', '!=', 'removed')
            .where('others.uploadedAt', 'is not', null)
            .orderBy('others.fileId')
            .limit(1),
        ),
      ),
    )
    .select(['files.fileId', 'twins.fileId as duplicateId', 'twins.name'])
    .where('files.fileId', 'in', [...fileIds])
    .where((eb) => eb(preventIndexUse(eb.ref('files.serviceId')), '=', serviceId))
    .where('files.digest', 'is not', null)
    .execute();
  return new Map(rows.map(({ fileId, duplicateId, name }) => [fileId, { fileId: duplicateId, name }]));
}
