import { Button, Skeleton } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, redirect, useNavigate, useNavigation } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-list.route.ts';
import { BulkChanges } from './list/bulk/bulk-changes.tsx';
import { usePostSelection } from './list/bulk/use-post-selection.ts';
import { pageOf, rememberPage } from './list/list-memory.ts';
import { everything, firstPage, type ListState, type PageSize, readListState, toSearch } from './list/list-state.ts';
import { ListTools } from './list/list-tools.tsx';
import { type ListView, rememberedView, rememberView } from './list/list-view.ts';
import { loadPage } from './list/load-page.ts';
import { NoPosts } from './list/no-posts.tsx';
import { PostFilter } from './list/post-filter.tsx';
import { PostPager } from './list/post-pager.tsx';
import { PostTable } from './list/post-table.tsx';
import { StatusLinks } from './list/status-links.tsx';
import { loadCategoryOptions } from './load-service.ts';
import { createPostPath, postsPath } from './post-paths.ts';
import { PostTabs } from './post-tabs.tsx';
import { ServiceLine } from './service-line.tsx';
import './list/list.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  const { username } = await requireService(request, serviceId);
  const state = wantedPage(request, serviceId, rememberedView(username).size);
  const [service, categories, page] = await Promise.all([
    screenCall(request)(adminServiceApi.find, { params }),
    loadCategoryOptions(request, serviceId),
    loadPage(request, serviceId, state),
  ]);
  return { service, categories, state, ...page };
}

/** Redirects to the first page when the cursor of the requested page is neither given nor remembered. */
function wantedPage(request: Request, serviceId: string, size: PageSize): ListState {
  const state = readListState(new URL(request.url).searchParams, size);
  if (state.index === 0 || state.pagerKey !== undefined) return state;
  const remembered = pageOf(serviceId, state, state.index);
  if (remembered.index === 0) throw redirect(postsPath(serviceId, toSearch(remembered)));
  return remembered;
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('posts.heading')} />
      <p className="sr-only" role="status">
        {t('console.loading')}
      </p>
      <div className="post-list-skeleton">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height={40} />
        ))}
      </div>
    </>
  );
}

export default function PostListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const actor = useActor();
  const { service, categories, state, posts, nextKey } = loaderData;
  const { label } = service;
  const [view, setView] = useListView(actor.username);
  const selection = usePostSelection(`${serviceId} ${toSearch(firstPage(state))}`, posts);
  const isLoading = useNavigation().state === 'loading';

  useEffect(() => rememberPage(serviceId, state, nextKey), [serviceId, state, nextKey]);

  const show = (next: ListState) => void navigate({ search: toSearch(next) }, { preventScrollReset: true });

  return (
    <>
      <PageTitle title={t('posts.heading')} documentTitle={t('posts.headingOf', { label })}>
        {isEditor(actor) && (
          <Button
            component={Link}
            to={createPostPath(serviceId, state.category)}
            leftSection={<Plus size={16} aria-hidden="true" />}
          >
            {t('action.create')}
          </Button>
        )}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      <div className="post-list-top">
        <StatusLinks state={state} />
        <ListTools state={state} view={view} onShow={show} onView={setView} />
      </div>
      <PostFilter {...{ serviceId, state, categories }} onRun={(wanted) => show({ ...firstPage(state), ...wanted })} />
      {posts.length > 0 ? (
        <PostTable
          {...{ posts, state, isLoading }}
          columns={view.columns}
          selection={isEditor(actor) ? selection : undefined}
        />
      ) : (
        <NoPosts
          {...{ state, serviceId, nextKey }}
          onReset={() => show({ ...firstPage(state), ...everything, status: '' })}
        />
      )}
      {isEditor(actor) && <BulkChanges {...{ serviceId, selection, categories }} />}
      <PostPager serviceId={serviceId} state={state} nextKey={nextKey} />
    </>
  );
}

function useListView(username: string): [ListView, (next: ListView) => void] {
  const [view, setView] = useState(() => rememberedView(username));
  const change = (next: ListView) => {
    rememberView(username, next);
    setView(next);
  };
  return [view, change];
}
