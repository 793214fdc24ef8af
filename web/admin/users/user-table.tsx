import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { User } from '#contract/admin-users.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { Badge } from '../ui/badge.tsx';
import { NOTHING, Time } from '../ui/facts.tsx';
import { userPath } from './user-paths.ts';
import { chosenName } from './user-state.ts';
import { UserStatus } from './user-status.tsx';

export function UserTable({ users }: { users: readonly User[] }) {
  const { t } = useTranslation('console');
  return (
    <table className="record-table">
      <caption className="sr-only">{t('page.users')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('users.email')}</th>
          <th scope="col" className="wide">
            {t('users.name')}
          </th>
          <th scope="col" className="wide">
            {t('users.role')}
          </th>
          <th scope="col" className="wide">
            {t('users.status')}
          </th>
          <th scope="col" className="wide">
            {t('users.createdAt')}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.username} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user }: { user: User }) {
  const { t } = useTranslation('console');
  const { username, email, emailVerified, role, createdAt } = user;
  const name = chosenName(user);
  const title = email === '' ? username : email;
  return (
    <tr>
      <th scope="row">
        <Link to={userPath(username)}>{title}</Link>
        {email !== '' && !emailVerified && <Badge tone="waiting" icon={CircleAlert} text={t('users.unverified')} />}
        {username !== title && <span className="record-sub record-id">{username}</span>}
        <span className="narrow">
          {name !== undefined && <span lang={contentLanguage(name)}>{name}</span>}
          <span>{t(`role.${role}`)}</span>
          <UserStatus user={user} />
        </span>
      </th>
      <td className="wide">{name === undefined ? NOTHING : <span lang={contentLanguage(name)}>{name}</span>}</td>
      <td className="wide">{t(`role.${role}`)}</td>
      <td className="wide">
        <UserStatus user={user} />
      </td>
      <td className="wide record-time">
        <Time value={createdAt} isShort />
      </td>
    </tr>
  );
}
