import { useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useJournal } from './use-stored-draft.ts';

export interface Draft {
  /**
   * Time at which restored input was typed, in milliseconds since the Unix epoch. Undefined when nothing was restored.
   */
  readonly restoredFrom: number | undefined;
  /** Deletes the draft and the leave guard. Call it after saving, before navigating. */
  readonly finish: () => void;
  /** Deletes the restored draft; the caller resets the form. */
  readonly discard: () => void;
}

export interface DraftOptions<Values> {
  readonly key: string;
  readonly values: Values;
  readonly isDirty: boolean;
  /** Restores a draft. Drafts of an older version of the form may lack fields. */
  readonly restore: (values: Partial<Values>) => void;
  /** Returns true while leaving would interrupt an operation. */
  readonly isBusy?: () => boolean;
}

/** Keeps unsaved input across reloads, expired sessions and server failures, and asks before leaving the screen. */
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

interface ControlledForm<Values> {
  readonly values: Values;
  readonly isDirty: () => boolean;
  readonly setValues: (values: Partial<Values>) => void;
  readonly isBusy?: () => boolean;
}

export function useUnsavedDraft<Values>(key: string, form: ControlledForm<Values>): Draft {
  return useDraft<Values>({
    key,
    values: form.values,
    isDirty: form.isDirty(),
    restore: (values) => form.setValues(values),
    ...(form.isBusy && { isBusy: form.isBusy }),
  });
}
