import { Button } from '@mantine/core';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeletedPost } from '#contract/deleted-posts.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import type { RemovePost, RestorePost } from './use-bin.ts';

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
    <span className="bin-actions">
      <Button
        variant={isShort ? 'default' : 'filled'}
        size={isShort ? 'compact-md' : 'sm'}
        leftSection={<RotateCcw size={16} aria-hidden="true" />}
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
        {isShort ? <Trash2 size={16} aria-hidden="true" /> : t('bin.remove')}
      </Button>
    </span>
  );
}
