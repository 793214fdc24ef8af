import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConsoleKey, fieldErrorsOf, formFailureKeyOf } from './failure-text.ts';

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
