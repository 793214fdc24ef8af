import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { postsPath } from '../posts/post-paths.ts';
import { USERS_PATH } from '../users/user-paths.ts';

/** Explains alternatives, because services cannot be deleted. */
export function InsteadOfDeleting({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  return (
    <section className="service-farewell" aria-labelledby="instead-of-deleting">
      <h2 id="instead-of-deleting">{t('services.farewell.title')}</h2>
      <p>{t('services.farewell.lead')}</p>
      <ul>
        <li>{t('services.farewell.lists')}</li>
        <li>
          {t('services.farewell.pages')} <Link to={postsPath(serviceId)}>{t('services.farewell.toPosts')}</Link>
        </li>
        <li>
          {t('services.farewell.people')} <Link to={USERS_PATH}>{t('services.farewell.toUsers')}</Link>
        </li>
        <li>
          {t('services.farewell.copy')} <code>{`npx kawaraban export --service ${serviceId} ${serviceId}`}</code>
        </li>
      </ul>
    </section>
  );
}
