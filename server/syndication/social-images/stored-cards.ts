import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CARD_SIZE } from '#contract/cards.ts';
import { type Repeating, startRepeating } from '../../concurrency/start-repeating.ts';
import { PRIVATE_PREFIX } from '../../media/index.ts';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type ListedObject, listIfAllowed, type Storage } from '../../storage/index.ts';
import type { Card } from './drawing/draw-card.ts';

/** Increase with every change of the design, to redraw cached cards. */
const DRAWING_VERSION = 2;

const CARDS = `${PRIVATE_PREFIX}cards/`;
const STORED_DAYS = 30;
const MAX_STORED = 10_000;

export interface CardStorageTools {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
}

export function nameOfCard(card: Card): string {
  const drawn = JSON.stringify([DRAWING_VERSION, CARD_SIZE, Object.entries(card).sort()]);
  return createHash('sha256').update(drawn).digest('hex').slice(0, 40);
}

export interface StoredCardKey {
  readonly serviceId: string;
  readonly of: string;
  readonly name: string;
}

export async function findStoredCard(
  { storage, log }: CardStorageTools,
  cardKey: StoredCardKey,
): Promise<Buffer | undefined> {
  try {
    const stored = await storage.get(keyOf(cardKey));
    return stored && (await buffer(stored.content));
  } catch (error) {
    log.warn({ err: error }, 'reading stored social image failed');
    return undefined;
  }
}

export async function storeCard(
  { storage, log }: CardStorageTools,
  cardKey: StoredCardKey,
  png: Buffer,
): Promise<void> {
  const key = keyOf(cardKey);
  try {
    await storage.put(key, png);
    for await (const other of listIfAllowed(storage, folderOf(cardKey)))
      if (other.key !== key) await storage.delete(other.key);
  } catch (error) {
    log.warn({ err: error }, 'storing social image failed');
  }
}

export function startCardCleaning(tools: CardStorageTools): Repeating {
  const failure = 'deleting old social images failed';
  return startRepeating((signal) => cleanCards(tools, { signal }), { everyMs: DAY_MS, log: tools.log, failure });
}

export async function cleanCards(
  { storage, clock }: { readonly storage: Pick<Storage, 'list' | 'delete'>; readonly clock: Clock },
  { signal, maxKept: maxStored = MAX_STORED }: { readonly signal?: AbortSignal; readonly maxKept?: number } = {},
): Promise<void> {
  const oldestAllowed = new Date(clock.now().getTime() - STORED_DAYS * DAY_MS);
  const remaining: ListedObject[] = [];
  const dropOldest = async () => {
    remaining.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
    for (const { key } of remaining.splice(maxStored)) {
      if (signal?.aborted) return;
      await storage.delete(key);
    }
  };
  for await (const card of listIfAllowed(storage, CARDS)) {
    if (signal?.aborted) return;
    if (card.modifiedAt < oldestAllowed) await storage.delete(card.key);
    else remaining.push(card);
    // Bounds the memory while listing.
    if (remaining.length >= 2 * maxStored) await dropOldest();
  }
  await dropOldest();
}

function folderOf({ serviceId, of }: StoredCardKey): string {
  return `${CARDS}${serviceId}/${of}/`;
}

function keyOf(cardKey: StoredCardKey): string {
  return `${folderOf(cardKey)}${cardKey.name}.png`;
}
