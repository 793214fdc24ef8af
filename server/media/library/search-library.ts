import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type FileFilter,
  type LibraryOptions,
  type LibraryPosition,
  listCandidates,
  listMatchingAmong,
  scanLibrary,
} from './library.repository.ts';

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
