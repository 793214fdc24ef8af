import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, redirect, useNavigate } from 'react-router';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-list.route.ts';
import { pageOf, rememberPage } from './list/list-memory.ts';
import { firstPage, isFiltered, type ListState, readListState, toSearch } from './list/list-state.ts';
import { PostFilter } from './list/post-filter.tsx';
import { PostPager } from './list/post-pager.tsx';
import { PostTable } from './list/post-table.tsx';
import { loadCategoryOptions } from './load-service.ts';
import { createPostPath, postsPath } from './post-paths.ts';
import { PostTabs } from './post-tabs.tsx';
import { ServiceLine } from './service-line.tsx';
import './list/list.css';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  const state = wantedPage(request, serviceId);
  await requireService(request, serviceId);
  const { sort, order, category, filter, pagerKey } = state;
  const call = screenCall(request);
  const [service, categories, page] = await Promise.all([
    call(adminServiceApi.find, { params }),
    loadCategoryOptions(request, serviceId),
    call(adminPostApi.list, {
      params,
      query: { sort, order, category, filters: filter && JSON.stringify(filter), pagerKey },
    }),
  ]);
  return {
    service,
    categories,
    state,
    posts: page.items,
    nextKey: page.pagerKey ? JSON.stringify(page.pagerKey) : undefined,
  };
}

/** A page whose beginning is neither said nor remembered is the first one. */
function wantedPage(request: Request, serviceId: string): ListState {
  const state = readListState(new URL(request.url).searchParams);
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
      <PostFilter state={state} categories={categories} onRun={(wanted) => show({ ...firstPage(state), ...wanted })} />
      <SortSelect state={state} onChange={show} />
      {posts.length > 0 ? (
        <PostTable posts={posts} state={state} />
      ) : (
        <NoPosts
          state={state}
          serviceId={serviceId}
          onReset={() => show({ ...firstPage(state), filter: undefined, category: '' })}
        />
      )}
      <PostPager serviceId={serviceId} state={state} nextKey={nextKey} />
    </>
  );
}

const orders = [
  ...(['createdAt desc', 'createdAt asc', 'publishAt desc', 'publishAt asc'] as const),
  ...(['updatedAt desc', 'updatedAt asc', 'title asc', 'title desc'] as const),
];

/** Where the table has no room for its sortable columns. */
function SortSelect({ state, onChange }: { state: ListState; onChange: (next: ListState) => void }) {
  const { t } = useTranslation('console');
  return (
    <NativeSelect
      className="post-sort-select"
      label={t('posts.sort.label')}
      value={`${state.sort} ${state.order}`}
      data={orders.map((value) => ({ value, label: t(`posts.sort.${value}`) }))}
      onChange={({ target }) => {
        const [sort = 'createdAt', order = 'desc'] = target.value.split(' ');
        onChange(readListState(new URLSearchParams({ ...paramsOf(firstPage(state)), sort, order })));
      }}
    />
  );
}

function paramsOf(state: ListState): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(toSearch(state)));
}

function NoPosts({ state, serviceId, onReset }: { state: ListState; serviceId: string; onReset: () => void }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  if (isFiltered(state)) {
    return (
      <EmptyState title={t('posts.noMatch')} body={t('posts.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('posts.filter.reset')}
        </Button>
      </EmptyState>
    );
  }
  if (!isEditor(actor)) return <EmptyState title={t('posts.empty')} />;
  return (
    <EmptyState title={t('posts.empty')} body={t('posts.emptyBody')}>
      <Button component={Link} to={createPostPath(serviceId)}>
        {t('posts.writeFirst')}
      </Button>
    </EmptyState>
  );
}
