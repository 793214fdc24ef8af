import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import {
  asideTab,
  type DraftEntry,
  draftKey,
  dropDraft,
  dropOldDrafts,
  listDrafts,
  moveDraft,
  readDraft,
  type StoredDraft,
  writeDraft,
} from './draft-store.ts';

/** Session storage keeps the tab's name across reloads and session restore. */
const STORAGE_KEY = 'kawaraban.tab';
const LOCK = 'kawaraban.tab.';

let named: Promise<string> | undefined;

/** Returns this tab's name, which is unique among open tabs. */
function thisTab(): Promise<string> {
  named ??= nameTab();
  return named;
}

/** Returns the names of open tabs; empty when the Web Locks API is unavailable. */
async function openTabs(): Promise<ReadonlySet<string>> {
  const held = (await ownLocks()?.query())?.held ?? [];
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
  return new Set(names.map((name) => name.slice(LOCK.length)));
}

async function nameTab(): Promise<string> {
  const before = storedName();
  // A duplicated tab inherits the session storage of its original, including the name.
  if (before !== undefined && (await claim(before))) return before;
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  await claim(name);
  try {
    sessionStorage.setItem(STORAGE_KEY, name);
  } catch {
    // Without session storage the name lasts until the next reload.
  }
  return name;
}

/** Holds a lock on the name until the page is unloaded. Resolves with false when another tab holds it. */
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

/** Returns undefined in insecure contexts, where browsers do not expose Web Locks. */
function ownLocks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}

/** Maximum milliseconds between typing and writing the draft. */
const WRITE_DELAY_MS = 300;

interface Options {
  /** Identifies the form and its record, such as `service.news`. */
  readonly name: string;
  readonly read: () => { readonly values: unknown; readonly isDirty: boolean };
  /** Called once, with the draft to restore or undefined. */
  readonly onOpened: (draft: StoredDraft | undefined) => void;
}

export interface Journal {
  readonly touch: () => void;
  readonly write: () => void;
  /** Deletes the draft; later changes are written again. */
  readonly drop: () => void;
  /** Deletes the draft and stops writing. */
  readonly finish: () => void;
  readonly isKept: () => boolean;
  /** Stores values that other values replace in the form. */
  readonly putAside: (values: unknown) => Promise<void>;
  /** Further drafts of the same record, from closed tabs or set aside. */
  readonly others: readonly DraftEntry[];
  readonly dropOther: (entry: DraftEntry) => void;
  /** Another tab has unsaved input in the same form. */
  readonly isOpenElsewhere: boolean;
  /** The browser stores nothing, so that input exists in this page only. */
  readonly isFailing: boolean;
}

/** Stores form input while the user types, and finds the draft of an earlier page. */
export function useJournal({ name, read, onOpened }: Options): Journal {
  const { username } = useActor();
  // Fixed on mount, so that a user who signs in over the form does not get another user's input.
  const [owner] = useState(username);
  const latest = useRef({ read, onOpened });
  latest.current = { read, onOpened };
  const state = useRef({ key: '', isKept: false, isFinished: false, timer: 0 });
  const [others, setOthers] = useState<readonly DraftEntry[]>([]);
  const [isOpenElsewhere, setOpenElsewhere] = useState(false);
  const [isFailing, setFailing] = useState(false);

  const write = useCallback(() => {
    const { current } = state;
    clearTimeout(current.timer);
    current.timer = 0;
    if (current.isFinished || current.key === '') return;
    const { values, isDirty } = latest.current.read();
    if (isDirty) void writeDraft(current.key, values).then((isIn) => setFailing(!isIn));
    else if (current.isKept) dropDraft(current.key);
    current.isKept = isDirty;
  }, []);

  const touch = useCallback(() => {
    if (state.current.timer === 0) state.current.timer = window.setTimeout(write, WRITE_DELAY_MS);
  }, [write]);

  useEffect(() => {
    let isWanted = true;
    dropOldDrafts();
    void open(owner, name, () => latest.current.read().isDirty).then((found) => {
      if (!isWanted) return;
      Object.assign(state.current, { key: found.key, isKept: found.draft !== undefined });
      setOthers(found.others);
      setOpenElsewhere(found.isOpenElsewhere);
      latest.current.onOpened(found.draft);
      touch();
    });
    return () => {
      isWanted = false;
    };
  }, [owner, name, touch]);

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && write();
    window.addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      window.removeEventListener('pagehide', write);
      document.removeEventListener('visibilitychange', onHidden);
      write();
    };
  }, [write]);

  const actions = useMemo(() => {
    function drop(): void {
      state.current.isKept = false;
      if (state.current.key !== '') dropDraft(state.current.key);
    }
    function dropOther(entry: DraftEntry): void {
      dropDraft(entry.key);
      setOthers((before) => before.filter(({ key }) => key !== entry.key));
    }
    async function putAside(values: unknown): Promise<void> {
      const key = draftKey(owner, name, asideTab());
      await writeDraft(key, values, { isAside: true });
      const entry = listDrafts(owner, name).find((each) => each.key === key);
      if (entry) setOthers((before) => [entry, ...before]);
    }
    function finish(): void {
      state.current.isFinished = true;
      drop();
    }
    return { drop, dropOther, putAside, finish, isKept: () => state.current.isKept };
  }, [owner, name]);

  return { touch, write, ...actions, others, isOpenElsewhere, isFailing };
}

interface Opened {
  readonly key: string;
  readonly draft: StoredDraft | undefined;
  readonly others: readonly DraftEntry[];
  readonly isOpenElsewhere: boolean;
}

/** Returns the draft of this tab. Without one it takes over the newest draft of a closed tab. */
async function open(owner: string, name: string, isTyping: () => boolean): Promise<Opened> {
  const [tab, open] = await Promise.all([thisTab(), openTabs().catch((): ReadonlySet<string> => new Set())]);
  const key = draftKey(owner, name, tab);
  const entries = listDrafts(owner, name);
  const left = entries.filter((entry) => entry.tab !== tab && !open.has(entry.tab));
  const wanted = entries.find((entry) => entry.tab === tab) ?? left.find(({ isAside }) => !isAside);
  const draft = wanted && (await readDraft(wanted.key));
  const isOpenElsewhere = entries.some((entry) => entry.tab !== tab && open.has(entry.tab));
  if (!wanted || !draft) return { key, draft: undefined, others: left, isOpenElsewhere };
  // Input that has already begun is not replaced; the found draft is offered instead.
  const target = isTyping() ? draftKey(owner, name, asideTab()) : key;
  if (target !== wanted.key) await moveDraft(wanted.key, target);
  const others = left.filter((entry) => entry !== wanted);
  if (target === key) return { key, draft, others, isOpenElsewhere };
  return { key, draft: undefined, others: [{ ...wanted, key: target }, ...others], isOpenElsewhere };
}
