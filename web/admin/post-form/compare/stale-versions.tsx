import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { useActor } from '../../../session/actor.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import type { CategoryOption } from '../../categories/category-options.ts';
import { useName } from '../../people/use-name.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { type PostFormValues, valuesOf } from '../post-form-values.ts';
import type { Conflict } from '../save/use-save-post.ts';
import { CompareDialog } from './compare-dialog.tsx';

export interface StaleVersionsProps {
  readonly conflict: Pick<Conflict, 'mine' | 'theirs' | 'baseValues'> | undefined;
  readonly categories: readonly CategoryOption[];
  readonly onClose: () => void;
  readonly onSave: (values: PostFormValues) => void;
  readonly onTakeTheirs: () => void;
}

export function StaleVersions({ conflict, categories, onClose, onSave, onTakeTheirs }: StaleVersionsProps) {
  const { t } = useTranslation('console');
  const mine = conflict?.mine;
  const { username } = useActor();
  const isOwn = conflict !== undefined && (conflict.theirs.updatedBy ?? conflict.theirs.createdBy) === username;
  return (
    <CompareDialog
      comparison={conflict && { mine: conflict.mine, theirs: valuesOf(conflict.theirs), base: conflict.baseValues }}
      title={t(isOwn ? 'posts.stale.ownTitle' : 'posts.stale.title')}
      mineName={t('posts.stale.mine')}
      theirsName={t('posts.stale.theirs')}
      categories={categories}
      onClose={onClose}
      actions={(merged) => (
        <>
          <p className="compare-hint">{t('posts.stale.hint')}</p>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            {t('posts.stale.takeTheirs')}
          </Button>
          <Button
            color="vermilion"
            variant="outline"
            onClick={() => conflict && mine && onSave({ ...mine, revision: conflict.theirs.revision })}
          >
            {t('posts.stale.overwrite')}
          </Button>
          <Button onClick={() => onSave(merged())}>{t('writing.compare.saveMerged')}</Button>
        </>
      )}
    >
      {conflict && <ChangedBy post={conflict.theirs} />}
    </CompareDialog>
  );
}

function ChangedBy({ post }: { readonly post: AdminPost }) {
  const { t } = useTranslation('console');
  const { updatedBy, createdBy, updatedAt, createdAt } = post;
  const name = useName(updatedBy ?? createdBy);
  return (
    <div className="ui-row ui-gap-2-3">
      <p>
        {t('posts.stale.body', { name })} <DateTime value={updatedAt ?? createdAt} withTime />
      </p>
      <PostStatusBadges post={post} />
    </div>
  );
}
