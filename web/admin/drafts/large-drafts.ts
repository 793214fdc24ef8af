export interface LargeDrafts {
  readonly read: (key: string) => Promise<string | undefined>;
  readonly write: (key: string, text: string) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

const DATABASE = 'kawaraban';
const STORE = 'drafts';

let opened: Promise<IDBDatabase> | undefined;

export function ownLargeDrafts(): LargeDrafts | undefined {
  return typeof indexedDB === 'undefined' ? undefined : largeDrafts;
}

const largeDrafts: LargeDrafts = {
  read: (key) => inStore('readonly', (store) => store.get(key)),
  write: async (key, text) => void (await inStore('readwrite', (store) => store.put(text, key))),
  drop: (key) => inStore('readwrite', (store) => store.delete(key)),
  keys: async () => (await inStore('readonly', (store) => store.getAllKeys())).map(String),
};

async function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  const transaction = database.transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return await new Promise((resolve, reject) => {
    // A request can succeed in a transaction that is aborted later.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Forgets a failed attempt, so that the next call tries again. */
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
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
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
