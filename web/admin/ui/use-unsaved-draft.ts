import { useCallback, useEffect, useRef, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import { draftKey, dropDraft, dropOldDrafts, readDraft, writeDraft } from './draft-storage.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface Draft {
  /** When what the form shows was typed, in milliseconds, if it was put back; nothing was saved since. */
  readonly restoredFrom: number | undefined;
  /** Forgets the draft; call it once the input is saved, before leaving. Leaving asks nothing after that. */
  readonly finish: () => void;
  /** Forgets what was put back; the form itself must be reset, too. */
  readonly discard: () => void;
}

export interface DraftOptions<Values> {
  /** Names the form and the thing in it, such as `service.news`. */
  readonly key: string;
  readonly values: Values;
  /** Whether there is anything that has not been saved. */
  readonly isDirty: boolean;
  /** Puts a draft back into the form; values of an older form may be missing some. */
  readonly restore: (values: Partial<Values>) => void;
  /** Whether something is under way that leaving would break off. */
  readonly isBusy?: () => boolean;
}

/** Time after the last key until the draft is written, in milliseconds. */
const WRITE_DELAY_MS = 300;

/**
 * Keeps unsaved input through a reload, a lost session and a server that is down, and asks before it is left.
 */
export function useDraft<Values>({ key, values, isDirty, restore, isBusy }: DraftOptions<Values>): Draft {
  const { username } = useActor();
  const storageKey = draftKey(username, key);
  const [restoredFrom, setRestoredFrom] = useState<number>();
  const isFinished = useRef(false);
  const wasDirty = useRef(false);
  const latest = useRef({ values, isDirty });
  latest.current = { values, isDirty };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is put back once, when its form appears
  useEffect(() => {
    dropOldDrafts();
    const draft = readDraft(storageKey);
    if (typeof draft?.values !== 'object' || draft.values === null) return;
    restore(draft.values as Partial<Values>);
    setRestoredFrom(draft.savedAt);
  }, [storageKey]);

  const write = useCallback(() => {
    if (isFinished.current) return;
    if (latest.current.isDirty) writeDraft(storageKey, latest.current.values);
    else if (wasDirty.current) dropDraft(storageKey);
    wasDirty.current = latest.current.isDirty;
  }, [storageKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is what is waited for
  useEffect(() => {
    const timer = setTimeout(write, WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values, write]);

  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => window.removeEventListener('pagehide', write);
  }, [write]);

  const discard = useCallback(() => {
    setRestoredFrom(undefined);
    dropDraft(storageKey);
  }, [storageKey]);

  const finish = useCallback(() => {
    isFinished.current = true;
    discard();
  }, [discard]);

  useLeaveGuard(() => (latest.current.isDirty || isBusy?.() === true) && !isFinished.current, finish);
  return { restoredFrom, finish, discard };
}

/** What is needed of a Mantine form in its controlled mode. */
interface ControlledForm<Values> {
  readonly values: Values;
  readonly isDirty: () => boolean;
  readonly setValues: (values: Partial<Values>) => void;
  readonly isBusy?: () => boolean;
}

/** The same for a form of Mantine's in its controlled mode. */
export function useUnsavedDraft<Values>(key: string, form: ControlledForm<Values>): Draft {
  return useDraft<Values>({
    key,
    values: form.values,
    isDirty: form.isDirty(),
    restore: (values) => form.setValues(values),
    ...(form.isBusy && { isBusy: form.isBusy }),
  });
}
