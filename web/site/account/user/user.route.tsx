import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SETTINGS_PATH, SIGN_OUT_PATH } from '../../../paths/account.ts';
import { CONSOLE_PATH } from '../../../paths/site.ts';
import { requireAccount } from '../../../session/account-call.ts';
import { useFollowedSession } from '../account-navigation.ts';
import { AccountPage, Notice, Waiting } from '../ui/account-page.tsx';
import type { Route } from './+types/user.route.ts';
import './user.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return await requireAccount(request);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { t } = useTranslation('account');
  return (
    <AccountPage title={t('page.user')} heading={t('user.title')}>
      <Waiting />
    </AccountPage>
  );
}

export default function UserRoute({
  loaderData: { name, email, photoUrl, emailVerified, kind },
}: Route.ComponentProps) {
  const { t } = useTranslation('account');
  useFollowedSession();
  return (
    <AccountPage title={t('page.user')} heading={t('user.title')}>
      <div className="user-card ui-row ui-middle">
        {photoUrl ? (
          <img className="photo" src={photoUrl} width="128" height="128" alt="" />
        ) : (
          <span className="photo photo-none ui-quiet" aria-hidden="true">
            {initialOf(name || email)}
          </span>
        )}
        <div>
          <p className="user-greeting">{t('user.greeting', { name: name || t('user.guest') })}</p>
          {name !== email && <p className="ui-quiet">{email}</p>}
        </div>
      </div>
      {!emailVerified && (
        <Notice>
          <p>{t('email.waiting', { email })}</p>
          <p>
            <Link to={SETTINGS_PATH}>{t('email.enterCode')}</Link>
          </p>
        </Notice>
      )}
      <ul className="user-links">
        <li>
          <Link to={SETTINGS_PATH}>{t('page.settings')}</Link>
          <span className="ui-quiet ui-size-note">{t('user.settingsBody')}</span>
        </li>
        {kind === 'admin' && (
          <li>
            <a href={CONSOLE_PATH}>{t('user.console')}</a>
            <span className="ui-quiet ui-size-note">{t('user.consoleBody')}</span>
          </li>
        )}
        <li>
          <Link to={SIGN_OUT_PATH}>{t('action.signOut')}</Link>
          <span className="ui-quiet ui-size-note">{t('user.signOutBody')}</span>
        </li>
      </ul>
    </AccountPage>
  );
}

function initialOf(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment.toLocaleUpperCase() ?? '';
}
