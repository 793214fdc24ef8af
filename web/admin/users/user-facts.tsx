import { CircleAlert, CircleCheck, ShieldCheck, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '#contract/admin-users.ts';
import { Badge } from '../ui/badge.tsx';
import { Fact, Facts, NOTHING, Time } from '../ui/facts.tsx';
import { RoleSelect } from './role-select.tsx';
import { UserStatus } from './user-status.tsx';

export function UserFacts({ user, isOwn }: { user: UserDetail; isOwn: boolean }) {
  const { t } = useTranslation('console');
  const { username, email, mfaEnabled, createdAt, updatedAt } = user;
  return (
    <Facts>
      <Fact name={t('users.username')}>
        <code className="record-id">{username}</code>
      </Fact>
      <Fact name={t('users.email')}>{email === '' ? NOTHING : <Address user={user} />}</Fact>
      <Fact name={t('users.role')}>
        <RoleSelect user={user} isOwn={isOwn} />
      </Fact>
      <Fact name={t('users.status')}>
        <UserStatus user={user} />
      </Fact>
      <Fact name={t('users.mfa')}>
        <Badge
          tone={mfaEnabled ? 'good' : 'quiet'}
          icon={mfaEnabled ? ShieldCheck : ShieldOff}
          text={t(mfaEnabled ? 'users.mfaOn' : 'users.mfaOff')}
        />
      </Fact>
      <Fact name={t('users.createdAt')}>
        <Time value={createdAt} />
      </Fact>
      <Fact name={t('users.updatedAt')}>
        <Time value={updatedAt} />
      </Fact>
    </Facts>
  );
}

function Address({ user: { email, emailVerified } }: { user: UserDetail }) {
  const { t } = useTranslation('console');
  return (
    <>
      <span>{email}</span>
      <Badge
        tone={emailVerified ? 'good' : 'waiting'}
        icon={emailVerified ? CircleCheck : CircleAlert}
        text={t(emailVerified ? 'users.verified' : 'users.unverified')}
      />
    </>
  );
}
