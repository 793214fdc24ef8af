import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsMac } from '../../shortcuts/is-mac.ts';
import { capsOf } from '../../ui/key-combo.ts';
import { rememberedSearch } from '../list/list-memory.ts';
import { postsPath } from '../post-paths.ts';
import { AutosaveStatus } from './autosave/autosave-status.tsx';
import type { Autosave } from './autosave/use-autosave.ts';
import { fromLocalInput, isFuture } from './local-time.ts';
import type { SaveKind } from './save/send-post.ts';
import { useNow } from './use-now.ts';

export interface FormActionsProps {
  readonly serviceId: string;
  readonly isLive: boolean;
  readonly publishAt: string;
  readonly save: (kind: SaveKind) => Promise<void>;
  readonly isWaiting: boolean;
  readonly autosave: Autosave;
}

export function FormActions({ serviceId, isLive, publishAt, save, isWaiting, autosave }: FormActionsProps) {
  const { t } = useTranslation('console');
  const [key = ''] = capsOf('mod+s', useIsMac());
  const now = useNow();
  const instant = fromLocalInput(publishAt);
  const isScheduled = instant !== null && isFuture(instant, now);
  return (
    <div className="form-actions post-form-actions">
      {isLive ? (
        <Button onClick={() => void save('update')}>{t('posts.update')}</Button>
      ) : (
        <>
          <Button onClick={() => void save('publish')}>{t(isScheduled ? 'posts.schedule' : 'posts.publish')}</Button>
          <Button variant="outline" onClick={() => void save('draft')}>
            {t('posts.saveDraft')}
          </Button>
        </>
      )}
      <Button component={Link} to={postsPath(serviceId, rememberedSearch(serviceId))} variant="default">
        {t('action.cancel')}
      </Button>
      <span className="post-form-key">{t('posts.saveKey', { key })}</span>
      <span className="post-form-waiting" role="status">
        {isWaiting && t('postFiles.savesAfterUploads')}
      </span>
      <AutosaveStatus autosave={autosave} />
    </div>
  );
}
