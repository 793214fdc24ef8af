import { useTranslation } from 'react-i18next';
import type { PostStatus } from '#contract/posts.ts';
import { DateTime } from '../../ui/date-time.tsx';

export type HiddenStatus = Exclude<PostStatus, 'published'>;

/** Tells somebody with a preview link that readers do not see this post. */
export function PreviewNotice({ status, publishAt }: { status: HiddenStatus; publishAt: string | undefined }) {
  const { t } = useTranslation();
  return (
    <p className="notice" role="note">
      {t(`preview.${status}`)}
      {status === 'reserved' && publishAt !== undefined && <DateTime value={publishAt} withTime />}
    </p>
  );
}
