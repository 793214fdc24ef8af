import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { dropDraft, preventSubmitWhileComposing, restoreDraft, storeDraft } from '../../ui/form-draft.ts';
import { type Failure, FIELDS, type Typed, typedIn } from './comment-fields.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): Field[] {
  const fields = FIELDS.map((name) => form.elements.namedItem(name));
  return fields.filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement);
}

/** Not part of the page, because most readers do not write. */
export function loadSending() {
  return Promise.all([import('./comment-checks.ts'), import('./send-comment.ts')]);
}

interface SendingOptions {
  readonly draftKey?: string;
  readonly rejection: Failure | undefined;
  readonly isDeletion?: boolean;
  readonly send: (typed: Typed, form: HTMLFormElement) => Promise<void>;
}

export function useSending({ draftKey, rejection, isDeletion = false, send }: SendingOptions) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(rejection);

  useLayoutEffect(() => {
    if (draftKey !== undefined && form.current) restoreDraft(draftKey, fieldsOf(form.current));
  }, [draftKey]);

  function show(found: Failure): void {
    setFailure(found);
    const first = FIELDS.find((name) => found.fieldErrors[name] !== undefined);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    if (isSending.current) return;
    const typed = typedIn(new FormData(element));
    setFailure(undefined);
    setIsBusy(true);
    isSending.current = true;
    const scripts = await loadSending().catch(() => undefined);
    // A new release may have replaced the scripts. The server handles the form without them.
    if (!scripts) return element.submit();
    const [{ errorsOf, failureOf }] = scripts;
    try {
      const fieldErrors = isDeletion ? {} : errorsOf(typed);
      if (Object.keys(fieldErrors).length > 0) return show({ word: 'check', fieldErrors });
      await send(typed, element);
      if (draftKey !== undefined) dropDraft(draftKey);
    } catch (error) {
      show(failureOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  function handleInput(): void {
    if (draftKey !== undefined && form.current) storeDraft(draftKey, fieldsOf(form.current));
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
      onInput: handleInput,
      onKeyDown: preventSubmitWhileComposing,
    },
  } as const;
}
