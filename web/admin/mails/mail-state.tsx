import { CircleCheck, CircleX, Clock, Inbox, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MailStatus } from '#contract/mails.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

export function canRetry(status: MailStatus): boolean {
  return status === 'waiting' || status === 'failed';
}

interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
  readonly at: number;
}

/** Punctuation after a link is not part of it. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: link, index } of text.matchAll(/https?:\/\/[^\s<>"「」、。]+[^\s<>"「」、。.,;:!?)]/g)) {
    parts.push({ text: text.slice(at, index), isLink: false, at }, { text: link, isLink: true, at: index });
    at = index + link.length;
  }
  return [...parts, { text: text.slice(at), isLink: false, at }].filter((part) => part.text !== '');
}

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
