import { CircleCheck, CircleX, Clock, Inbox, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MailStatus } from '#contract/mails.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const badges: Readonly<Record<MailStatus, { icon: LucideIcon; tone: Tone }>> = {
  waiting: { icon: Clock, tone: 'waiting' },
  sent: { icon: CircleCheck, tone: 'good' },
  kept: { icon: Inbox, tone: 'quiet' },
  failed: { icon: CircleX, tone: 'bad' },
};

export function MailStatusBadge({ status }: { status: MailStatus }) {
  const { t } = useTranslation('console');
  return <Badge {...badges[status]} text={t(`mails.statuses.${status}`)} />;
}
