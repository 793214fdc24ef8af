import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CARD_SIZE } from '#contract/cards.ts';
import { PRIVATE_PREFIX } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Repeating, startRepeating } from '../platform/start-repeating.ts';
import { type ListedObject, listIfAllowed, type Storage } from '../storage/index.ts';
import type { Card } from './card.ts';

/** Raised with every change of what a card looks like, so that those that are kept are drawn again. */
const DRAWING_VERSION = 1;

const CARDS = `${PRIVATE_PREFIX}cards/`;
const DAY_MS = 24 * 60 * 60_000;
/** What somebody asks for after that is drawn again. */
const KEPT_DAYS = 30;
const MAX_KEPT = 10_000;

export interface KeepingTools {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
}

/** Names what is drawn: two cards of the same name look the same. */
export function nameOfCard(card: Card): string {
  const drawn = JSON.stringify([DRAWING_VERSION, CARD_SIZE, Object.entries(card).sort()]);
  return createHash('sha256').update(drawn).digest('hex').slice(0, 40);
}

export interface CardPlace {
  readonly serviceId: string;
  /** The post's id, or a word for the service itself. */
  readonly of: string;
  readonly name: string;
}

/** A storage that is away only costs a drawing. */
export async function findKeptCard({ storage, log }: KeepingTools, place: CardPlace): Promise<Buffer | undefined> {
  try {
    const kept = await storage.get(keyOf(place));
    return kept && (await buffer(kept.content));
  } catch (error) {
    log.warn({ err: error }, 'kept card could not be read');
    return undefined;
  }
}

/** Keeps a card in the place of an older one of the same thing. */
export async function keepCard({ storage, log }: KeepingTools, place: CardPlace, png: Buffer): Promise<void> {
  const key = keyOf(place);
  try {
    await storage.put(key, png);
    for await (const other of listIfAllowed(storage, folderOf(place)))
      if (other.key !== key) await storage.delete(other.key);
  } catch (error) {
    log.warn({ err: error }, 'card could not be kept');
  }
}

/** Takes away cards that have been kept for long and, where there are too many, the oldest: now, and once a day from now on. */
export function startCardCleaning(tools: KeepingTools): Repeating {
  const failure = 'kept cards could not be taken away';
  return startRepeating((signal) => cleanCards(tools, { signal }), { everyMs: DAY_MS, log: tools.log, failure });
}

export async function cleanCards(
  { storage, clock }: { readonly storage: Pick<Storage, 'list' | 'delete'>; readonly clock: Clock },
  { signal, maxKept = MAX_KEPT }: { readonly signal?: AbortSignal; readonly maxKept?: number } = {},
): Promise<void> {
  const keptSince = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const kept: ListedObject[] = [];
  const dropOldest = async () => {
    kept.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
    for (const { key } of kept.splice(maxKept)) {
      if (signal?.aborted) return;
      await storage.delete(key);
    }
  };
  for await (const card of listIfAllowed(storage, CARDS)) {
    if (signal?.aborted) return;
    if (card.modifiedAt < keptSince) await storage.delete(card.key);
    else kept.push(card);
    // However many there are, no more than twice as many as stay are remembered.
    if (kept.length >= 2 * maxKept) await dropOldest();
  }
  await dropOldest();
}

function folderOf({ serviceId, of }: CardPlace): string {
  return `${CARDS}${serviceId}/${of}/`;
}

function keyOf(place: CardPlace): string {
  return `${folderOf(place)}${place.name}.png`;
}
