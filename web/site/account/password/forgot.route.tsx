import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { RESET_PASSWORD_PATH, SIGN_IN_PATH } from '../../../paths/account.ts';
import { signInNameError } from '../../../session/credential-rules.ts';
import { requestPasswordCode } from '../../../session/sign-up.ts';
import { useArrivalText } from '../account-navigation.ts';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage } from '../ui/account-page.tsx';
import { EmailField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export default function ForgotRoute() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const email = useArrivalText('email');
  const form = useAccountForm({
    rules: { email: signInNameError },
    send: async (values) => {
      const username = values.email.trim();
      await requestPasswordCode(username);
      await navigate(RESET_PASSWORD_PATH, { state: { username } });
    },
    // An error specific to one account would reveal that it exists.
    failureWords: { otherwise: 'failure.mail', notAuthorized: { key: 'failure.mail' } },
  });
  return (
    <AccountPage title={t('page.forgot')} lead={t('forgot.body')}>
      <AccountForm form={form} submit={t('forgot.send')}>
        <EmailField {...form.field('email')} label={t('field.email')} defaultValue={email} />
      </AccountForm>
      <p className="ui-size-note ui-above-5">
        <Link to={SIGN_IN_PATH}>{t('signUp.toSignIn')}</Link>
      </p>
    </AccountPage>
  );
}
