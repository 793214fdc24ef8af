import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { type Account, accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { codeError, passwordError, plainCode } from '../../../session/credential-rules.ts';
import { proveAppSecret, requestAppSecret, setTwoFactor } from '../../../session/own-account.ts';
import { provePassword } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { AppSecret } from '../ui/app-secret.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { CodeField, PasswordField } from '../ui/fields.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { useAccountForm } from '../ui/use-account-form.ts';
import { RecoveryCodesRow } from './recovery-codes-row.tsx';
import { EditableRow, useRowForm } from './setting-row.tsx';

export interface TwoFactorRowProps {
  readonly account: Account;
  readonly hasRecoveryCodes: boolean;
}

export function TwoFactorRow({ account, hasRecoveryCodes }: TwoFactorRowProps) {
  const { t } = useTranslation('account');
  const { mfaEnabled } = account;
  return (
    <>
      <EditableRow
        id="two-step"
        title={t('mfa.title')}
        open={t(mfaEnabled ? 'mfa.switchOff' : 'mfa.setUp')}
        form={
          mfaEnabled ? (
            <SwitchOffForm account={account} />
          ) : (
            <SetUp account={account} hasRecoveryCodes={hasRecoveryCodes} />
          )
        }
      >
        <p>{t(mfaEnabled ? 'mfa.on' : 'mfa.off')}</p>
        <p className="row-hint">{t('mfa.body')}</p>
      </EditableRow>
      {mfaEnabled && hasRecoveryCodes && <RecoveryCodesRow codesLeft={account.recoveryCodesLeft ?? 0} />}
    </>
  );
}

function SetUp({ account, hasRecoveryCodes }: TwoFactorRowProps) {
  const { t } = useTranslation('account');
  const { close } = useRowForm();
  const { run } = useAccountAction('failure.update');
  const [secret, setSecret] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests one secret per opening
  useEffect(() => {
    let isCurrent = true;
    void run(async () => {
      const made = await requestAppSecret();
      if (isCurrent) setSecret(made);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  if (secret !== undefined) {
    return <ProveForm secret={secret} account={account} hasRecoveryCodes={hasRecoveryCodes} />;
  }
  return (
    <div className="form-end">
      <p role="status">{t('page.loading')}</p>
      <PlainButton onClick={close}>{t('action.cancel')}</PlainButton>
    </div>
  );
}

function ProveForm({ secret, account, hasRecoveryCodes }: TwoFactorRowProps & { secret: string }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { close } = useRowForm();
  const form = useAccountForm({
    rules: { code: codeError },
    send: async ({ code }) => {
      await proveAppSecret(plainCode(code));
      await setTwoFactor(true);
      await revalidate();
      showToast(t('mfa.isOnNow'));
      // Recovery codes come next, since losing the app would lock the account.
      await navigate({ hash: hasRecoveryCodes ? 'recovery-codes' : '' }, { preventScrollReset: true, replace: true });
    },
    failureWords: { otherwise: 'failure.update' },
    takesFocus: true,
  });
  return (
    <AccountForm form={form} submit={t('mfa.switchOn')} onCancel={close}>
      <AppSecret secret={secret} account={account.email} />
      <CodeField {...form.field('code')} label={t('field.oneTimeCode')} hint={t('mfa.codeHint')} maxLength={16} />
    </AccountForm>
  );
}

/** Requires the password, or a code, so that an open session is not enough to turn off two-factor authentication. */
function SwitchOffForm({ account: { username, hasPassword } }: { account: Account }) {
  const { t } = useTranslation('account');
  const { close, finish } = useRowForm();
  const form = useAccountForm({
    rules: {
      current: (value) => (hasPassword ? passwordError(value) : undefined),
      code: (value) => (hasPassword ? undefined : codeError(value)),
    },
    send: async ({ current, code }) => {
      if (hasPassword) await provePassword(username, current);
      else await accountCall(accountApi.makeRecoveryCodes, { body: { code: plainCode(code) } });
      await setTwoFactor(false);
      await finish('mfa.isOffNow');
    },
    failureWords: {
      otherwise: 'failure.update',
      notAuthorized: { key: 'failure.currentPassword', field: 'current' },
    },
    takesFocus: true,
  });
  return (
    <AccountForm form={form} submit={t('mfa.switchOff')} onCancel={close}>
      <p>{t('mfa.offBody')}</p>
      {hasPassword ? (
        <PasswordField {...form.field('current')} label={t('field.currentPassword')} autoComplete="current-password" />
      ) : (
        <CodeField {...form.field('code')} label={t('field.oneTimeCode')} maxLength={16} />
      )}
    </AccountForm>
  );
}
