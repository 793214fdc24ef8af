/** Where a tab keeps its own name, through reloads and a browser that brings its tabs back after a crash. */
const STORAGE_KEY = 'kawaraban.tab';
const LOCK = 'kawaraban.tab.';

let named: Promise<string> | undefined;

/** The name of this tab; no other one that is open has it. */
export function thisTab(): Promise<string> {
  named ??= nameTab();
  return named;
}

/** The names of the tabs that are open, as far as this browser tells. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const held = (await ownLocks()?.query())?.held ?? [];
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
}

async function nameTab(): Promise<string> {
  const before = storedName();
  // A tab that was duplicated has the name of the other one.
  if (before !== undefined && (await claim(before))) return before;
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  await claim(name);
  try {
    sessionStorage.setItem(STORAGE_KEY, name);
  } catch {
    // The name is for this page, then.
  }
  return name;
}

/** Holds a name for as long as the page lives; answers whether it was free. */
function claim(name: string): Promise<boolean> {
  const locks = ownLocks();
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

/** Browsers lend locks to pages that came over a safe connection alone. */
function ownLocks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
