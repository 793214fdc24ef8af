import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import { openTabs, thisTab } from './browser-tab.ts';
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
} from './draft-storage.ts';

/** Longest time from a key until the journal has it, in milliseconds. */
const WRITE_DELAY_MS = 300;

interface Options {
  /** Names the form and the thing in it, such as `service.news`. */
  readonly name: string;
  /** What the form holds now, and whether any of it has not been saved. */
  readonly read: () => { readonly values: unknown; readonly isDirty: boolean };
  /** Called once, when it is known what was typed before and not saved. */
  readonly onOpened: (draft: StoredDraft | undefined) => void;
}

export interface Journal {
  /** Something may have changed. */
  readonly touch: () => void;
  /** Writes what is unsaved now. */
  readonly write: () => void;
  /** Forgets what is kept, until something changes. */
  readonly drop: () => void;
  /** Forgets what is kept; nothing is written any more. */
  readonly finish: () => void;
  readonly isKept: () => boolean;
  /** Keeps values that give way to others. */
  readonly putAside: (values: unknown) => Promise<void>;
  /** What else was typed of the same thing and not saved, in tabs that are gone, or gave way. */
  readonly others: readonly DraftEntry[];
  readonly dropOther: (entry: DraftEntry) => void;
  /** Whether another tab has the same form open, with unsaved input. */
  readonly isOpenElsewhere: boolean;
  /** Whether this browser keeps nothing: the page alone has what is typed. */
  readonly isFailing: boolean;
}

/** Writes down what is typed into a form while it is typed, and finds what was typed before in a page that is gone. */
export function useJournal({ name, read, onOpened }: Options): Journal {
  const { username } = useActor();
  // Whoever signs in over the form later does not get what others typed.
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

/** The draft of this tab; without one, the newest of a tab that is gone, which is this one's from now on. */
async function open(owner: string, name: string, isTyping: () => boolean): Promise<Opened> {
  const [tab, open] = await Promise.all([thisTab(), openTabs().catch((): ReadonlySet<string> => new Set())]);
  const key = draftKey(owner, name, tab);
  const entries = listDrafts(owner, name);
  const left = entries.filter((entry) => entry.tab !== tab && !open.has(entry.tab));
  const wanted = entries.find((entry) => entry.tab === tab) ?? left.find(({ isAside }) => !isAside);
  const draft = wanted && (await readDraft(wanted.key));
  const isOpenElsewhere = entries.some((entry) => entry.tab !== tab && open.has(entry.tab));
  if (!wanted || !draft) return { key, draft: undefined, others: left, isOpenElsewhere };
  // Whoever types already is not interrupted.
  const target = isTyping() ? draftKey(owner, name, asideTab()) : key;
  if (target !== wanted.key) await moveDraft(wanted.key, target);
  const others = left.filter((entry) => entry !== wanted);
  if (target === key) return { key, draft, others, isOpenElsewhere };
  return { key, draft: undefined, others: [{ ...wanted, key: target }, ...others], isOpenElsewhere };
}
