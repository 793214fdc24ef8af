import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whilePending } from '../../session/pending-calls.ts';
import { ConsoleForm, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { FormFailure } from '../ui/form-failure.tsx';
import { focusFirstError } from '../ui/use-submit.ts';
import { laterStepFailureOf } from './sign-in-failure.ts';

export interface CodeFormProps {
  readonly title: string;
  readonly body: string;
  readonly label: string;
  readonly hasLetters?: boolean;
  readonly submitLabel: string;
  readonly check: (code: string) => ConsoleKey | undefined;
  /** @throws the error of the user pool */
  readonly send: (code: string) => Promise<void>;
  readonly onStartAgain: () => void;
  readonly children?: ReactNode;
  readonly beside?: ReactNode;
}

export function CodeForm(props: CodeFormProps) {
  const { title, body, label, hasLetters = false, submitLabel, check, send, onStartAgain, children, beside } = props;
  const { t } = useTranslation('console');
  const [failure, setFailure] = useState<ConsoleKey>();
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (value) => {
        const fieldError = check(value);
        return fieldError ? t(fieldError) : null;
      },
    },
    onValuesChange: () => setFailure(undefined),
  });

  async function submit({ code }: { code: string }): Promise<void> {
    setFailure(undefined);
    try {
      await whilePending(() => send(code));
    } catch (error) {
      setFailure(laterStepFailureOf(error));
      form.getInputNode('code')?.focus();
    }
  }

  return (
    <ConsoleForm
      className="ui-column ui-gap-5"
      method="post"
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, ['code'], errors))}
    >
      <h2>{title}</h2>
      <p>{body}</p>
      {children}
      <TextInput
        className="sign-in-code"
        label={label}
        name="one-time-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={hasLetters ? 'text' : 'numeric'}
        maxLength={24}
        data-autofocus
        autoFocus
        {...form.getInputProps('code')}
      />
      <FormFailure text={failure} />
      <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      {beside}
      <Button variant="subtle" onClick={onStartAgain} fullWidth>
        {t('action.back')}
      </Button>
    </ConsoleForm>
  );
}
