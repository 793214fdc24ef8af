import { useState } from 'react';
import type { Conflict, Field } from './edit-conflict.tsx';
import { staleVersionOf } from './stale-version.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';

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
