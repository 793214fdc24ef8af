import { useTranslation } from 'react-i18next';
import type { PostRevision } from '#contract/post-history.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useName } from '../../people/use-name.ts';

export function SaveLine({ revision: { savedAt, savedBy } }: { revision: PostRevision }) {
  const { t } = useTranslation('console');
  const name = useName(savedBy);
  return (
    <span className="save-line">
      <DateTime value={savedAt} withTime /> <span className="save-by">{t('history.by', { name })}</span>
    </span>
  );
}
