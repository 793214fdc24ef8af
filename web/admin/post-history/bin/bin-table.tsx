import { Button } from '@mantine/core';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeletedPost } from '#contract/post-history.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useName } from '../../people/use-name.ts';
import { PostStatusBadges } from '../../posts/post-status.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import type { RemovePost, RestorePost } from './use-bin.ts';

export function DeletedBy({ post: { deletedBy } }: { post: DeletedPost }) {
  const { t } = useTranslation('console');
  const name = useName(deletedBy);
  return <span className="record-sub">{t('history.by', { name })}</span>;
}

const DAY_MS = 24 * 60 * 60_000;

export function DeletionDate({ post: { goneAt } }: { post: DeletedPost }) {
  const { t } = useTranslation('console');
  const count = Math.max(0, Math.floor((Date.parse(goneAt) - Date.now()) / DAY_MS));
  return (
    <span className="gone-at" data-soon={count < 3 || undefined}>
      {t('bin.daysLeft', { count })}
      <span className="record-sub">
        <DateTime value={goneAt} isShort />
      </span>
    </span>
  );
}

interface BinTableProps extends Omit<BinActionsProps, 'post'> {
  readonly posts: readonly DeletedPost[];
}

export function BinTable({ posts, ...actions }: BinTableProps) {
  const { t } = useTranslation('console');
  return (
    <RecordTable
      caption={t('bin.heading')}
      rows={posts}
      keyOf={({ postId }) => postId}
      columns={[
        { title: t('posts.columns.title'), cell: binHead },
        { title: t('bin.wasStatus'), cell: badgesOf },
        {
          title: t('bin.deletedAt'),
          className: 'wide record-time',
          cell: (post) => (
            <>
              <DateTime value={post.deletedAt} withTime isShort />
              <DeletedBy post={post} />
            </>
          ),
        },
        { title: t('bin.goneAt'), className: 'wide record-time', cell: (post) => <DeletionDate post={post} /> },
      ]}
      actions={{ title: t('bin.actions'), cell: (post) => <BinActions post={post} {...actions} isShort /> }}
    />
  );
}

function badgesOf({ status }: DeletedPost) {
  return <PostStatusBadges post={{ status, effectiveAt: null, isHiddenInList: false }} />;
}

function binHead(post: DeletedPost) {
  const { title, slug, deletedAt, postId } = post;
  return (
    <>
      <Link to={`?look=${postId}`} lang={contentLanguage(title)}>
        {title}
      </Link>
      <span className="record-sub record-id">{slug}</span>
      <span className="narrow">
        {badgesOf(post)}
        <span>
          <DateTime value={deletedAt} withTime isShort /> <DeletedBy post={post} />
        </span>
        <DeletionDate post={post} />
      </span>
    </>
  );
}

export interface BinActionsProps {
  readonly post: DeletedPost;
  readonly onRestore: RestorePost;
  readonly onRemove: RemovePost;
  readonly isShort?: boolean;
}

export function BinActions({ post, onRestore, onRemove, isShort = false }: BinActionsProps) {
  const { t } = useTranslation('console');
  if (!isEditor(useActor())) return null;
  const { title } = post;
  return (
    <span className="bin-actions ui-inline ui-gap-2">
      <Button
        variant={isShort ? 'default' : 'filled'}
        size={isShort ? 'compact-md' : 'sm'}
        leftSection={<RotateCcw />}
        aria-label={t('bin.restoreOne', { title })}
        onClick={() => void onRestore(post)}
      >
        {t('bin.restore')}
      </Button>
      <Button
        variant={isShort ? 'subtle' : 'outline'}
        size={isShort ? 'compact-md' : 'sm'}
        color="vermilion"
        aria-label={t('bin.removeOne', { title })}
        onClick={() => void onRemove(post)}
      >
        {isShort ? <Trash2 /> : t('bin.remove')}
      </Button>
    </span>
  );
}
