const PREFIX = 'kawaraban.draft.';
const TAB = '~';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_DRAFTS = 50;
/** Drafts of this many UTF-16 code units or more go to IndexedDB. */
const LARGE = 500_000;
const DATABASE = 'kawaraban';
const OBJECT_STORE = 'drafts';

export interface Draft {
  /** Milliseconds since the Unix epoch. */
  readonly savedAt: number;
  readonly values: unknown;
}

export interface DraftEntry {
  readonly key: string;
  readonly tab: string;
  readonly savedAt: number;
  /** Other values replaced these in the form. Such a draft is offered and never restored automatically. */
  readonly isReplaced: boolean;
}

interface DraftStore {
  /** Returns the drafts of a form from all tabs, newest first. */
  readonly list: (username: string, form: string) => DraftEntry[];
  readonly read: (key: string) => Promise<Draft | undefined>;
  /** Stores a draft, synchronously unless it is large. Resolves with false when it could not be stored. */
  readonly write: (key: string, values: unknown, options?: WriteOptions) => Promise<boolean>;
  readonly delete: (key: string) => void;
  readonly move: (from: string, to: string) => Promise<void>;
  readonly deleteExpired: (now?: number) => void;
}

interface WriteOptions {
  readonly isReplaced?: boolean;
  readonly now?: number;
}

export interface LargeStorage {
  readonly read: (key: string) => Promise<string | undefined>;
  readonly write: (key: string, text: string) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

interface Backends {
  readonly local: Storage | undefined;
  readonly large: LargeStorage | undefined;
}

/** Format of the entries that browsers hold already. Values of large drafts are in IndexedDB instead. */
interface StoredEntry {
  readonly savedAt: number;
  readonly isAside?: boolean;
  readonly values?: unknown;
  readonly isLarge?: boolean;
}

export const draftStore: DraftStore = createDraftStore(browserBackends);

/** Includes account and tab, so that accounts on a shared computer and open tabs never share drafts. */
export function draftKey(username: string, form: string, tab: string): string {
  return `${baseKey(username, form)}${TAB}${tab}`;
}

export function replacedDraftKey(username: string, form: string): string {
  return draftKey(username, form, `aside-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`);
}

export function createDraftStore(backends: () => Backends): DraftStore {
  /** Latest write of each draft; prevents a slow IndexedDB write from overwriting a newer one. */
  const latestWrites = new Map<string, symbol>();

  function list(username: string, form: string): DraftEntry[] {
    const base = baseKey(username, form);
    return newestFirst(backends().local).flatMap(({ key, entry: { savedAt, isAside = false } }) => {
      if (key === base) return [{ key, tab: '', savedAt, isReplaced: isAside }];
      if (!key.startsWith(`${base}${TAB}`)) return [];
      return [{ key, tab: key.slice(base.length + TAB.length), savedAt, isReplaced: isAside }];
    });
  }

  async function read(key: string): Promise<Draft | undefined> {
    const { local, large } = backends();
    const entry = readEntry(key, local);
    if (!entry?.isLarge) return entry && { savedAt: entry.savedAt, values: entry.values };
    const text = await large?.read(key).catch(() => undefined);
    return text === undefined ? undefined : { savedAt: entry.savedAt, values: JSON.parse(text) };
  }

  async function write(
    key: string,
    values: unknown,
    { isReplaced = false, now = Date.now() }: WriteOptions = {},
  ): Promise<boolean> {
    const { local, large } = backends();
    const thisWrite = Symbol();
    latestWrites.set(key, thisWrite);
    const text = JSON.stringify(values);
    const entry = { savedAt: now, ...(isReplaced && { isAside: true }) };
    const whole = `${JSON.stringify(entry).slice(0, -1)},"values":${text}}`;
    if (whole.length < LARGE && setItem(local, key, whole)) return true;
    const isInLarge = await large?.write(key, text).then(
      () => true,
      () => false,
    );
    if (latestWrites.get(key) !== thisWrite) return true;
    return setItemEvicting(local, key, isInLarge ? JSON.stringify({ ...entry, isLarge: true }) : whole);
  }

  function deleteDraft(key: string): void {
    const { local, large } = backends();
    latestWrites.set(key, Symbol());
    const wasLarge = readEntry(key, local)?.isLarge;
    local?.removeItem(key);
    if (wasLarge) large?.delete(key).catch(() => {});
  }

  async function move(from: string, to: string): Promise<void> {
    const entry = readEntry(from, backends().local);
    const draft = await read(from);
    if (!entry || !draft) return;
    const isReplaced = entry.isAside ?? false;
    if (await write(to, draft.values, { isReplaced, now: entry.savedAt })) deleteDraft(from);
  }

  function deleteExpired(now = Date.now()): void {
    for (const [index, { key, entry }] of newestFirst(backends().local).entries()) {
      if (index >= MAX_DRAFTS || entry.savedAt < now - MAX_AGE_MS) deleteDraft(key);
    }
    deleteOrphans().catch(() => {});
  }

  /** Deletes large drafts without a `localStorage` entry, except this page's own, whose entry follows. */
  async function deleteOrphans(): Promise<void> {
    const { local, large } = backends();
    for (const key of (await large?.keys()) ?? []) {
      if (!latestWrites.has(key) && !readEntry(key, local)?.isLarge) await large?.delete(key);
    }
  }

  return { list, read, write, delete: deleteDraft, move, deleteExpired };
}

function baseKey(username: string, form: string): string {
  return `${PREFIX}${username}.${form}`;
}

function newestFirst(local: Storage | undefined): { key: string; entry: StoredEntry }[] {
  return Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, entry: readEntry(key, local) ?? { savedAt: 0 } }))
    .sort((a, b) => b.entry.savedAt - a.entry.savedAt);
}

function readEntry(key: string, local: Storage | undefined): StoredEntry | undefined {
  try {
    const entry = JSON.parse(local?.getItem(key) ?? 'null') as StoredEntry | null;
    return typeof entry?.savedAt === 'number' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function setItem(local: Storage | undefined, key: string, text: string): boolean {
  try {
    local?.setItem(key, text);
    return local !== undefined;
  } catch {
    return false;
  }
}

function setItemEvicting(local: Storage | undefined, key: string, text: string): boolean {
  if (!local) return false;
  const others = newestFirst(local).filter((other) => other.key !== key);
  while (!setItem(local, key, text)) {
    const oldest = others.pop();
    local.removeItem(oldest?.key ?? key);
    if (!oldest) return false;
  }
  return true;
}

/** Returns no backends when the browser blocks storage: accessing `localStorage` then throws. */
function browserBackends(): Backends {
  try {
    return { local: localStorage, large: typeof indexedDB === 'undefined' ? undefined : indexedDbStorage };
  } catch {
    return { local: undefined, large: undefined };
  }
}

const indexedDbStorage: LargeStorage = {
  read: (key) => inObjectStore('readonly', (store) => store.get(key)),
  write: async (key, text) => void (await inObjectStore('readwrite', (store) => store.put(text, key))),
  delete: (key) => inObjectStore('readwrite', (store) => store.delete(key)),
  keys: async () => (await inObjectStore('readonly', (store) => store.getAllKeys())).map(String),
};

async function inObjectStore<Result>(
  mode: IDBTransactionMode,
  send: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  const transaction = database.transaction(OBJECT_STORE, mode);
  const request = send(transaction.objectStore(OBJECT_STORE));
  return await new Promise((resolve, reject) => {
    // A request can succeed in a transaction that is aborted later.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= requestDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

function requestDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(OBJECT_STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      result.onclose = () => {
        opened = undefined;
      };
      resolve(result);
    };
  });
}
