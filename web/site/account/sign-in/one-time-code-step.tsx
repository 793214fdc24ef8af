import { useTranslation } from 'react-i18next';
import { oneTimeCodeError, plainOneTimeCode } from '../../../session/credential-rules.ts';
import type { SignInOutcome } from '../../../session/sign-in.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage } from '../ui/account-page.tsx';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export interface OneTimeCodeStepProps {
  readonly step: Extract<SignInOutcome, { kind: 'one-time-code' }>;
  readonly onOutcome: (outcome: SignInOutcome) => void;
  readonly onStartAgain: () => void;
}

export function OneTimeCodeStep({ step, onOutcome, onStartAgain }: OneTimeCodeStepProps) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    rules: { code: oneTimeCodeError },
    send: async ({ code }) => onOutcome(await step.complete(plainOneTimeCode(code))),
    failureWords: { otherwise: 'failure.signIn', notAuthorized: { key: 'failure.expired' } },
    takesFocus: true,
  });
  return (
    <AccountPage title={t('signIn.codeTitle')} lead={t('signIn.codeBody')}>
      <AccountForm form={form} submit={t('action.signIn')} onCancel={onStartAgain}>
        <CodeField
          {...form.field('code')}
          label={t('field.oneTimeCode')}
          hint={t('field.oneTimeCodeHint')}
          inputMode="text"
          maxLength={24}
        />
      </AccountForm>
    </AccountPage>
  );
}
