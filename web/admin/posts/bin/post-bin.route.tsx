import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import type { Call } from '#contract/api-client.ts';
import { deletedPostApi } from '#contract/deleted-posts.ts';
import { screenCall } from '../../../session/console-call.ts';
import { requireService } from '../../../session/guards.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TrailPager } from '../../ui/trail-pager.tsx';
import { MissingNotice } from '../history/missing-notice.tsx';
import { binPath } from '../post-paths.ts';
import { PostTabs } from '../post-tabs.tsx';
import { ServiceLine } from '../service-line.tsx';
import type { Route } from './+types/post-bin.route.ts';
import { BinLook } from './bin-look.tsx';
import { BinTable } from './bin-table.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useBin } from './use-bin.ts';
import './bin.css';

export async function clientLoader({ request, params: { serviceId } }: Route.ClientLoaderArgs) {
  await requireService(request, serviceId);
  const call = screenCall(request);
  const [service, shown] = await Promise.all([
    call(adminServiceApi.find, { params: { serviceId } }),
    load(call, serviceId, new URL(request.url).searchParams),
  ]);
  return { service, shown };
}

async function load(call: Call, serviceId: string, search: URLSearchParams) {
  const postId = search.get('look');
  if (postId !== null) {
    return { kind: 'look' as const, post: await call(deletedPostApi.find, { params: { serviceId, postId } }) };
  }
  const pageToken = search.get('pageToken') ?? undefined;
  const query = pageToken === undefined ? {} : { pageToken };
  const page = await call(deletedPostApi.list, { params: { serviceId }, query });
  return { kind: 'list' as const, pageToken, page };
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return <ListSkeleton title={t('bin.heading')} />;
}

export default function PostBinRoute({ loaderData: { service, shown }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { restore, remove, missing, taken, stopRestoring } = useBin(serviceId);
  return (
    <>
      <PageTitle title={t('bin.heading')} />
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      <MissingNotice missing={missing} />
      {shown.kind === 'look' ? (
        <>
          <Link className="back-to-list" to={binPath(serviceId)}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t('bin.backToList')}
          </Link>
          <BinLook post={shown.post} serviceId={serviceId} onRestore={restore} onRemove={remove} />
        </>
      ) : (
        <>
          <p className="lead">{t('bin.lead')}</p>
          {shown.page.items.length === 0 ? (
            <EmptyState title={t('bin.empty')} body={t('bin.emptyBody')} />
          ) : (
            <BinTable posts={shown.page.items} onRestore={restore} onRemove={remove} />
          )}
          <TrailPager
            first=""
            next={
              shown.page.pageToken === null ? undefined : `?${new URLSearchParams({ pageToken: shown.page.pageToken })}`
            }
            isFirst={shown.pageToken === undefined}
          />
        </>
      )}
      {taken && <RestoreDialog post={taken} onRestore={restore} onClose={stopRestoring} />}
    </>
  );
}
