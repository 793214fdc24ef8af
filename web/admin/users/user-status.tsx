import { Ban, CircleCheck, CircleHelp, KeyRound, type LucideIcon, Mail, MailQuestion, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/admin-users.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { type UserState, userStateOf } from './user-state.ts';

const badges: Readonly<Record<UserState, { icon: LucideIcon; tone: Tone }>> = {
  active: { icon: CircleCheck, tone: 'good' },
  invited: { icon: Mail, tone: 'waiting' },
  unconfirmed: { icon: MailQuestion, tone: 'quiet' },
  resetting: { icon: KeyRound, tone: 'waiting' },
  external: { icon: Unplug, tone: 'good' },
  disabled: { icon: Ban, tone: 'bad' },
  other: { icon: CircleHelp, tone: 'quiet' },
};

export function UserStatus({ user }: { user: Pick<User, 'enabled' | 'status'> }) {
  const { t } = useTranslation('console');
  const state = userStateOf(user);
  return <Badge {...badges[state]} text={state === 'other' ? user.status : t(`users.state.${state}`)} />;
}
