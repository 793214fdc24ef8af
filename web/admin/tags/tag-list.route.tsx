import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { TagFilter, TagLabel } from '#contract/tags.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { ServiceLine } from '../posts/service-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { toSearch } from '../ui/search-params.ts';
import { TrailPager } from '../ui/trail-pager.tsx';
import type { Route } from './+types/tag-list.route.ts';
import { TagTable } from './tag-table.tsx';
import { useTagActions } from './use-tag-actions.ts';

const PAGE_SIZE = 100;

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireService(request, params.serviceId);
  const search = new URL(request.url).searchParams;
  const contains = TagFilter.safeParse(search.get('contains') ?? '').data ?? '';
  // Last label of the previous page.
  const after = TagLabel.safeParse(search.get('after')).data;
  const call = screenCall(request);
  const [service, tags] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(adminTagApi.list, { params, query: { count: PAGE_SIZE + 1, after, contains } }),
  ]);
  const shown = tags.slice(0, PAGE_SIZE);
  const lastLabel = tags.length > PAGE_SIZE ? shown.at(-1)?.label : undefined;
  return { service, contains, after, tags: shown, lastLabel };
}

export const HydrateFallback = () => <ListSkeleton title="tags.heading" />;

export default function TagListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { service, contains, after, tags, lastLabel } = loaderData;
  const actions = useTagActions(serviceId);
  const canEdit = isEditor(useActor());
  const isEmpty = tags.length === 0 && contains === '' && after === undefined;

  const show = (words: string) =>
    void navigate({ search: toSearch({ contains: words.trim() }) }, { replace: true, preventScrollReset: true });
  const create = (
    <Button onClick={actions.create} leftSection={<Plus />}>
      {t('action.create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('tags.heading')} documentTitle={t('tags.headingOf', { label: service.label })}>
        {canEdit && !isEmpty && create}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      {isEmpty ? (
        <EmptyState title={t('tags.empty')} body={t('tags.emptyBody')}>
          {canEdit && create}
        </EmptyState>
      ) : (
        <>
          <div className="list-tools">
            <SearchField key={serviceId} label={t('tags.search')} maxLength={128} value={contains} onSearch={show} />
          </div>
          {tags.length > 0 ? (
            <TagTable tags={tags} actions={canEdit ? actions : undefined} />
          ) : (
            <EmptyState title={t('tags.noMatch', { words: contains })}>
              <Button variant="default" onClick={() => show('')}>
                {t('tags.clearSearch')}
              </Button>
            </EmptyState>
          )}
          <TrailPager page={after} next={lastLabel} searchOf={(label) => toSearch({ contains, after: label })} />
        </>
      )}
    </>
  );
}
