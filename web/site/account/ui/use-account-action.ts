import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { whilePending } from '../../../session/pending-calls.ts';
import { siteSignInPathFor } from '../../../session/redirect-target.ts';
import { SessionLost } from '../../../session/session.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { AccountKey } from '../failure.ts';
import { failureOf } from '../failure.ts';

export function useAccountAction(otherwise: AccountKey) {
  const { t } = useTranslation('account');
  const endSession = useSessionOver();
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await whilePending(work);
    } catch (error) {
      if (error instanceof SessionLost) endSession();
      else showToast(t(failureOf(error, { otherwise }).key), 'danger');
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, run };
}

export function useSessionOver(): () => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { t } = useTranslation('account');
  return () => {
    showToast(t('failure.notAuthenticated'), 'danger');
    void navigate(siteSignInPathFor(`${pathname}${search}${hash}`), { replace: true });
  };
}
