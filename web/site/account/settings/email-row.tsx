import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Account } from '#contract/account.ts';
import { codeError, emailError, passwordError, plainCode } from '../../../session/credential-rules.ts';
import { requestEmailCode, saveEmail, verifyEmail } from '../../../session/own-account.ts';
import { provePassword } from '../../../session/sign-in.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { PlainButton, ResendButton } from '../ui/buttons.tsx';
import { CodeField, EmailField, PasswordField } from '../ui/fields.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, focusRow, useRowForm } from './setting-row.tsx';

const ROW = 'email';

export function EmailRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { email, emailVerified } = account;
  const [saved, setSaved] = useState<string>();
  return (
    <EditableRow id={ROW} title={t('field.email')} form={<EmailForm account={account} onSaved={setSaved} />}>
      <p>
        {email}{' '}
        <span className="mark ui-quiet ui-small">{t(emailVerified ? 'email.verified' : 'email.unverified')}</span>
      </p>
      {!emailVerified && <VerifyEmail account={account} takesFocus={saved === email} />}
    </EditableRow>
  );
}

/** Requires the password, since the address gives access to the account by password reset. */
function EmailForm({ account, onSaved }: { account: Account; onSaved: (email: string) => void }) {
  const { t } = useTranslation('account');
  const { username, hasPassword } = account;
  const draftKey = `email.${username}`;
  const { close, finish } = useRowForm(draftKey);
  const form = useAccountForm({
    rules: {
      email: (value) => (value.trim() === account.email ? 'rule.same' : emailError(value)),
      current: (value) => (hasPassword ? passwordError(value) : undefined),
    },
    send: async ({ email, current }) => {
      if (hasPassword) await provePassword(username, current);
      await saveEmail(email.trim());
      onSaved(email.trim());
      await finish('done.mailSent');
    },
    failureWords: {
      otherwise: 'failure.update',
      notAuthorized: { key: 'failure.currentPassword', field: 'current' },
    },
    draftKey,
    takesFocus: true,
  });
  return (
    <AccountForm form={form} submit={t('action.save')} onCancel={close}>
      <p>{t('email.now', { email: account.email })}</p>
      <EmailField {...form.field('email')} label={t('email.new')} hint={t('email.newHint')} autoComplete="email" />
      {hasPassword && (
        <PasswordField {...form.field('current')} label={t('field.currentPassword')} autoComplete="current-password" />
      )}
    </AccountForm>
  );
}

/** The previous address remains valid for sign-in until the new one is verified. */
function VerifyEmail({ account, takesFocus }: { account: Account; takesFocus: boolean }) {
  const { t } = useTranslation('account');
  const { revalidate } = useRevalidator();
  const { run, isBusy: isKeeping } = useAccountAction('failure.update');
  const { email, verifiedEmail } = account;
  const form = useAccountForm({
    rules: { code: codeError },
    send: async ({ code }) => {
      await verifyEmail(plainCode(code));
      focusRow(ROW);
      await revalidate();
      showToast(t('done.emailVerified'));
    },
    failureWords: { otherwise: 'failure.verify' },
    takesFocus,
  });

  async function keepVerifiedEmail(old: string): Promise<void> {
    await saveEmail(old);
    focusRow(ROW);
    await revalidate();
    showToast(t('done.updated'));
  }

  return (
    <AccountForm
      form={form}
      submit={t('action.verify')}
      beside={
        <>
          <ResendButton send={requestEmailCode} onSent={form.clear} />
          {verifiedEmail && (
            <PlainButton
              tone="link"
              aria-disabled={isKeeping}
              onClick={() => void run(() => keepVerifiedEmail(verifiedEmail))}
            >
              {t('email.keepOld')}
            </PlainButton>
          )}
        </>
      }
    >
      <p>{t('email.waiting', { email })}</p>
      {verifiedEmail && <p>{t('email.untilThen', { email: verifiedEmail })}</p>}
      <CodeField {...form.field('code')} label={t('field.code')} hint={t('field.codeHint')} maxLength={16} />
    </AccountForm>
  );
}
