import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Failure, FIELDS, type FieldErrors, failureOf, type Typed, typedIn } from './comment-fields.ts';

/** Drafts of comments, stored per tab until they are sent, since the page may be reloaded. */

const PREFIX = 'kawaraban.comment.';

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): Field[] {
  const fields = FIELDS.map((name) => form.elements.namedItem(name));
  return fields.filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement);
}

function storeDraft(form: HTMLFormElement, key: string): void {
  const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]));
  try {
    sessionStorage.setItem(`${PREFIX}${key}`, JSON.stringify(typed));
  } catch {
    // Storage is unavailable; the form still has the input.
  }
}

function restoreDraft(form: HTMLFormElement, key: string): void {
  const typed = readDraft(key);
  for (const field of fieldsOf(form)) {
    const value = typed[field.name];
    if (typeof value !== 'string' || field.value !== field.defaultValue || field.value === value) continue;
    field.value = value;
    // Notifies the character counter.
    field.dispatchEvent(new Event('input'));
  }
}

function readDraft(key: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(`${PREFIX}${key}`) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(`${PREFIX}${key}`);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}

interface SendingOptions {
  readonly draftKey?: string;
  readonly rejection: Failure | undefined;
  readonly check: (typed: Typed) => FieldErrors;
  readonly send: (typed: Typed, form: HTMLFormElement) => Promise<void>;
}

export function useSending({ draftKey, rejection, check, send }: SendingOptions) {
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(rejection);

  // Input typed before hydration takes precedence over the draft.
  useLayoutEffect(() => {
    if (draftKey !== undefined && form.current) restoreDraft(form.current, draftKey);
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
    const fieldErrors = check(typed);
    if (Object.keys(fieldErrors).length > 0) return show({ word: 'check', fieldErrors });
    setFailure(undefined);
    setIsBusy(true);
    isSending.current = true;
    try {
      await send(typed, element);
      if (draftKey !== undefined) dropDraft(draftKey);
    } catch (error) {
      show(failureOf(error));
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  function noteInput(): void {
    if (draftKey !== undefined && form.current) storeDraft(form.current, draftKey);
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
      onKeyDown: preventSubmitWhileComposing,
    },
  } as const;
}

function preventSubmitWhileComposing(event: KeyboardEvent): void {
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && isComposing && event.target instanceof HTMLInputElement) event.preventDefault();
}
