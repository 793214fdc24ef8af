import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { HOME_PATH } from '../../../paths/site.ts';
import { signOut } from '../../../session/session.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountPage } from '../ui/account-page.tsx';

export default function SignOutRoute() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    signOut()
      .then(
        () => showToast(t('done.signedOut')),
        () => showToast(t('failure.signOut'), 'danger'),
      )
      .finally(() => void navigate(HOME_PATH, { replace: true }));
  }, [navigate, t]);
  return <AccountPage title={t('page.signOut')} />;
}
