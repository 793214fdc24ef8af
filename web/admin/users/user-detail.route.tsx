import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireAdmin } from '../../session/guards.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/user-detail.route.ts';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserNotesForm } from './user-notes-form.tsx';
import { UserServices } from './user-services.tsx';
import { chosenName, userTitle } from './user-state.ts';
import './user-detail.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const actor = await requireAdmin(request);
  const call = screenCall(request);
  const [user, services] = await Promise.all([call(adminUserApi.read, { params }), call(adminServiceApi.list, {})]);
  return { user, services, isOwn: user.username === actor.username };
}

export default function UserDetailRoute({ loaderData: { user, services, isOwn } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { username } = user;
  const title = t(user.role === 'normal' ? 'page.editUser' : 'page.userSettings');
  const name = chosenName(user);
  return (
    <>
      <PageTitle title={title} documentTitle={`${userTitle(user)} – ${title}`} />
      <p className="lead user-lead">
        <span lang={name && contentLanguage(name)}>{name ?? userTitle(user)}</span>
      </p>
      <div className="user-detail">
        <div>
          <UserFacts user={user} isOwn={isOwn} />
          <p className="user-log">
            <LogLink part="target" username={username} text={t('users.auditOf')} />
            <LogLink part="actor" username={username} text={t('users.auditBy')} />
          </p>
          <UserServices key={username} user={user} services={services} />
          <UserNotesForm key={`notes.${username}`} user={user} />
        </div>
        <UserActions user={user} isOwn={isOwn} />
      </div>
    </>
  );
}

function LogLink({ part, username, text }: { part: 'actor' | 'target'; username: string; text: string }) {
  return (
    <Link to={`/admin/audit?${new URLSearchParams({ [part]: username })}`}>
      <ScrollText size={16} aria-hidden="true" />
      {text}
    </Link>
  );
}
