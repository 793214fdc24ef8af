import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ClockState } from '#contract/schedule.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { TopNotice } from './top-notice.tsx';

export function ClockNotice({ clock: { lateSince }, isAdmin }: { clock: ClockState; isAdmin: boolean }) {
  const { t } = useTranslation('console');
  if (lateSince === undefined) return null;
  return (
    <TopNotice
      icon={Clock}
      title={
        <>
          {t('top.clockLate')} <DateTime value={lateSince} withTime />
        </>
      }
    >
      <p>{t('top.clockLateBody')}</p>
      <p>{t(isAdmin ? 'top.clockLateAdmin' : 'top.clockLateOther')}</p>
    </TopNotice>
  );
}
