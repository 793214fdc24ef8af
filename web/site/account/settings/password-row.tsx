import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Account } from '#contract/account.ts';
import { FORGOT_PASSWORD_PATH } from '../../../paths/account.ts';
import { passwordAgainError, passwordError } from '../../../session/credential-rules.ts';
import { changePassword } from '../../../session/own-account.ts';
import { AccountForm } from '../ui/account-form.tsx';
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
  const form = useAccountForm({
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
    <AccountForm form={form} submit={t('action.save')} onCancel={close}>
      {/* Username for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField {...form.field('current')} label={t('field.currentPassword')} autoComplete="current-password" />
      <NewPasswordField {...form.field('password')} label={t('field.newPassword')} knownTexts={() => [email, name]} />
      <PasswordField {...form.field('again')} label={t('field.passwordAgain')} autoComplete="new-password" />
    </AccountForm>
  );
}
