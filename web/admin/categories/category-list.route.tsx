import { Button, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs } from '../posts/post-tabs.tsx';
import { ServiceLine } from '../posts/service-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/category-list.route.ts';
import { createCategoryPath } from './category-paths.ts';
import { CategoryTree } from './category-tree.tsx';
import { allRows, found, toForest } from './forest.ts';
import { useUnfolded } from './unfolded-memory.ts';
import { useCategories } from './use-categories.ts';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireService(request, params.serviceId);
  const call = screenCall(request);
  const [service, [root]] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(adminCategoryApi.list, { params, query: { withChildren: '1' } }),
  ]);
  return { service, forest: toForest(root?.children ?? []) };
}

export function HydrateFallback() {
  return <ListSkeleton title={useTranslation('console').t('categories.heading')} />;
}

export default function CategoryListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  return <Categories key={serviceId} {...loaderData} />;
}

function Categories({ service, forest: loaded }: Route.ComponentProps['loaderData']) {
  const { t } = useTranslation('console');
  const canEdit = isEditor(useActor());
  const { serviceId } = service;
  const { forest, move, remove } = useCategories(serviceId, loaded);
  const rows = useMemo(() => allRows(forest), [forest]);
  const parents = rows.filter(({ tree }) => tree.children.length > 0).map(({ tree }) => tree.slug);
  const { unfolded, unfoldAll, foldAll, setUnfolded } = useUnfolded(serviceId, parents, rows.length);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => found(forest, search), [forest, search]);

  const create = (label: string) => (
    <Button component={Link} to={createCategoryPath(serviceId)} leftSection={<Plus size={16} aria-hidden="true" />}>
      {label}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('categories.heading')} documentTitle={t('categories.headingOf', { label: service.label })}>
        {canEdit && forest.length > 0 && create(t('action.create'))}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      {forest.length === 0 ? (
        <EmptyState title={t('categories.empty')} body={t('categories.emptyBody')}>
          {canEdit && create(t('categories.createFirst'))}
        </EmptyState>
      ) : (
        <>
          <p className="category-lead">{t(canEdit ? 'categories.lead' : 'categories.leadToRead')}</p>
          <div className="list-tools">
            <TextInput
              className="grows"
              type="search"
              label={t('categories.search')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            {parents.length > 0 && search.trim() === '' && (
              <Button.Group>
                <Button variant="default" onClick={unfoldAll}>
                  {t('categories.expandAll')}
                </Button>
                <Button variant="default" onClick={foldAll}>
                  {t('categories.collapseAll')}
                </Button>
              </Button.Group>
            )}
            <p className="count">{t('categories.count', { count: rows.length })}</p>
          </div>
          {shown.length === 0 ? (
            <p role="status">{t('categories.noMatch')}</p>
          ) : (
            <CategoryTree
              {...{ serviceId, forest, shown, canEdit, unfolded }}
              onFold={setUnfolded}
              onMove={move}
              onDelete={remove}
            />
          )}
        </>
      )}
    </>
  );
}
