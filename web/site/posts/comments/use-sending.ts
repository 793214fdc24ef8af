import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Failure, FIELDS, type FieldErrors, failureOf, type Typed, typedIn } from './comment-fields.ts';
import { dropDraft, keepDraft, restoreDraft } from './draft.ts';

interface SendingOptions {
  readonly keptAs?: string;
  readonly refused: Failure | undefined;
  readonly check: (typed: Typed) => FieldErrors;
  readonly send: (typed: Typed, form: HTMLFormElement) => Promise<void>;
}

export function useSending({ keptAs, refused, check, send }: SendingOptions) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(refused);

  // Input typed before hydration takes precedence over the draft.
  useLayoutEffect(() => {
    if (keptAs !== undefined && form.current) restoreDraft(form.current, keptAs);
  }, [keptAs]);

  function show(found: Failure): void {
    setFailure(found);
    const first = FIELDS.find((name) => found.faults[name] !== undefined);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    if (isSending.current) return;
    const typed = typedIn(new FormData(element));
    const faults = check(typed);
    if (Object.keys(faults).length > 0) return show({ word: 'check', faults });
    setFailure(undefined);
    setIsBusy(true);
    isSending.current = true;
    try {
      await send(typed, element);
      if (keptAs !== undefined) dropDraft(keptAs);
    } catch (error) {
      show(failureOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  function noteInput(): void {
    if (keptAs !== undefined && form.current) keepDraft(form.current, keptAs);
  }

  return {
    isBusy,
    failure,
    formProps: {
      ref: form,
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: noteInput,
      onKeyDown: keepComposing,
    },
  } as const;
}

/** Prevents the Enter that confirms a composition from submitting; some browsers mark it with keyCode 229 only. */
function keepComposing(event: KeyboardEvent): void {
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && isComposing && event.target instanceof HTMLInputElement) event.preventDefault();
}
