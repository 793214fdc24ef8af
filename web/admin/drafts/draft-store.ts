import { type LargeDrafts, ownLargeDrafts } from './large-drafts.ts';

const PREFIX = 'kawaraban.draft.';
const TAB = '~';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_DRAFTS = 50;
/** Minimum length in UTF-16 code units of drafts that go to IndexedDB instead of `localStorage`. */
const LARGE = 500_000;

export interface StoredDraft {
  /** Milliseconds since the Unix epoch. */
  readonly savedAt: number;
  readonly values: unknown;
}

export interface DraftEntry {
  readonly key: string;
  readonly tab: string;
  readonly savedAt: number;
  /** Set aside in favor of other values; such drafts are offered and never restored automatically. */
  readonly isAside: boolean;
}

/** Entry in `localStorage`: the values, or a marker that IndexedDB holds them. */
interface Record {
  readonly savedAt: number;
  readonly isAside?: boolean;
  readonly values?: unknown;
  readonly isLarge?: boolean;
}

export interface DraftStores {
  readonly local: Storage | undefined;
  readonly large: LargeDrafts | undefined;
}

interface WriteOptions {
  readonly isAside?: boolean;
  readonly stores?: DraftStores;
  readonly now?: number;
}

/** Includes account and tab, so that accounts on a shared computer and open tabs never share drafts. */
export function draftKey(username: string, form: string, tab: string): string {
  return `${baseOf(username, form)}${TAB}${tab}`;
}

export function asideTab(): string {
  return `aside-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
}

/** Returns the drafts of a form from all tabs, newest first. */
export function listDrafts(
  username: string,
  form: string,
  { local }: Pick<DraftStores, 'local'> = ownStores(),
): DraftEntry[] {
  const base = baseOf(username, form);
  return newestFirst(local).flatMap(({ key, record: { savedAt, isAside = false } }) => {
    if (key === base) return [{ key, tab: '', savedAt, isAside }];
    return key.startsWith(`${base}${TAB}`) ? [{ key, tab: key.slice(base.length + 1), savedAt, isAside }] : [];
  });
}

export async function readDraft(key: string, stores: DraftStores = ownStores()): Promise<StoredDraft | undefined> {
  const record = readRecord(key, stores.local);
  if (!record?.isLarge) return record && { savedAt: record.savedAt, values: record.values };
  const text = await stores.large?.read(key).catch(() => undefined);
  return text === undefined ? undefined : { savedAt: record.savedAt, values: JSON.parse(text) };
}

/** Latest write of each draft; prevents a slow IndexedDB write from overwriting a newer one. */
const turns = new Map<string, symbol>();

/** Stores a draft, synchronously unless it is large. Resolves with false when it could not be stored. */
export async function writeDraft(
  key: string,
  values: unknown,
  { isAside = false, stores = ownStores(), now = Date.now() }: WriteOptions = {},
): Promise<boolean> {
  const turn = Symbol();
  turns.set(key, turn);
  const text = JSON.stringify(values);
  const mark = { savedAt: now, ...(isAside && { isAside }) };
  const whole = `${JSON.stringify(mark).slice(0, -1)},"values":${text}}`;
  if (whole.length < LARGE && put(stores.local, key, whole)) return true;
  const isIn = await stores.large?.write(key, text).then(
    () => true,
    () => false,
  );
  if (turns.get(key) !== turn) return true;
  return putMakingRoom(stores.local, key, isIn ? JSON.stringify({ ...mark, isLarge: true }) : whole);
}

export function dropDraft(key: string, { local, large }: DraftStores = ownStores()): void {
  turns.set(key, Symbol());
  const wasLarge = readRecord(key, local)?.isLarge;
  local?.removeItem(key);
  if (wasLarge) large?.drop(key).catch(() => {});
}

export async function moveDraft(from: string, to: string, stores: DraftStores = ownStores()): Promise<void> {
  const record = readRecord(from, stores.local);
  const draft = await readDraft(from, stores);
  if (!record || !draft) return;
  const { savedAt, isAside = false } = record;
  if (await writeDraft(to, draft.values, { stores, isAside, now: savedAt })) dropDraft(from, stores);
}

export function dropOldDrafts(stores: DraftStores = ownStores(), now = Date.now()): void {
  for (const [index, { key, record }] of newestFirst(stores.local).entries()) {
    if (index >= MAX_DRAFTS || record.savedAt < now - MAX_AGE_MS) dropDraft(key, stores);
  }
  dropLostLargeDrafts(stores).catch(() => {});
}

/** Deletes large drafts without a `localStorage` entry. Skips those written by this page, whose entry follows. */
async function dropLostLargeDrafts({ local, large }: DraftStores): Promise<void> {
  for (const key of (await large?.keys()) ?? []) {
    if (!turns.has(key) && !readRecord(key, local)?.isLarge) await large?.drop(key);
  }
}

function baseOf(username: string, form: string): string {
  return `${PREFIX}${username}.${form}`;
}

function put(local: Storage | undefined, key: string, text: string): boolean {
  try {
    local?.setItem(key, text);
    return local !== undefined;
  } catch {
    return false;
  }
}

/** Deletes the oldest drafts until the text fits. Returns false when it does not fit at all. */
function putMakingRoom(local: Storage | undefined, key: string, text: string): boolean {
  if (!local) return false;
  const others = newestFirst(local).filter((other) => other.key !== key);
  while (!put(local, key, text)) {
    const oldest = others.pop();
    local.removeItem(oldest?.key ?? key);
    if (!oldest) return false;
  }
  return true;
}

/** Returns no stores when the browser blocks storage: accessing `localStorage` then throws. */
function ownStores(): DraftStores {
  try {
    return { local: localStorage, large: ownLargeDrafts() };
  } catch {
    return { local: undefined, large: undefined };
  }
}

function newestFirst(local: Storage | undefined): { key: string; record: Record }[] {
  return Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, record: readRecord(key, local) ?? { savedAt: 0 } }))
    .sort((a, b) => b.record.savedAt - a.record.savedAt);
}

function readRecord(key: string, local: Storage | undefined): Record | undefined {
  try {
    const record = JSON.parse(local?.getItem(key) ?? 'null') as Record | null;
    return typeof record?.savedAt === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}
