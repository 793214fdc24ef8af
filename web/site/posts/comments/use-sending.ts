import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Failure, type Faults, FIELDS, failureOf, type Typed, typedIn } from './comment-fields.ts';
import { dropDraft, keepDraft, restoreDraft } from './draft.ts';

interface SendingOptions {
  /** Under which what is typed stands until it is sent. */
  readonly keptAs?: string;
  /** What the page came with, where the browser itself had sent the form. */
  readonly refused: Failure | undefined;
  readonly check: (typed: Typed) => Faults;
  /** Sends it, and changes the page by what has come back. */
  readonly send: (typed: Typed, form: HTMLFormElement) => Promise<void>;
}

/** A form that the browser could send, sent without leaving the page. What is typed stays in it until it is taken. */
export function useSending({ keptAs, refused, check, send }: SendingOptions) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(refused);

  // What is typed before the page is alive counts more than what was typed another time.
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

/** The Enter that ends a composition submits nothing; some browsers tell of it by the code 229 alone. */
function keepComposing(event: KeyboardEvent): void {
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && isComposing && event.target instanceof HTMLInputElement) event.preventDefault();
}
