import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whilePending } from '../../../session/pending-calls.ts';
import { SessionLost } from '../../../session/session.ts';
import { showToast } from '../../ui/toast.ts';
import { failureOf } from '../failure.ts';
import type { AccountKey } from '../rules.ts';
import { useSessionOver } from '../ui/use-session-over.ts';

export function useRowAction(otherwise: AccountKey) {
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
