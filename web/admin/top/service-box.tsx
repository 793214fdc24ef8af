import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WaitingComments as Waiting } from '#contract/admin-comments.ts';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ServiceCounts as Counts } from '#contract/overview.ts';
import { filesPath } from '../files/file-paths.ts';
import { ServiceCounts } from './service-counts.tsx';
import { WaitingComments } from './waiting-comments.tsx';

export interface ServiceBoxProps {
  readonly service: ServiceRecord;
  readonly waiting: Waiting | undefined;
  readonly counts: Counts | undefined;
}

export function ServiceBox({ service, waiting, counts }: ServiceBoxProps) {
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
      {functions.includes('comment') && <WaitingComments serviceId={serviceId} label={label} counts={waiting} />}
      {functions.length === 0 && <p>{t('empty.list')}</p>}
      {counts && functions.length > 0 && <ServiceCounts counts={counts} functions={functions} />}
    </li>
  );
}
