import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type AdminCategoryDetail, adminCategoryApi } from '#contract/admin-categories.ts';
import { consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';
import { staleVersionOf } from '../ui/stale-version.ts';
import { type Forest, moved, type Place, type Tree, without } from './forest.ts';

export function useCategories(serviceId: string, loaded: Forest) {
  const [forest, setForest] = useState(loaded);
  const { revalidate } = useRevalidator();
  useEffect(() => setForest(loaded), [loaded]);

  /** Returns the tree with its new revision, or undefined when the move failed. */
  async function put(tree: Tree, from: Place, to: Place): Promise<Tree | undefined> {
    setForest((now) => moved(now, tree, to));
    try {
      return { ...tree, revision: await save(tree, from, to) };
    } catch (error) {
      notifyFailure(error, 'failure.update');
      return undefined;
    } finally {
      // Loads changes of other users and reverts a rejected move.
      await revalidate();
    }
  }

  /** Retries after a conflict when another user has changed the category without moving it. */
  async function save({ slug, revision }: Tree, from: Place, to: Place): Promise<number> {
    const move = { parentCategorySlug: to.parent, position: to.position };
    const send = (revision: number) =>
      consoleCall(adminCategoryApi.update, { params: { serviceId, slug }, body: { ...move, revision } });
    try {
      return (await send(revision)).revision;
    } catch (error) {
      const current = staleVersionOf<AdminCategoryDetail>(error);
      if (!current || (current.parents.at(-1)?.slug ?? '') !== from.parent) throw error;
      return (await send(current.revision)).revision;
    }
  }

  async function move(tree: Tree, from: Place, to: Place): Promise<void> {
    const there = await put(tree, from, to);
    if (!there) return setForest(loaded);
    const undo = async () => {
      if (await put(there, to, from)) notifySuccess('categories.movedBack');
    };
    notifyUndoable('categories.moved', { values: { label: tree.label }, undo });
  }

  /** @throws {ApiError} when the category cannot be deleted */
  async function remove(tree: Tree, place: Place): Promise<void> {
    await consoleCall(adminCategoryApi.delete, { params: { serviceId, slug: tree.slug } });
    setForest((now) => without(now, tree.slug));
    notifyUndoable('done.deleted', { undo: () => bringBack(tree, place) });
    await revalidate();
  }

  async function bringBack({ slug, label, description }: Tree, { parent, position }: Place): Promise<void> {
    try {
      const body = { slug, label, description, parentCategorySlug: parent, position };
      await consoleCall(adminCategoryApi.create, { params: { serviceId }, body });
      notifySuccess('categories.broughtBack', { label });
    } catch (error) {
      notifyFailure(error);
    } finally {
      await revalidate();
    }
  }

  return { forest, move, remove };
}
