import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { consoleCall } from '../../session/console-call.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';
import { type Forest, moved, type Place, type Tree, without } from './forest.ts';

/** The categories of a service, with what is done to them shown at once and saved. */
export function useCategories(serviceId: string, loaded: Forest) {
  const [forest, setForest] = useState(loaded);
  const { revalidate } = useRevalidator();
  useEffect(() => setForest(loaded), [loaded]);

  async function put(tree: Tree, { parent, position }: Place): Promise<boolean> {
    setForest((now) => moved(now, tree, { parent, position }));
    try {
      const params = { serviceId, slug: tree.slug };
      await consoleCall(adminCategoryApi.update, { params, body: { parentCategorySlug: parent, position } });
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    } finally {
      // Others may have changed something meanwhile; and what was refused goes back.
      await revalidate();
    }
  }

  async function move(tree: Tree, from: Place, to: Place): Promise<void> {
    if (!(await put(tree, to))) return setForest(loaded);
    const undo = async () => {
      if (await put(tree, from)) notifySuccess('categories.movedBack');
    };
    notifyUndoable('categories.moved', { values: { label: tree.label }, undo });
  }

  /** @throws {ApiError} for what cannot be deleted. */
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
