import { useTranslation } from 'react-i18next';
import type { SignInOutcome } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toast.ts';
import { passwordFault } from '../rules.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { FormEnd, FormFailure } from '../ui/buttons.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { NewPasswordField } from '../ui/new-password-field.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface NewPasswordStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'new-password' }>;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function NewPasswordStep({ step, onOutcome, onStartAgain }: NewPasswordStepProps) {
  const { t } = useTranslation('account');
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: {
      password: passwordFault,
      again: (value, { password }) => (value === password ? undefined : 'rule.passwordsDiffer'),
    },
    send: async ({ password }) => {
      const outcome = await step.complete(password);
      showToast(t('done.passwordUpdated'));
      onOutcome(outcome);
    },
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
    takesFocus: true,
  });
  return (
    <AccountPage title={t('signIn.newPasswordTitle')} lead={t('signIn.newPasswordBody')}>
      <form {...formProps}>
        <NewPasswordField {...field('password')} label={t('field.newPassword')} />
        <PasswordField {...field('again')} label={t('field.passwordAgain')} autoComplete="new-password" />
        <FormFailure text={failure} />
        <FormEnd submit={t('signIn.submitNewPassword')} isBusy={isBusy} onCancel={onStartAgain} />
      </form>
    </AccountPage>
  );
}
