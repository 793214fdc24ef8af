import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WaitingComments as Counts } from '#contract/admin-comments.ts';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { filesPath } from '../files/file-paths.ts';
import { WaitingComments } from './waiting-comments.tsx';

export interface ServiceBoxProps {
  readonly service: ServiceRecord;
  /** Of its comments, where it has any. */
  readonly counts: Counts | undefined;
}

/** One service, and the ways to what it is for. */
export function ServiceBox({ service, counts }: ServiceBoxProps) {
  const { t } = useTranslation('console');
  const { serviceId, label, functions } = service;
  return (
    <li className="service-box">
      <h3>
        {label} <span className="service-id">{`(${serviceId})`}</span>
      </h3>
      {functions.includes('post') && (
        <>
          <Link to={`/admin/posts/${serviceId}`}>{t('function.managePosts')}</Link>
          <Link to={filesPath(serviceId)}>{t('files.heading')}</Link>
        </>
      )}
      {functions.includes('comment') && <WaitingComments serviceId={serviceId} label={label} counts={counts} />}
      {functions.length === 0 && <p>{t('empty.list')}</p>}
    </li>
  );
}
