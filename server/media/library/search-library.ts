import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../database/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type FileWish,
  type LibraryOptions,
  type LibraryPosition,
  listCandidates,
  listWantedAmong,
  scanLibrary,
} from './library.repository.ts';

/** So many files, found by an index, are put in order by themselves. */
const MAX_CANDIDATES = 1000;

/** How many files one request may look at, and for how long. */
const MAX_SCANNED = 20_000;
const MAX_SCAN_MS = 2000;

const FIRST_BATCH = 100;
const MAX_BATCH = 1000;

export type SearchOptions = Omit<LibraryOptions, 'limit'> & { readonly count: number };

export interface FoundFiles {
  readonly fileIds: readonly string[];
  /** From where on there may be more. */
  readonly end: LibraryPosition | undefined;
}

/**
 * A page of a library. What no index knows is looked for file by file, in the order of the list; a page that took too
 * long ends early, even without a file, and says from where on the search continues.
 */
export async function searchLibrary(
  tools: { readonly reader: Db; readonly clock: Clock },
  { count, ...list }: SearchOptions,
  wish: FileWish,
): Promise<FoundFiles> {
  const candidates = await listCandidates(tools.reader, list.serviceId, wish, MAX_CANDIDATES + 1);
  if (!candidates || candidates.length > MAX_CANDIDATES) return lookThrough(tools, { count, ...list }, wish);
  const among = { fileIds: candidates, wish };
  const found = await listWantedAmong(tools.reader, { ...list, limit: count + 1 }, among);
  const files = found.slice(0, count);
  return { fileIds: idsOf(files), end: found.length > count ? files.at(-1) : undefined };
}

async function lookThrough(
  { reader, clock }: { readonly reader: Db; readonly clock: Clock },
  { count, ...list }: SearchOptions,
  wish: FileWish,
): Promise<FoundFiles> {
  const startedAt = clock.now().getTime();
  const wanted: LibraryPosition[] = [];
  let { after } = list;
  let looked = 0;
  for (let limit = FIRST_BATCH; ; limit = MAX_BATCH) {
    const batch = await scanLibrary(reader, { ...list, after, limit }, wish);
    for (const { isWanted, ...position } of batch) {
      // One more than fits on the page: the page ends with the one before.
      if (isWanted && wanted.length === count) return { fileIds: idsOf(wanted), end: after };
      if (isWanted) wanted.push(position);
      after = position;
    }
    if (batch.length < limit) return { fileIds: idsOf(wanted), end: undefined };
    looked += batch.length;
    if (looked >= MAX_SCANNED || clock.now().getTime() - startedAt >= MAX_SCAN_MS) break;
    // Others have their turn, whatever the engine.
    await setImmediate();
  }
  return { fileIds: idsOf(wanted), end: after };
}

function idsOf(files: readonly LibraryPosition[]): string[] {
  return files.map(({ fileId }) => fileId);
}
