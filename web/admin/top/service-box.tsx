import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { filesPath } from '../files/file-paths.ts';

/** One service, and the ways to what it is for. */
export function ServiceBox({ service }: { service: ServiceRecord }) {
  const { t } = useTranslation('console');
  const { serviceId, label, functions } = service;
  return (
    <li className="service-box">
      <h3>
        {label} <span className="service-id">{`(${serviceId})`}</span>
      </h3>
      {functions.includes('post') ? (
        <>
          <Link to={`/admin/posts/${serviceId}`}>{t('function.managePosts')}</Link>
          <Link to={filesPath(serviceId)}>{t('files.heading')}</Link>
        </>
      ) : (
        <p>{t('empty.list')}</p>
      )}
    </li>
  );
}
