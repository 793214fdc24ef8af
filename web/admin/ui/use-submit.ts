import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict, Field } from './edit-conflict.tsx';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf, staleVersionOf } from './failure-text.ts';

interface SentForm<Values> {
  setErrors(errors: Record<string, ReactNode>): void;
  getInputNode(name: string): HTMLElement | null;
  onSubmit(
    send: (values: Values) => Promise<void>,
    refuse: (errors: Record<string, ReactNode>) => void,
  ): (event?: SyntheticEvent<HTMLFormElement>) => void;
}

interface SubmitOptions<Values> {
  readonly form: SentForm<Values>;
  readonly draft: { readonly finish: () => void };
  /** Fields in visual order: the first one with an error gets the focus. */
  readonly fields: readonly string[];
  readonly isNew: boolean;
  /** Saves the values and returns the next step, such as a navigation. Errors are shown in the form. */
  readonly save: (values: Values) => Promise<() => void>;
  readonly errorsOf?: (refused: Rejected<Values>) => Record<string, ReactNode>;
  /** Returns true for errors that it has handled itself. */
  readonly onRejected?: (error: unknown) => boolean;
}

interface Rejected<Values> {
  readonly error: unknown;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly values: Values;
}

export function focusFirstError(
  form: Pick<SentForm<never>, 'getInputNode'>,
  fields: readonly string[],
  errors: Readonly<Record<string, ReactNode>>,
): void {
  const first = fields.find((name) => errors[name] !== undefined);
  const node = first === undefined ? null : form.getInputNode(first);
  const input = node instanceof HTMLFieldSetElement ? node.querySelector('input') : node;
  input?.focus();
}

export function useSubmit<Values>({
  form,
  draft,
  fields,
  isNew,
  save,
  errorsOf = ({ fieldErrors }) => fieldErrors,
  onRejected = () => false,
}: SubmitOptions<Values>) {
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();

  async function send(values: Values): Promise<void> {
    setFailure(undefined);
    try {
      const goOn = await save(values);
      draft.finish();
      goOn();
    } catch (error) {
      if (onRejected(error)) return;
      showErrors(errorsOf({ error, fieldErrors: fieldErrorsOf(error, t), values }));
      setFailure(formFailureKeyOf(error, isNew ? 'failure.create' : 'failure.edit'));
    }
  }

  function showErrors(errors: Record<string, ReactNode>): void {
    form.setErrors(errors);
    focusFirstError(form, fields, errors);
  }

  return { failure, submit: form.onSubmit(send, showErrors) };
}

interface Versioned {
  readonly revision: number;
}

interface VersionedForm<Values> {
  getValues(): Values;
  getInitialValues(): Values;
  setValues(values: Partial<Values>): void;
  resetDirty(values: Values): void;
}

interface EditOptions<Values, Stored> extends SubmitOptions<Values> {
  readonly form: SubmitOptions<Values>['form'] & VersionedForm<Values>;
  readonly draft: { readonly finish: () => void; readonly discard: () => void };
  readonly valuesOf: (stored: Stored) => Values;
}

/**
 * Submits a form for a record with a revision. After an edit conflict, fields that the user did not change take the
 * saved values, and changes of different fields are merged; a field changed on both sides opens the conflict dialog.
 */
export function useEditSubmit<Values extends Versioned, Stored>(options: EditOptions<Values, Stored>) {
  const { form, draft, fields, valuesOf } = options;
  const [saved, setSaved] = useState<Values>();
  const { failure, submit } = useSubmit({ ...options, onRejected: openConflict });

  function openConflict(error: unknown): boolean {
    const stored = staleVersionOf<Stored>(error);
    if (stored === undefined) return false;
    const theirs = valuesOf(stored);
    const mine = form.getValues();
    const initial = form.getInitialValues();
    const { revision } = mine;
    // A restored draft may be based on a revision that is no longer known.
    const isBaseKnown = revision === initial.revision;
    const changedByOthers = new Set(differencesOf(theirs, initial));
    form.resetDirty(theirs);
    form.setValues({ ...theirs, ...changedFields(mine, initial), revision });
    const collisions = differencesOf(form.getValues(), theirs).filter(
      (field) => !isBaseKnown || changedByOthers.has(field),
    );
    if (collisions.length === 0) keepMine(theirs);
    else setSaved(theirs);
    return true;
  }

  function keepMine({ revision }: Values): void {
    setSaved(undefined);
    form.setValues({ revision } as Partial<Values>);
    submit();
  }

  function takeSaved(theirs: Values): void {
    setSaved(undefined);
    form.setValues(theirs);
    form.resetDirty(theirs);
    draft.discard();
    form.getInputNode(fields[0] ?? '')?.focus();
  }

  const conflict: Conflict<Values> | undefined = saved && {
    fields: differencesOf(form.getValues(), saved),
    mine: form.getValues(),
    saved,
    onKeepMine: () => keepMine(saved),
    onTakeSaved: () => takeSaved(saved),
  };
  return { failure, submit, conflict };
}

export function changedFields<Values extends object>(values: Values, initial: Values): Partial<Values> {
  const change: Partial<Values> = {};
  for (const field of differencesOf(values, initial)) change[field] = values[field];
  return change;
}

function differencesOf<Values extends object>(one: Values, other: Values): Field<Values>[] {
  const fields = Object.keys(one).filter((name) => name !== 'revision') as Field<Values>[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
