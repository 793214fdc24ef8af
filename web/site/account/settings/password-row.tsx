import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Account } from '#contract/account.ts';
import { FORGOT_PASSWORD_PATH } from '../../../paths/account.ts';
import { changePassword } from '../../../session/own-account.ts';
import { passwordAgainError, passwordError } from '../rules.ts';
import { FormEnd, FormFailure } from '../ui/buttons.tsx';
import { NewPasswordField, PasswordField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, SettingRow, useRowForm } from './setting-row.tsx';

const MASK = '••••••••';

export function PasswordRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  return (
    <EditableRow id="password" title={t('field.password')} form={<PasswordForm account={account} />}>
      <p>
        <span aria-hidden="true">{MASK}</span>
        <span className="sr-only">{t('password.set')}</span>
      </p>
    </EditableRow>
  );
}

export function NoPasswordRow({ account: { email } }: { account: Account }) {
  const { t } = useTranslation('account');
  return (
    <SettingRow id="password" title={t('field.password')}>
      <p>{t('password.none')}</p>
      <p>
        <Link to={FORGOT_PASSWORD_PATH} state={{ email }}>
          {t('password.setByMail')}
        </Link>
      </p>
    </SettingRow>
  );
}

function PasswordForm({ account: { email, name } }: { account: Account }) {
  const { t } = useTranslation('account');
  const { close, finish } = useRowForm();
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: {
      current: passwordError,
      password: (value, { current }) => (value !== '' && value === current ? 'rule.same' : passwordError(value)),
      again: passwordAgainError,
    },
    send: async ({ current, password }) => {
      await changePassword(current, password);
      await finish('done.passwordUpdated');
    },
    failureWords: {
      otherwise: 'failure.update',
      notAuthorized: { key: 'failure.currentPassword', field: 'current' },
    },
    takesFocus: true,
  });
  return (
    <form {...formProps}>
      {/* Username for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField {...field('current')} label={t('field.currentPassword')} autoComplete="current-password" />
      <NewPasswordField {...field('password')} label={t('field.newPassword')} knownTexts={() => [email, name]} />
      <PasswordField {...field('again')} label={t('field.passwordAgain')} autoComplete="new-password" />
      <FormFailure text={failure} />
      <FormEnd submit={t('action.save')} isBusy={isBusy} onCancel={close} />
    </form>
  );
}
