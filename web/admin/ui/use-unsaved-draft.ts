import { useEffect, useRef, useState } from 'react';
import { useJournal } from './use-journal.ts';
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

/**
 * Keeps unsaved input through a reload, a lost session and a server that is down, and asks before it is left.
 */
export function useDraft<Values>({ key, values, isDirty, restore, isBusy }: DraftOptions<Values>): Draft {
  const [restoredFrom, setRestoredFrom] = useState<number>();
  const isFinished = useRef(false);
  const latest = useRef({ values, isDirty });
  latest.current = { values, isDirty };
  const journal = useJournal({
    name: key,
    read: () => latest.current,
    onOpened: (draft) => {
      if (typeof draft?.values !== 'object' || draft.values === null) return;
      restore(draft.values as Partial<Values>);
      setRestoredFrom(draft.savedAt);
    },
  });

  const { touch } = journal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is what is waited for
  useEffect(touch, [values, touch]);

  function discard(): void {
    setRestoredFrom(undefined);
    journal.drop();
  }

  function finish(): void {
    isFinished.current = true;
    setRestoredFrom(undefined);
    journal.finish();
  }

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
