import { useEffect, useRef, useState } from 'react';
import { useActor } from '../../session/actor.ts';
import { draftKey, draftStore } from './draft-store.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useStoredDraft } from './use-stored-draft.ts';

export interface FormDraft {
  /** Milliseconds since the Unix epoch at which restored input was typed; undefined when nothing was restored. */
  readonly restoredFrom: number | undefined;
  /** Deletes the draft and the leave guard. Call it after saving, before navigating. */
  readonly finish: () => void;
  readonly discard: () => void;
}

interface ControlledForm<Values> {
  readonly values: Values;
  readonly isDirty: () => boolean;
  /** Restores a draft. Drafts of an older version of the form may lack fields. */
  readonly setValues: (values: Partial<Values>) => void;
  readonly isBusy?: () => boolean;
}

/** Keeps unsaved input across reloads, expired sessions and server failures, and asks before leaving the screen. */
export function useFormDraft<Values>(name: string, form: ControlledForm<Values>): FormDraft {
  const { values, setValues, isBusy } = form;
  const [restoredFrom, setRestoredFrom] = useState<number>();
  const isFinished = useRef(false);
  const latest = useRef({ values, isDirty: false });
  latest.current = { values, isDirty: form.isDirty() };
  const stored = useStoredDraft({
    name,
    read: () => latest.current,
    onOpened: (draft) => {
      if (typeof draft?.values !== 'object' || draft.values === null) return;
      setValues(draft.values as Partial<Values>);
      setRestoredFrom(draft.savedAt);
    },
  });

  const { scheduleWrite } = stored;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the values
  useEffect(scheduleWrite, [values, scheduleWrite]);

  function discard(): void {
    setRestoredFrom(undefined);
    stored.remove();
  }

  function finish(): void {
    isFinished.current = true;
    setRestoredFrom(undefined);
    stored.finish();
  }

  useLeaveGuard(() => (latest.current.isDirty || isBusy?.() === true) && !isFinished.current, finish);
  return { restoredFrom, finish, discard };
}

export interface ReplacedDraft<Values> {
  readonly values: Values | undefined;
  readonly keep: (values: Values) => void;
  readonly remove: () => void;
}

/** Keeps the input that other values last replaced in a form, for all tabs. */
export function useReplacedDraft<Values>(name: string): ReplacedDraft<Values> {
  const { username } = useActor();
  const key = draftKey(username, `${name}.aside`, 'last');
  const [values, setValues] = useState<Values>();
  useEffect(() => {
    void draftStore.read(key).then((draft) => setValues(draft?.values as Values | undefined));
  }, [key]);
  function keep(replaced: Values): void {
    setValues(replaced);
    void draftStore.write(key, replaced);
  }
  function remove(): void {
    setValues(undefined);
    draftStore.delete(key);
  }
  return { values, keep, remove };
}
