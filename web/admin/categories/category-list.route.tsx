import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator } from 'react-router';
import { type AdminCategoryDetail, adminCategoryApi } from '#contract/admin-categories.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { categoryCreatePath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { consoleCall, screenCall } from '../../session/console-call.ts';
import { requireService } from '../../session/guards.ts';
import { PostTabs, ServiceLine } from '../posts/post-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { staleVersionOf } from '../ui/failure-text.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { FilterField } from '../ui/search-field.tsx';
import type { Route } from './+types/category-list.route.ts';
import { CategoryTree } from './category-tree.tsx';
import {
  allRows,
  type CategoryTrees,
  childrenIn,
  found,
  moved,
  type Place,
  type Tree,
  toCategoryTrees,
  useUnfolded,
  without,
} from './category-trees.ts';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireService(request, params.serviceId);
  const call = screenCall(request);
  const [service, [root]] = await Promise.all([
    call(adminServiceApi.find, { params }),
    call(adminCategoryApi.list, { params, query: { withChildren: '1' } }),
  ]);
  return { service, categoryTrees: toCategoryTrees(root?.children ?? []) };
}

export const HydrateFallback = () => <ListSkeleton title="frame.place.categories" />;

export default function CategoryListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  return <Categories key={serviceId} {...loaderData} />;
}

function Categories({ service, categoryTrees: loaded }: Route.ComponentProps['loaderData']) {
  const { t } = useTranslation('console');
  const canEdit = isEditor(useActor());
  const { serviceId } = service;
  const { categoryTrees, move, remove } = useCategories(serviceId, loaded);
  const rows = useMemo(() => allRows(categoryTrees), [categoryTrees]);
  const parents = rows.filter(({ tree }) => tree.children.length > 0).map(({ tree }) => tree.slug);
  const { unfolded, unfoldAll, foldAll, setUnfolded } = useUnfolded(serviceId, parents, rows.length);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => found(categoryTrees, search), [categoryTrees, search]);

  const create = (label: string) => (
    <Button component={Link} to={categoryCreatePath(serviceId)} leftSection={<Plus />}>
      {label}
    </Button>
  );
  return (
    <>
      <PageTitle
        title={t('frame.place.categories')}
        documentTitle={t('categories.headingOf', { label: service.label })}
      >
        {canEdit && categoryTrees.length > 0 && create(t('action.create'))}
      </PageTitle>
      <ServiceLine service={service} />
      <PostTabs serviceId={serviceId} />
      {categoryTrees.length === 0 ? (
        <EmptyState title={t('categories.empty')} body={t('categories.emptyBody')}>
          {canEdit && create(t('categories.createFirst'))}
        </EmptyState>
      ) : (
        <>
          <p className="lead">{t(canEdit ? 'categories.lead' : 'categories.leadToRead')}</p>
          <div className="list-tools">
            <FilterField label={t('categories.search')} value={search} onChange={setSearch} />
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
              serviceId={serviceId}
              categoryTrees={categoryTrees}
              shown={shown}
              canEdit={canEdit}
              unfolded={unfolded}
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

interface Destination extends Place {
  readonly formerSiblingIds: number[];
}

function useCategories(serviceId: string, loaded: CategoryTrees) {
  const [categoryTrees, setCategoryTrees] = useState(loaded);
  const { revalidate } = useRevalidator();
  useEffect(() => setCategoryTrees(loaded), [loaded]);
  const latest = useRef(categoryTrees);
  latest.current = categoryTrees;
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  async function put(tree: Tree, from: Place, to: Place): Promise<Tree | undefined> {
    const formerSiblingIds = childrenIn(latest.current, to.parent).map(({ id }) => id);
    setCategoryTrees((now) => moved(now, tree, to));
    // A move starts from the order that earlier ones have made.
    const saved = queue.current.then(() => save(tree, from, { ...to, formerSiblingIds }));
    queue.current = saved.catch(() => {});
    try {
      return { ...tree, revision: await saved };
    } catch (error) {
      if (staleVersionOf(error)) notifyProblem('categories.changedMeanwhile');
      else notifyFailure(error, 'failure.update');
      return undefined;
    } finally {
      // Loads changes of other users and reverts a rejected move.
      await revalidate();
    }
  }

  /** Retries after a conflict when another user has changed the category without moving it or its new siblings. */
  async function save({ slug, revision }: Tree, from: Place, to: Destination): Promise<number> {
    const { parent: parentCategorySlug, position, formerSiblingIds } = to;
    const move = { parentCategorySlug, position, formerSiblingIds };
    const send = (revision: number) =>
      consoleCall(adminCategoryApi.update, { params: { serviceId, slug }, body: { ...move, revision } });
    try {
      return (await send(revision)).revision;
    } catch (error) {
      const current = staleVersionOf<AdminCategoryDetail>(error);
      const isMoved = (current?.parents.at(-1)?.slug ?? '') !== from.parent;
      if (!current || isMoved || current.revision === revision) throw error;
      return (await send(current.revision)).revision;
    }
  }

  async function move(tree: Tree, from: Place, to: Place): Promise<void> {
    const there = await put(tree, from, to);
    if (!there) return setCategoryTrees(loaded);
    const undo = async () => {
      if (await put(there, to, from)) notifySuccess('categories.movedBack');
    };
    notifyUndoable('categories.moved', { values: { label: tree.label }, undo });
  }

  /** @throws {ApiError} when the category cannot be deleted */
  async function remove(tree: Tree, place: Place): Promise<void> {
    await consoleCall(adminCategoryApi.delete, { params: { serviceId, slug: tree.slug } });
    setCategoryTrees((now) => without(now, tree.slug));
    notifyUndoable('done.deleted', { undo: () => restore(tree, place) });
    await revalidate();
  }

  async function restore({ slug, label, description, pictureId }: Tree, { parent, position }: Place): Promise<void> {
    try {
      const body = { slug, label, description, pictureId, parentCategorySlug: parent, position };
      await consoleCall(adminCategoryApi.create, { params: { serviceId }, body });
      notifySuccess('categories.broughtBack', { label });
    } catch (error) {
      notifyFailure(error);
    } finally {
      await revalidate();
    }
  }

  return { categoryTrees, move, remove };
}
