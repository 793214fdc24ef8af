import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { preventFocusLoss } from '../../../ui/prevent-focus-loss.ts';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { PlainButton } from './buttons.tsx';
import type { useAccountForm } from './use-account-form.ts';

export interface AccountFormProps extends Pick<ComponentProps<'form'>, 'aria-labelledby'> {
  readonly form: Pick<ReturnType<typeof useAccountForm<never>>, 'formProps' | 'failure' | 'isBusy'>;
  readonly submit: string;
  readonly tone?: 'danger';
  readonly cancel?: string | undefined;
  readonly onCancel?: () => void;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function AccountForm(props: AccountFormProps) {
  const { form, submit, tone, cancel, onCancel, beside, children, ...attributes } = props;
  const { t } = useTranslation('account');
  const isHydrated = useIsHydrated();
  const submitButton = (
    <button
      type="submit"
      className="button"
      data-tone={tone}
      disabled={!isHydrated}
      aria-disabled={form.isBusy}
      onMouseDown={preventFocusLoss}
    >
      {submit}
    </button>
  );
  const hasMoreButtons = onCancel !== undefined || beside !== undefined;
  return (
    <form {...form.formProps} {...attributes}>
      {children}
      <div className="form-failure" role="alert">
        {form.failure && <p>{form.failure}</p>}
      </div>
      {hasMoreButtons ? (
        <div className="form-end">
          {submitButton}
          {onCancel && <PlainButton onClick={onCancel}>{cancel ?? t('action.cancel')}</PlainButton>}
          {beside}
        </div>
      ) : (
        submitButton
      )}
    </form>
  );
}
