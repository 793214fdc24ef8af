import { useTranslation } from 'react-i18next';
import type { SignInOutcome } from '../../../session/sign-in.ts';
import { codeFault, plainCode } from '../rules.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { AppSecret } from '../ui/app-secret.tsx';
import { FormEnd, FormFailure } from '../ui/buttons.tsx';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface SetUpAppStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'set-up-app' }>;
  readonly email: string;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function SetUpAppStep({ step, email, onOutcome, onStartAgain }: SetUpAppStepProps) {
  const { t } = useTranslation('account');
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: { code: codeFault },
    send: async ({ code }) => onOutcome(await step.complete(plainCode(code))),
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
  });
  return (
    <AccountPage title={t('mfa.setUpTitle')} lead={t('signIn.appBody')}>
      <AppSecret secret={step.secret} account={email === '' ? step.username : email} />
      <form {...formProps}>
        <CodeField {...field('code')} label={t('field.oneTimeCode')} hint={t('mfa.codeHint')} maxLength={16} />
        <FormFailure text={failure} />
        <FormEnd submit={t('action.verify')} isBusy={isBusy} onCancel={onStartAgain} />
      </form>
    </AccountPage>
  );
}
