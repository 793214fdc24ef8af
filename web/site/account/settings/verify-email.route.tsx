import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { SETTINGS_PATH } from '../../../paths/account.ts';
import { requireAccount } from '../../../session/account-call.ts';
import { codeError, plainCode } from '../../../session/credential-rules.ts';
import { requestEmailCode, verifyEmail } from '../../../session/own-account.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { AccountPage, Waiting } from '../ui/account-page.tsx';
import { ResendButton } from '../ui/buttons.tsx';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import type { Route } from './+types/verify-email.route.ts';

/** The URL contains a code. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return await requireAccount(request);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation('account');
  return (
    <AccountPage title={t('page.emailVerification')}>
      <Waiting />
    </AccountPage>
  );
}

/** Verification takes a click, since mail scanners open links. */
export default function VerifyEmailRoute({ loaderData: account }: Route.ComponentProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const code = plainCode(useSearchParams()[0].get('code') ?? '');
  const form = useAccountForm({
    rules: { code: codeError },
    send: async (values) => {
      await verifyEmail(plainCode(values.code));
      showToast(t('done.emailVerified'));
      await navigate(SETTINGS_PATH, { replace: true });
    },
    failureWords: { otherwise: 'failure.verify' },
  });
  if (account.emailVerified) {
    return (
      <AccountPage title={t('page.emailVerification')} lead={t('email.isVerified', { email: account.email })}>
        <p>
          <Link to={SETTINGS_PATH}>{t('page.settings')}</Link>
        </p>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t('page.emailVerification')} lead={t('email.byLink', { email: account.email })}>
      <AccountForm form={form} submit={t('action.verify')}>
        <CodeField {...form.field('code')} label={t('field.code')} maxLength={16} defaultValue={code} />
      </AccountForm>
      <p className="ui-size-note ui-above-5 account-ways">
        <ResendButton send={requestEmailCode} onSent={form.clear} />
        <Link to={SETTINGS_PATH}>{t('page.settings')}</Link>
      </p>
    </AccountPage>
  );
}
