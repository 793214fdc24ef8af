import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import { readStoredText, storeText } from '../../ui/browser-storage.ts';
import { type Draft, type DraftEntry, draftKey, draftStore, replacedDraftKey } from './draft-store.ts';

const WRITE_DELAY_MS = 300;

interface Options {
  /** Identifies the form and its record, such as `service.news`. */
  readonly name: string;
  readonly read: () => { readonly values: unknown; readonly isDirty: boolean };
  readonly onOpened: (draft: Draft | undefined) => void;
}

export interface StoredDraft {
  readonly scheduleWrite: () => void;
  readonly write: () => void;
  /** Deletes the draft; later changes are written again. */
  readonly remove: () => void;
  readonly finish: () => void;
  readonly isStored: () => boolean;
  readonly storeReplaced: (values: unknown) => Promise<void>;
  /** Further drafts of the same record: left by closed tabs, or replaced. */
  readonly others: readonly DraftEntry[];
  readonly removeOther: (entry: DraftEntry) => void;
  readonly isOpenElsewhere: boolean;
  /** The browser stores nothing, so that input exists in this page only. */
  readonly isFailing: boolean;
}

export function useStoredDraft({ name, read, onOpened }: Options): StoredDraft {
  const { username } = useActor();
  // Fixed on mount, so that a user who signs in over the form does not get another user's input.
  const [owner] = useState(username);
  const latest = useRef({ read, onOpened });
  latest.current = { read, onOpened };
  const state = useRef({ key: '', isStored: false, isFinished: false, timer: 0 });
  const [others, setOthers] = useState<readonly DraftEntry[]>([]);
  const [isOpenElsewhere, setOpenElsewhere] = useState(false);
  const [isFailing, setFailing] = useState(false);

  const write = useCallback(() => {
    const { current } = state;
    clearTimeout(current.timer);
    current.timer = 0;
    if (current.isFinished || current.key === '') return;
    const { values, isDirty } = latest.current.read();
    if (isDirty) void draftStore.write(current.key, values).then((isWritten) => setFailing(!isWritten));
    else if (current.isStored) draftStore.delete(current.key);
    current.isStored = isDirty;
  }, []);

  const scheduleWrite = useCallback(() => {
    if (state.current.timer === 0) state.current.timer = window.setTimeout(write, WRITE_DELAY_MS);
  }, [write]);

  useEffect(() => {
    let isMounted = true;
    draftStore.deleteExpired();
    void openDraft(owner, name, () => latest.current.read().isDirty).then((opened) => {
      if (!isMounted) return;
      Object.assign(state.current, { key: opened.key, isStored: opened.draft !== undefined });
      setOthers(opened.others);
      setOpenElsewhere(opened.isOpenElsewhere);
      latest.current.onOpened(opened.draft);
      scheduleWrite();
    });
    return () => {
      isMounted = false;
    };
  }, [owner, name, scheduleWrite]);

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
    function remove(): void {
      state.current.isStored = false;
      if (state.current.key !== '') draftStore.delete(state.current.key);
    }
    function removeOther(entry: DraftEntry): void {
      draftStore.delete(entry.key);
      setOthers((before) => before.filter(({ key }) => key !== entry.key));
    }
    async function storeReplaced(values: unknown): Promise<void> {
      const key = replacedDraftKey(owner, name);
      await draftStore.write(key, values, { isReplaced: true });
      const entry = draftStore.list(owner, name).find((each) => each.key === key);
      if (entry) setOthers((before) => [entry, ...before]);
    }
    function finish(): void {
      state.current.isFinished = true;
      remove();
    }
    return { remove, removeOther, storeReplaced, finish, isStored: () => state.current.isStored };
  }, [owner, name]);

  return { scheduleWrite, write, ...actions, others, isOpenElsewhere, isFailing };
}

interface OpenedDraft {
  readonly key: string;
  readonly draft: Draft | undefined;
  readonly others: readonly DraftEntry[];
  readonly isOpenElsewhere: boolean;
}

/** Returns the draft of this tab. Without one it takes over the newest draft of a closed tab. */
async function openDraft(owner: string, name: string, isTyping: () => boolean): Promise<OpenedDraft> {
  const [tab, openTabNames] = await Promise.all([thisTab(), openTabs()]);
  const key = draftKey(owner, name, tab);
  const entries = draftStore.list(owner, name);
  const leftBehind = entries.filter((entry) => entry.tab !== tab && !openTabNames.has(entry.tab));
  const found = entries.find((entry) => entry.tab === tab) ?? leftBehind.find(({ isReplaced }) => !isReplaced);
  const draft = found && (await draftStore.read(found.key));
  const isOpenElsewhere = entries.some((entry) => entry.tab !== tab && openTabNames.has(entry.tab));
  if (!found || !draft) return { key, draft: undefined, others: leftBehind, isOpenElsewhere };
  // Input that has already begun is not replaced; the found draft is offered instead.
  const target = isTyping() ? replacedDraftKey(owner, name) : key;
  if (target !== found.key) await draftStore.move(found.key, target);
  const others = leftBehind.filter((entry) => entry !== found);
  if (target === key) return { key, draft, others, isOpenElsewhere };
  return { key, draft: undefined, others: [{ ...found, key: target }, ...others], isOpenElsewhere };
}

/** Session storage keeps the tab's name across reloads and session restore. */
const STORAGE_KEY = 'kawaraban.tab';
const LOCK = 'kawaraban.tab.';

let tabName: Promise<string> | undefined;

/** Returns this tab's name, which is unique among open tabs. */
function thisTab(): Promise<string> {
  tabName ??= nameTab();
  return tabName;
}

async function openTabs(): Promise<ReadonlySet<string>> {
  try {
    const heldLocks = (await lockManager()?.query())?.held ?? [];
    const names = heldLocks.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK));
    return new Set(names.map((name) => name.slice(LOCK.length)));
  } catch {
    return new Set();
  }
}

async function nameTab(): Promise<string> {
  const before = readStoredText('sessionStorage', STORAGE_KEY);
  // A duplicated tab inherits the session storage of its original, including the name.
  if (before !== undefined && (await lockName(before))) return before;
  const name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  await lockName(name);
  storeText('sessionStorage', STORAGE_KEY, name);
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

/** Returns undefined in insecure contexts, where browsers do not expose Web Locks. */
function lockManager(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
