import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../ui/date-time.tsx';
import type { HiddenStatus } from './load-post.server.ts';

interface PreviewNoticeProps {
  readonly status: HiddenStatus | undefined;
  readonly publishAt: string;
  readonly isHiddenInList: boolean;
}

export function PreviewNotice({ status, publishAt, isHiddenInList }: PreviewNoticeProps) {
  const { t } = useTranslation();
  if (status === undefined && !isHiddenInList) return null;
  return (
    <div className="post-notice" role="note">
      {status !== undefined && (
        <p>
          {t(`preview.${status}`)}
          {status === 'reserved' && <DateTime value={publishAt} withTime />}
        </p>
      )}
      {isHiddenInList && <p>{t('preview.hiddenInList')}</p>}
    </div>
  );
}
