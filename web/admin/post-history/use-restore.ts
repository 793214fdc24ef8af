import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { type MissingPart, postHistoryApi, type RestoredPost } from '#contract/post-history.ts';
import { postHistoryPath } from '../../paths/console.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';

export type Restore = (revision: number) => Promise<void>;

export function useRestore({ serviceId, postId, revision: current }: AdminPost): {
  readonly restore: Restore;
  readonly missing: readonly MissingPart[];
} {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [missing, setMissing] = useState<readonly MissingPart[]>([]);
  const path = postHistoryPath(serviceId, postId);

  async function restoreRevision(target: number, seen: number): Promise<RestoredPost | undefined> {
    try {
      const params = { serviceId, idOrSlug: postId, revision: target };
      const restored = await consoleCall(postHistoryApi.restore, { params, body: { revision: seen } });
      setMissing(restored.missing);
      return restored;
    } catch (error) {
      notifyFailure(error, 'failure.update');
      // Loads revisions saved by others meanwhile.
      await revalidator.revalidate();
      return undefined;
    }
  }

  async function undo(seen: number): Promise<void> {
    if (!(await restoreRevision(current, seen))) return;
    notifySuccess('history.undone');
    await navigate(path);
  }

  return {
    missing,
    restore: async (target) => {
      const question = {
        title: t('history.confirmTitle', { revision: target }),
        text: t('history.confirm'),
        action: t('history.restore'),
      };
      if (!(await confirm(question))) return;
      const restored = await restoreRevision(target, current);
      if (!restored) return;
      const now = restored.post.revision;
      if (now === current) notifySuccess('history.sameAlready');
      else notifyUndoable('history.restored', { values: { revision: target }, undo: () => undo(now) });
      await navigate(path);
    },
  };
}
