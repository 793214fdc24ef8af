import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { findHighestKey } from './search-index.repository.ts';

/** Posts listed in the same second. With more of them, the others count as those of the next second. */
const PER_SECOND = 4096;
/** Keys of posts that no list shows are negative. */
const FIRST_UNLISTED = -(2 ** 52);

/** The index returns rows in the order of their keys, so that a page of results needs no sorting. */
export async function nextSearchKey(trx: Transaction<Tables>, listedAt: string | null): Promise<number> {
  if (listedAt === null)
    return ((await findHighestKey(trx, { from: FIRST_UNLISTED, to: -1 })) ?? FIRST_UNLISTED - 1) + 1;
  for (let first = firstKeyOf(listedAt); ; first += PER_SECOND) {
    const last = first + PER_SECOND - 1;
    const key = ((await findHighestKey(trx, { from: first, to: last })) ?? first - 1) + 1;
    if (key <= last) return key;
  }
}

export function isKeyOf(searchKey: number, listedAt: string | null): boolean {
  if (listedAt === null) return searchKey < 0;
  const first = firstKeyOf(listedAt);
  return searchKey >= first && searchKey < first + PER_SECOND;
}

/** Below the keys of all posts that are not visible yet. */
export function keyAfter(now: string): number {
  return firstKeyOf(now) + PER_SECOND;
}

function firstKeyOf(listedAt: string): number {
  return Math.max(0, Math.floor(Date.parse(listedAt) / 1000)) * PER_SECOND;
}
