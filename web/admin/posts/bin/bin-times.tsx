import { useTranslation } from 'react-i18next';
import type { DeletedPost } from '#contract/deleted-posts.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useName } from '../../people/use-name.ts';

export function DeletedBy({ post: { deletedBy } }: { post: DeletedPost }) {
  const { t } = useTranslation('console');
  const name = useName(deletedBy);
  return <span className="record-sub">{t('history.by', { name })}</span>;
}

const DAY_MS = 24 * 60 * 60_000;

export function GoneAt({ post: { goneAt } }: { post: DeletedPost }) {
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
