import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  // A mouse click does not move focus to the button: blur could show a field error, which would shift the button away
  // from the pointer.
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

function preventFocusLoss(event: MouseEvent): void {
  event.preventDefault();
}
