import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SIGN_IN_PATH } from '../../../paths/account.ts';
import {
  codeError,
  passwordAgainError,
  passwordError,
  plainCode,
  signInNameError,
} from '../../../session/credential-rules.ts';
import { requestPasswordCode, resetPassword } from '../../../session/sign-up.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useArrivalText } from '../account-navigation.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage } from '../ui/account-page.tsx';
import { ResendButton } from '../ui/buttons.tsx';
import { CodeField, EmailField, NewPasswordField, PasswordField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

/** The URL contains a code. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

export default function ResetRoute() {
  const { t } = useTranslation('account');
  const [query] = useSearchParams();
  const requested = useArrivalText('username');
  const username = query.get('username') ?? requested;
  return (
    <AccountPage
      title={t('page.reset')}
      lead={requested === '' ? t('reset.body') : t('reset.sentTo', { email: requested })}
    >
      <ResetForm username={username} code={plainCode(query.get('code') ?? '')} isJustSent={requested !== ''} />
      <p className="ui-size-note ui-above-5">
        <Link to={SIGN_IN_PATH}>{t('signUp.toSignIn')}</Link>
      </p>
    </AccountPage>
  );
}

interface ResetFormProps {
  readonly username: string;
  readonly code: string;
  readonly isJustSent: boolean;
}

function ResetForm({ username, code, isJustSent }: ResetFormProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useAccountForm({
    rules: {
      email: (value) => (username === '' ? signInNameError(value) : undefined),
      code: codeError,
      password: passwordError,
      again: passwordAgainError,
    },
    send: async (values) => {
      await resetPassword(username || values.email.trim(), plainCode(values.code), values.password);
      showToast(t('done.passwordUpdated'));
      await navigate(SIGN_IN_PATH, {
        replace: true,
        state: { email: username.includes('@') ? username : values.email },
      });
    },
    failureWords: { otherwise: 'failure.update', notAuthorized: { key: 'failure.codeWrong', field: 'code' } },
  });
  return (
    <AccountForm
      form={form}
      submit={t('reset.save')}
      beside={
        username !== '' && (
          <ResendButton send={() => requestPasswordCode(username)} isJustSent={isJustSent} onSent={form.clear} />
        )
      }
    >
      {username === '' && <EmailField {...form.field('email')} label={t('field.email')} />}
      <CodeField
        {...form.field('code')}
        label={t('field.code')}
        hint={t('field.codeHint')}
        maxLength={16}
        defaultValue={code}
      />
      <NewPasswordField {...form.field('password')} label={t('field.newPassword')} knownTexts={() => [username]} />
      <PasswordField {...form.field('again')} label={t('field.passwordAgain')} autoComplete="new-password" />
    </AccountForm>
  );
}
