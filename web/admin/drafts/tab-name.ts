/** Session storage keeps the tab's name across reloads and session restore. */
const STORAGE_KEY = 'kawaraban.tab';
const LOCK = 'kawaraban.tab.';

let tabName: Promise<string> | undefined;

/** Returns this tab's name, which is unique among open tabs. */
export function thisTab(): Promise<string> {
  tabName ??= nameTab();
  return tabName;
}

export async function openTabs(): Promise<ReadonlySet<string>> {
  try {
    const heldLocks = (await lockManager()?.query())?.held ?? [];
    const names = heldLocks.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
    return new Set(names.map((name) => name.slice(LOCK.length)));
  } catch {
    return new Set();
  }
}

async function nameTab(): Promise<string> {
  const before = storedName();
  // A duplicated tab inherits the session storage of its original, including the name.
  if (before !== undefined && (await lockName(before))) return before;
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  await lockName(name);
  try {
    sessionStorage.setItem(STORAGE_KEY, name);
  } catch {
    // Without session storage the name lasts until the next reload.
  }
  return name;
}

/** Holds a lock on the name until the page is unloaded. Resolves with false when another tab holds it. */
function lockName(name: string): Promise<boolean> {
  const locks = lockManager();
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock ? new Promise<never>(() => {}) : undefined;
    };
    locks.request(`${LOCK}${name}`, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

function storedName(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined in insecure contexts, where browsers do not expose Web Locks. */
function lockManager(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
