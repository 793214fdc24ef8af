import { useTranslation } from 'react-i18next';
import { confirmSignUp, resendSignUpCode } from '../../../session/sign-up.ts';
import { codeFault, plainCode } from '../rules.ts';
import { FormFailure, PlainButton, SubmitButton } from './buttons.tsx';
import { CodeField } from './fields.tsx';
import { ResendButton } from './resend-button.tsx';
import { useAccountForm } from './use-account-form.ts';

export interface VerificationStepProps {
  /** By which name the pool knows the account. */
  readonly username: string;
  readonly email: string;
  readonly isJustSent?: boolean;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

/** Proves the address of a new account by the code in the mail. */
export function VerificationStep({ username, email, isJustSent = false, onVerified, onBack }: VerificationStepProps) {
  const { t } = useTranslation('account');
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: { code: codeFault },
    send: async ({ code }) => {
      await confirmSignUp(username, plainCode(code));
      onVerified();
    },
    failureWords: { otherwise: 'failure.verify', notAuthorized: { key: 'failure.alreadyVerified' } },
    takesFocus: isJustSent,
  });
  return (
    <>
      {isJustSent && <p className="account-lead">{t('verify.sentTo', { email })}</p>}
      <form {...formProps}>
        <CodeField {...field('code')} label={t('field.code')} hint={t('field.codeHint')} maxLength={16} />
        <FormFailure text={failure} />
        <SubmitButton isBusy={isBusy}>{t('action.verify')}</SubmitButton>
      </form>
      <p className="account-note">{t('verify.noMail')}</p>
      <p className="account-ways">
        <ResendButton send={() => resendSignUpCode(username)} isJustSent={isJustSent} />
        <PlainButton tone="link" onClick={onBack}>
          {t('verify.changeAddress')}
        </PlainButton>
      </p>
    </>
  );
}
