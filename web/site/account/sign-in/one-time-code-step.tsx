import { useTranslation } from 'react-i18next';
import type { SignInOutcome } from '../../../session/sign-in.ts';
import { oneTimeCodeError, plainOneTimeCode } from '../rules.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { FormEnd, FormFailure } from '../ui/buttons.tsx';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface OneTimeCodeStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'one-time-code' }>;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function OneTimeCodeStep({ step, onOutcome, onStartAgain }: OneTimeCodeStepProps) {
  const { t } = useTranslation('account');
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: { code: oneTimeCodeError },
    send: async ({ code }) => onOutcome(await step.complete(plainOneTimeCode(code))),
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
    takesFocus: true,
  });
  return (
    <AccountPage title={t('signIn.codeTitle')} lead={t('signIn.codeBody')}>
      <form {...formProps}>
        <CodeField
          {...field('code')}
          label={t('field.oneTimeCode')}
          hint={t('field.oneTimeCodeHint')}
          inputMode="text"
          maxLength={24}
        />
        <FormFailure text={failure} />
        <FormEnd submit={t('action.signIn')} isBusy={isBusy} onCancel={onStartAgain} />
      </form>
    </AccountPage>
  );
}
