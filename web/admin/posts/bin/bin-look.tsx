import { useTranslation } from 'react-i18next';
import type { deletedPostApi } from '#contract/deleted-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { SnapshotView } from '../history/snapshot-view.tsx';
import { BinActions, type BinActionsProps } from './bin-actions.tsx';
import { DeletedBy, GoneAt } from './bin-times.tsx';

export interface BinLookProps extends Omit<BinActionsProps, 'post' | 'isShort'> {
  readonly post: ResponseOf<typeof deletedPostApi.find>;
  readonly serviceId: string;
}

export function BinLook({ post, serviceId, ...actions }: BinLookProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <dl className="bin-facts">
        <div>
          <dt>{t('bin.deletedAt')}</dt>
          <dd>
            <DateTime value={post.deletedAt} withTime /> <DeletedBy post={post} />
          </dd>
        </div>
        <div>
          <dt>{t('bin.goneAt')}</dt>
          <dd>
            <GoneAt post={post} />
          </dd>
        </div>
        {post.groups.length > 0 && (
          <div>
            <dt>{t('posts.tabs.groups')}</dt>
            <dd>{post.groups.join(t('history.comma'))}</dd>
          </div>
        )}
      </dl>
      <BinActions post={post} {...actions} />
      <SnapshotView serviceId={serviceId} content={post.content} />
    </>
  );
}
