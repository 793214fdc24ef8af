/** What somebody has typed and not saved, kept in this browser. */

const PREFIX = 'kawaraban.draft.';
/** Forgotten drafts go after this long. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** So many are kept, the newest of them. */
const MAX_DRAFTS = 20;

export interface StoredDraft {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly values: unknown;
}

/** Drafts belong to an account: others at the same browser do not meet them. */
export function draftKey(username: string, form: string): string {
  return `${PREFIX}${username}.${form}`;
}

export function readDraft(key: string, storage: Storage | undefined = ownStorage()): StoredDraft | undefined {
  try {
    const draft = JSON.parse(storage?.getItem(key) ?? 'null') as StoredDraft | null;
    return typeof draft?.savedAt === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Older drafts make room. One that does not fit even then is not kept; the page has it still. */
export function writeDraft(
  key: string,
  values: unknown,
  storage: Storage | undefined = ownStorage(),
  now = Date.now(),
): void {
  if (!storage) return;
  const draft = JSON.stringify({ savedAt: now, values } satisfies StoredDraft);
  const others = newestFirst(storage).filter((other) => other !== key);
  for (;;) {
    try {
      storage.setItem(key, draft);
      return;
    } catch {
      const oldest = others.pop();
      storage.removeItem(oldest ?? key);
      if (oldest === undefined) return;
    }
  }
}

export function dropDraft(key: string, storage: Storage | undefined = ownStorage()): void {
  storage?.removeItem(key);
}

export function dropOldDrafts(storage: Storage | undefined = ownStorage(), now = Date.now()): void {
  if (!storage) return;
  const keys = newestFirst(storage);
  for (const [index, key] of keys.entries()) {
    if (index >= MAX_DRAFTS || savedAt(key, storage) < now - MAX_AGE_MS) storage.removeItem(key);
  }
}

/** Nothing where the browser is told to keep nothing: then even asking for it is an error. */
function ownStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function newestFirst(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: savedAt(key, storage) }))
    .sort((a, b) => b.at - a.at)
    .map(({ key }) => key);
}

function savedAt(key: string, storage: Storage): number {
  return readDraft(key, storage)?.savedAt ?? 0;
}
