import { type FocusEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../../session/credential-rules.ts';
import { whilePending } from '../../../session/pending-calls.ts';
import { SessionLost } from '../../../session/session.ts';
import { dropDraft, preventSubmitWhileComposing, restoreDraft, storeDraft } from '../../ui/form-draft.ts';
import type { AccountKey } from '../failure.ts';
import { type FailureWords, failureOf } from '../failure.ts';
import { useSessionOver } from './use-account-action.ts';

/** Excludes passwords and codes. */
function openFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement &&
      field.name !== '' &&
      field.type !== 'file' &&
      !/password|one-time-code/.test(field.autocomplete),
  );
}

const storageKeyOf = (draftKey: string) => `kawaraban.typed.${draftKey}`;

export function dropAccountDraft(draftKey: string): void {
  dropDraft(storageKeyOf(draftKey));
}

export type Values<Name extends string> = Readonly<Record<Name, string>>;

export interface AccountFormOptions<Name extends string> {
  /** Fields in order, each with its validation; returns the message of an invalid value. */
  readonly rules: Readonly<Record<Name, (value: string, values: Values<NoInfer<Name>>) => AccountKey | undefined>>;
  readonly send: (values: Values<Name>) => Promise<void>;
  readonly failureWords: FailureWords;
  /** Returns true to skip the default display. */
  readonly onFailure?: (error: unknown, values: Values<Name>) => boolean;
  /** Key of the draft, in case the session ends; omit for forms with secrets only. */
  readonly draftKey?: string;
  readonly takesFocus?: boolean;
}

/**
 * Form with uncontrolled fields, so that input from before hydration and autofill counts. Validates changed fields on
 * blur, and all fields on submit.
 */
export function useAccountForm<Name extends string>(options: AccountFormOptions<Name>) {
  const { rules, send, failureWords, onFailure, draftKey, takesFocus } = options;
  const { t } = useTranslation('account');
  const endSession = useSessionOver();
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(new Set<string>());
  const isSending = useRef(false);
  const [errors, setFieldErrors] = useState<Partial<Record<string, AccountKey>>>({});
  const [failure, setFailure] = useState<AccountKey>();
  const [isBusy, setIsBusy] = useState(false);
  const names = Object.keys(rules) as Name[];

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useLayoutEffect(() => {
    if (draftKey !== undefined && form.current) restoreDraft(storageKeyOf(draftKey), openFields(form.current));
    if (takesFocus) fieldNamed(names[0])?.focus();
    checkFilled();
  }, []);

  /** Treats input from before hydration, of which no event arrived, like later input. */
  function checkFilled(): void {
    const filled = names.filter((name) => {
      const field = fieldNamed(name);
      return field !== undefined && field.value !== field.defaultValue;
    });
    for (const name of filled) changed.current.add(name);
    const found = errorsOf(valuesNow());
    const left = filled.filter((name) => found[name] && fieldNamed(name) !== document.activeElement);
    if (left.length > 0) setFieldErrors(Object.fromEntries(left.map((name) => [name, found[name]])));
  }

  function fieldNamed(name: string | undefined): HTMLInputElement | undefined {
    const field = name === undefined ? null : form.current?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field : undefined;
  }

  function valuesNow(): Values<Name> {
    return Object.fromEntries(names.map((name) => [name, fieldNamed(name)?.value ?? ''])) as Values<Name>;
  }

  function errorsOf(values: Values<Name>): Partial<Record<string, AccountKey>> {
    const found = names.flatMap((name) => {
      const fieldError = rules[name](values[name], values);
      return fieldError ? [[name, fieldError] as const] : [];
    });
    return Object.fromEntries(found);
  }

  function show(found: Partial<Record<string, AccountKey>>): void {
    setFieldErrors(found);
    setFailure(Object.keys(found).length > 0 ? 'failure.errors' : undefined);
    fieldNamed(names.find((name) => found[name] !== undefined))?.focus();
  }

  function showFailure(error: unknown, values: Values<Name>): void {
    if (error instanceof SessionLost) endSession();
    else if (!onFailure?.(error, values)) {
      const { key, field } = failureOf(error, failureWords);
      const target = names.find((name) => name === field);
      if (target) show({ [target]: key });
      else setFailure(key);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    const values = valuesNow();
    const found = errorsOf(values);
    show(found);
    if (Object.keys(found).length > 0) return;
    isSending.current = true;
    setIsBusy(true);
    try {
      await whilePending(() => send(values));
    } catch (error) {
      showFailure(error, values);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  /** Skips validation when focus moves to a button or link: an error message would shift the target of the click. */
  function check({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLButtonElement || relatedTarget instanceof HTMLAnchorElement) return;
    const name = names.find((each) => each === (target as Element as HTMLInputElement).name);
    if (name === undefined || !changed.current.has(name)) return;
    const values = valuesNow();
    const fieldError = rules[name](values[name], values);
    setFieldErrors(({ [name]: _, ...others }) => (fieldError ? { ...others, [name]: fieldError } : others));
  }

  function handleInput({ target }: FormEvent): void {
    const { name } = target as HTMLInputElement;
    changed.current.add(name);
    setFailure(undefined);
    if (errors[name] !== undefined) setFieldErrors(({ [name]: _, ...others }) => others);
    if (draftKey !== undefined && form.current) storeDraft(storageKeyOf(draftKey), openFields(form.current));
  }

  function clear(): void {
    setFieldErrors({});
    setFailure(undefined);
  }

  const say = (key: AccountKey | undefined) => key && t(key, { min: MIN_PASSWORD });

  return {
    isBusy,
    clear,
    failure: say(failure),
    formProps: {
      ref: form,
      className: 'account-form ui-grid ui-gap-5',
      // Before hydration a GET submission would put the password into the URL.
      method: 'post',
      noValidate: true,
      'aria-busy': isBusy,
      onSubmit: (event: FormEvent) => void submit(event),
      onBlur: check,
      onInput: handleInput,
      onKeyDown: preventSubmitWhileComposing,
    },
    field: (name: Name) => ({ name, error: say(errors[name]) }),
    typedIn: (name: Name) => fieldNamed(name)?.value ?? '',
  };
}
