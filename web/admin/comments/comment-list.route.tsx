import { Button } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/comment-list.route.ts';
import { contentSettingsPath } from './comment-paths.ts';
import { CommentScreen } from './comment-screen.tsx';
import { ContentSelect } from './content-select.tsx';
import { loadComments } from './load-comments.ts';
import { MailNotice } from './mail-notice.tsx';
import './comments.css';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  return await loadComments(request, { serviceId });
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('moderation.heading')} />;
}

export default function CommentListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { service, hasContents } = loaderData;
  const head = (
    <>
      <PageTitle title={t('moderation.heading')} documentTitle={t('moderation.listOf', { label: service.label })}>
        <Button
          component={Link}
          to={contentSettingsPath(serviceId)}
          variant="default"
          leftSection={<Settings2 size={16} aria-hidden="true" />}
        >
          {t('moderation.contentSettings')}
        </Button>
      </PageTitle>
    </>
  );
  return (
    <CommentScreen key={serviceId} loaded={loaderData} head={head}>
      <div className="comment-ways">
        {hasContents && <ContentSelect serviceId={serviceId} />}
        <MailNotice serviceId={serviceId} />
      </div>
    </CommentScreen>
  );
}
