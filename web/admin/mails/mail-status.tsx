import { CircleCheck, CircleX, Clock, Inbox, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MailStatus as Status } from '#contract/mails.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const looks: Readonly<Record<Status, { icon: LucideIcon; tone: Tone }>> = {
  waiting: { icon: Clock, tone: 'waiting' },
  sent: { icon: CircleCheck, tone: 'good' },
  kept: { icon: Inbox, tone: 'quiet' },
  failed: { icon: CircleX, tone: 'bad' },
};

export function MailStatus({ status }: { status: Status }) {
  const { t } = useTranslation('console');
  return <Badge {...looks[status]} text={t(`mails.statuses.${status}`)} />;
}
