import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf } from './failure-text.ts';
import type { Draft } from './use-unsaved-draft.ts';

/** As much of a form of Mantine's as is needed here. */
interface SentForm<Values> {
  setErrors(errors: Record<string, ReactNode>): void;
  getInputNode(name: string): HTMLElement | null;
  onSubmit(
    send: (values: Values) => Promise<void>,
    refuse: (errors: Record<string, ReactNode>) => void,
  ): (event?: SyntheticEvent<HTMLFormElement>) => void;
}

export interface SubmitOptions<Values> {
  readonly form: SentForm<Values>;
  readonly draft: Pick<Draft, 'finish'>;
  /** From the top down: the first with an error gets the focus. */
  readonly fields: readonly string[];
  readonly isNew: boolean;
  /** Saves; what is thrown is shown in the form, which keeps everything typed. Resolves with what comes then. */
  readonly save: (values: Values) => Promise<() => void>;
  /** What is to be shown at the fields, where more than the server's own complaints is, or under other names. */
  readonly errorsOf?: (refused: Refused<Values>) => Record<string, ReactNode>;
  /** Handles an error in another way than the form's own; returns whether it did. */
  readonly onRefused?: (error: unknown) => boolean;
}

interface Refused<Values> {
  readonly error: unknown;
  /** What the server says of each field. */
  readonly complaints: Readonly<Record<string, string>>;
  readonly values: Values;
}

/** Moves the focus to the first of the fields that has an error; in a group of boxes, to its first box. */
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

/** What a form does when it is sent: `submit` for its element, and why the last attempt failed. */
export function useSubmit<Values>({
  form,
  draft,
  fields,
  isNew,
  save,
  errorsOf = ({ complaints }) => complaints,
  onRefused = () => false,
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
      if (onRefused(error)) return;
      showErrors(errorsOf({ error, complaints: fieldErrorsOf(error, t), values }));
      setFailure(formFailureKeyOf(error, isNew ? 'failure.create' : 'failure.edit'));
    }
  }

  function showErrors(errors: Record<string, ReactNode>): void {
    form.setErrors(errors);
    focusFirstError(form, fields, errors);
  }

  return { failure, submit: form.onSubmit(send, showErrors) };
}
