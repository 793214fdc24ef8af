import { Button } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConsoleForm, FormFailure, SubmitButton } from '../ui/console-form.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { RestoredNotice, type RestoredNoticeProps } from './draft-notices.tsx';

interface RecordFormProps {
  readonly form: { readonly reset: () => void };
  readonly draft: RestoredNoticeProps['draft'];
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  readonly failure: ConsoleKey | undefined;
  readonly conflict?: ReactNode;
  readonly submitLabel: string;
  readonly back: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function RecordForm(props: RecordFormProps) {
  const { form, draft, submit, failure, conflict, submitLabel, back, className = '', children } = props;
  const { t } = useTranslation('console');
  return (
    <ConsoleForm className={`record-form ${className}`} onSubmit={submit}>
      <RestoredNotice draft={draft} onReset={form.reset} />
      {children}
      <FormFailure text={failure} />
      {conflict}
      <div className="form-actions">
        <SubmitButton>{submitLabel}</SubmitButton>
        <Button component={Link} to={back} variant="default">
          {t('action.cancel')}
        </Button>
      </div>
    </ConsoleForm>
  );
}
