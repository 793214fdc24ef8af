import { useState } from 'react';
import type { EditConflictProps } from './edit-conflict.tsx';
import { staleVersionOf } from './stale-version.ts';
import { type SubmitOptions, useSubmit } from './use-submit.ts';
import type { Draft } from './use-unsaved-draft.ts';

/** Values of a form with the revision that they were begun from. */
interface Versioned {
  readonly revision: number;
}

/** The parts of a Mantine form that moving to another version needs. */
interface VersionedForm<Values> {
  getValues(): Values;
  getInitialValues(): Values;
  setValues(values: Partial<Values>): void;
  resetDirty(values: Values): void;
}

interface EditOptions<Values, Stored> extends SubmitOptions<Values> {
  readonly form: SubmitOptions<Values>['form'] & VersionedForm<Values>;
  readonly draft: Pick<Draft, 'finish' | 'discard'>;
  /** The values with which the form shows a stored version. */
  readonly valuesOf: (stored: Stored) => Values;
}

type Field<Values> = Exclude<keyof Values, 'revision'>;

export interface Conflict<Values> extends Omit<EditConflictProps, 'rows'> {
  readonly saved: Values;
  /** The fields in which both versions differ. */
  readonly fields: readonly Field<Values>[];
}

/**
 * Submits a form that edits something with a revision. When somebody else has saved since, fields that the person did
 * not change take the saved values. Changes of other fields are sent again; changes of the same field open `conflict`.
 */
export function useEditSubmit<Values extends Versioned, Stored>(options: EditOptions<Values, Stored>) {
  const { form, draft, fields, valuesOf } = options;
  const [saved, setSaved] = useState<Values>();
  const { failure, submit } = useSubmit({ ...options, onRefused: openConflict });

  function openConflict(error: unknown): boolean {
    const stored = staleVersionOf<Stored>(error);
    if (stored === undefined) return false;
    const [theirs, mine, initial] = [valuesOf(stored), form.getValues(), form.getInitialValues()];
    const { revision } = mine;
    // A restored draft may have begun from a version that is not known any more.
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
    saved,
    fields: differencesOf(form.getValues(), saved),
    onKeepMine: () => keepMine(saved),
    onTakeSaved: () => takeSaved(saved),
  };
  return { failure, submit, conflict };
}

/** The fields that differ from the values that the form began with, without the revision. */
export function changedFields<Values extends object>(values: Values, initial: Values): Partial<Values> {
  const change: Partial<Values> = {};
  for (const field of differencesOf(values, initial)) change[field] = values[field];
  return change;
}

function differencesOf<Values extends object>(one: Values, other: Values): Field<Values>[] {
  const fields = Object.keys(one).filter((name) => name !== 'revision') as Field<Values>[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}
