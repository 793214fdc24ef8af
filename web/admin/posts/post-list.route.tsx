import { Button, Skeleton } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, redirect, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { type AdminPostRow, adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { PostStatus } from '#contract/posts.ts';
import { postCreatePath, postListPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { pageFor, screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { sessionCall } from '../../session/session.ts';
import { type CategoryOption, loadCategoryOptions } from '../categories/category-options.ts';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/post-list.route.ts';
import { BulkBar, notifyBulkChange } from './list/bulk/bulk-bar.tsx';
import { BulkDialog } from './list/bulk/bulk-dialog.tsx';
import type { BulkAction } from './list/bulk/bulk-summary.ts';
import { type PostSelection, usePostSelection } from './list/bulk/use-post-selection.ts';
import {
  everything,
  firstPage,
  type ListState,
  type PageSize,
  pageOf,
  readListState,
  rememberPage,
  toSearch,
} from './list/list-state.ts';
import { ListTools } from './list/list-tools.tsx';
import { type ListView, rememberedView, rememberView } from './list/list-view.ts';
import { PostFilter } from './list/post-filter.tsx';
import { NoPosts, PostPager, PostTable } from './list/post-table.tsx';
import { PostTabs, ServiceLine } from './post-tabs.tsx';
import './list/list.css';

interface ListPage {
  readonly posts: readonly AdminPostRow[];
  readonly nextKey: string | undefined;
}

/** Maximum number of consecutive requests when filtered pages come back empty. */
const MAX_ATTEMPTS = 6;

/** Returns an empty page when the category or tag no longer exists. */
async function loadPage(
  request: Request,
  serviceId: string,
  { sort, order, category, tag, status, filter, size, pagerKey }: ListState,
): Promise<ListPage> {
  const filters = filter && JSON.stringify(filter);
  const query = { sort, order, category, tag: tag || undefined, status, filters, count: size };
  try {
    let nextKey = pagerKey;
    for (let attempt = 1; ; attempt += 1) {
      const loadOptions = { params: { serviceId }, query: { ...query, pagerKey: nextKey } };
      const page = await sessionCall(adminPostApi.list, loadOptions);
      nextKey = page.pagerKey ? JSON.stringify(page.pagerKey) : undefined;
      if (page.items.length > 0 || nextKey === undefined || attempt === MAX_ATTEMPTS)
        return { posts: page.items, nextKey };
    }
  } catch (error) {
    if (isMissingCategoryOrTag(error)) return { posts: [], nextKey: undefined };
    throw pageFor(error, request) ?? error;
  }
}

function isMissingCategoryOrTag(error: unknown): boolean {
  const missingMessages: readonly string[] = [messages.categoryMissing, messages.tagMissing];
  return error instanceof ApiError && error.status === 404 && missingMessages.includes(error.body.message);
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { serviceId } = params;
  const { username } = await requireService(request, serviceId);
  const state = requestedPage(request, serviceId, rememberedView(username).size);
  const [service, categories, page] = await Promise.all([
    screenCall(request)(adminServiceApi.find, { params }),
    loadCategoryOptions(request, serviceId),
    loadPage(request, serviceId, state),
  ]);
  return { service, categories, state, ...page };
}

function requestedPage(request: Request, serviceId: string, size: PageSize): ListState {
  const state = readListState(new URL(request.url).searchParams, size);
  if (state.index === 0 || state.pagerKey !== undefined) return state;
  const remembered = pageOf(serviceId, state, state.index);
  if (remembered.index === 0) throw redirect(postListPath(serviceId, toSearch(remembered)));
  return remembered;
}

export function HydrateFallback() {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t('frame.place.posts')} />
      <p className="sr-only" role="status">
        {t('console.loading')}
      </p>
      <div className="ui-grid ui-gap-3">
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
      <PageTitle title={t('frame.place.posts')} documentTitle={t('posts.headingOf', { label })}>
        {isEditor(actor) && (
          <Button component={Link} to={postCreatePath(serviceId, state.category)} leftSection={<Plus />}>
            {t('action.create')}
          </Button>
        )}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      <div className="ui-row ui-middle ui-spread ui-gap-3-5">
        <StatusLinks state={state} />
        <ListTools state={state} view={view} onShow={show} onView={setView} />
      </div>
      <PostFilter
        serviceId={serviceId}
        state={state}
        categories={categories}
        onRun={(narrowing) => show({ ...firstPage(state), ...narrowing })}
      />
      {posts.length > 0 ? (
        <PostTable
          posts={posts}
          state={state}
          isLoading={isLoading}
          columns={view.columns}
          selection={isEditor(actor) ? selection : undefined}
        />
      ) : (
        <NoPosts
          state={state}
          serviceId={serviceId}
          nextKey={nextKey}
          onReset={() => show({ ...firstPage(state), ...everything, status: '' })}
        />
      )}
      {isEditor(actor) && <BulkChanges serviceId={serviceId} selection={selection} categories={categories} />}
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

function StatusLinks({ state }: { state: ListState }) {
  const { t } = useTranslation('console');
  return (
    <nav className="status-links ui-row ui-gap-1-4" aria-label={t('posts.columns.status')}>
      {(['', ...PostStatus.options] as const).map((status) => (
        <Link
          key={status}
          to={{ search: toSearch({ ...firstPage(state), status }) }}
          aria-current={state.status === status ? 'true' : undefined}
          preventScrollReset
        >
          {status === '' ? t('postList.all') : t(`posts.status.${status}`)}
        </Link>
      ))}
    </nav>
  );
}

interface BulkChangesProps {
  readonly serviceId: string;
  readonly selection: PostSelection;
  readonly categories: readonly CategoryOption[];
}

function BulkChanges({ serviceId, selection, categories }: BulkChangesProps) {
  const revalidator = useRevalidator();
  const [action, setAction] = useState<BulkAction>();
  const refresh = () => void revalidator.revalidate();
  return (
    <>
      <BulkBar selection={selection} onChoose={setAction} />
      <BulkDialog
        serviceId={serviceId}
        action={action}
        categories={categories}
        posts={selection.posts}
        onClose={() => setAction(undefined)}
        onChanged={(done, changed) => {
          setAction(undefined);
          selection.clear();
          notifyBulkChange(changed, { serviceId, action: done, onUndone: refresh });
          refresh();
        }}
      />
    </>
  );
}
