/** Number of consecutive post numbers that share one row per n-gram. */
const BLOCK = 4096;
const BLOCK_BYTES = BLOCK / 8;

export type PostSet = ReadonlyMap<number, Uint8Array>;

export const noPosts: PostSet = new Map();

export function blockOf(number: number): number {
  return Math.floor(number / BLOCK);
}

export function placeOf(number: number): number {
  return number % BLOCK;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let value = 0; value < 64; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

/** Prefix of a block stored as base64 bitmap. Otherwise it is a sorted list of offsets with two base64 digits each. */
const WHOLE = '*';
/** From this number of offsets the bitmap is shorter. */
const MAX_PLACES = 341;

function addPlaces(bytes: Uint8Array, stored: string): Uint8Array {
  if (stored.startsWith(WHOLE)) {
    const bits = Buffer.from(stored.slice(1), 'base64');
    for (let index = 0; index < BLOCK_BYTES; index += 1) bytes[index] = (bytes[index] ?? 0) | (bits[index] ?? 0);
    return bytes;
  }
  for (let index = 0; index < stored.length; index += 2) setPlace(bytes, readPlace(stored, index));
  return bytes;
}

function readPlace(stored: string, index: number): number {
  return ((VALUES[stored.charCodeAt(index)] ?? 0) << 6) | (VALUES[stored.charCodeAt(index + 1)] ?? 0);
}

function setPlace(bytes: Uint8Array, place: number): void {
  bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
}

export interface PlaceChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export function changePlaces(stored: string, { added, removed }: PlaceChange): string {
  const [only] = added;
  if (added.length === 1 && only !== undefined && removed.length === 0 && isSparse(stored))
    return withPlace(stored, only);
  const bytes = addPlaces(new Uint8Array(BLOCK_BYTES), stored);
  for (const place of removed) bytes[place >> 3] = (bytes[place >> 3] ?? 0) & ~(1 << (place & 7));
  for (const place of added) setPlace(bytes, place);
  return encode(bytes);
}

export function mergePlaces(stored: string, other: string): string {
  return encode(addPlaces(addPlaces(new Uint8Array(BLOCK_BYTES), stored), other));
}

function isSparse(stored: string): boolean {
  return !stored.startsWith(WHOLE) && stored.length < 2 * (MAX_PLACES - 1);
}

/** Fast path for new posts, which mostly append: does not decode the block. */
function withPlace(stored: string, place: number): string {
  let end = stored.length;
  while (end > 0 && readPlace(stored, end - 2) > place) end -= 2;
  if (end > 0 && readPlace(stored, end - 2) === place) return stored;
  return stored.slice(0, end) + digitsOf(place) + stored.slice(end);
}

function digitsOf(place: number): string {
  return DIGITS.charAt(place >> 6) + DIGITS.charAt(place & 63);
}

function encode(bytes: Uint8Array): string {
  if (countOf(bytes) >= MAX_PLACES) return WHOLE + Buffer.from(bytes).toString('base64');
  return placesIn(bytes).map(digitsOf).join('');
}

function placesIn(bytes: Uint8Array): number[] {
  const places: number[] = [];
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    const byte = bytes[index] ?? 0;
    for (let bit = 0; byte >> bit > 0; bit += 1) if ((byte >> bit) & 1) places.push(index * 8 + bit);
  }
  return places;
}

function countOf(bytes: Uint8Array): number {
  let count = 0;
  for (let byte of bytes) for (; byte > 0; byte &= byte - 1) count += 1;
  return count;
}

export function toPostSet(rows: Iterable<{ readonly block: number; readonly posts: string }>): PostSet {
  const set = new Map<number, Uint8Array>();
  for (const { block, posts } of rows) set.set(block, addPlaces(set.get(block) ?? new Uint8Array(BLOCK_BYTES), posts));
  return set;
}

export function union(sets: readonly PostSet[]): PostSet {
  const [first = noPosts, ...others] = sets.filter((set) => set.size > 0);
  if (others.length === 0) return first;
  const all = new Map<number, Uint8Array>();
  for (const set of [first, ...others]) {
    for (const [block, bytes] of set) {
      const own = all.get(block);
      all.set(block, own ? combine(own, bytes, (one, other) => one | other) : bytes);
    }
  }
  return all;
}

export function intersection(sets: readonly PostSet[]): PostSet {
  const [first = noPosts, ...others] = sets.toSorted((one, other) => one.size - other.size);
  return others.reduce((common, set) => pairwise(common, set, (one, other) => one & other), first);
}

export function difference(set: PostSet, without: PostSet): PostSet {
  const left = [...set].map(([block, bytes]) => {
    const other = without.get(block);
    return [block, other ? combine(bytes, other, (one, gone) => one & ~gone) : bytes] as const;
  });
  return new Map(left);
}

type Operation = (one: number, other: number) => number;

function pairwise(set: PostSet, other: PostSet, operation: Operation): PostSet {
  const common = [...set].flatMap(([block, bytes]) => {
    const against = other.get(block);
    return against ? [[block, combine(bytes, against, operation)] as const] : [];
  });
  return new Map(common);
}

function combine(one: Uint8Array, other: Uint8Array, operation: Operation): Uint8Array {
  return one.map((byte, index) => operation(byte, other[index] ?? 0));
}

export function hasPost(set: PostSet, number: number): boolean {
  const bytes = set.get(blockOf(number));
  const place = placeOf(number);
  return bytes !== undefined && (((bytes[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

export function sizeOf(set: PostSet): number {
  let size = 0;
  for (const bytes of set.values()) size += countOf(bytes);
  return size;
}

export function numbersOf(set: PostSet): number[] {
  return [...set].flatMap(([block, bytes]) => placesIn(bytes).map((place) => block * BLOCK + place));
}
