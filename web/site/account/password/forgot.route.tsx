import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { RESET_PASSWORD_PATH, SIGN_IN_PATH } from '../../../paths/account.ts';
import { requestPasswordCode } from '../../../session/sign-up.ts';
import { useArrivalText } from '../account-navigation.ts';
import { signInNameError } from '../rules.ts';
import { AccountPage } from '../ui/account-page.tsx';
import { FormFailure, SubmitButton } from '../ui/buttons.tsx';
import { EmailField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';

export default function ForgotRoute() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const email = useArrivalText('email');
  const { formProps, field, failure, isBusy } = useAccountForm({
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
      <form {...formProps}>
        <EmailField {...field('email')} label={t('field.email')} defaultValue={email} />
        <FormFailure text={failure} />
        <SubmitButton isBusy={isBusy}>{t('forgot.send')}</SubmitButton>
      </form>
      <p className="ui-size-note ui-above-5">
        <Link to={SIGN_IN_PATH}>{t('signUp.toSignIn')}</Link>
      </p>
    </AccountPage>
  );
}
