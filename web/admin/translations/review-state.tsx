import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BlockCounts } from '#contract/translations.ts';
import { Badge } from '../ui/badge.tsx';

export function ReviewState({ counts }: { readonly counts: BlockCounts }) {
  const { t } = useTranslation('console');
  const count = countToReview(counts);
  if (count === 0) return <Badge tone="good" icon={CircleCheck} text={t('translations.current')} />;
  return <Badge tone="waiting" icon={CircleAlert} text={t('translations.toReview', { count })} />;
}

function countToReview({ outdated, missing, extra }: BlockCounts): number {
  return outdated + missing + extra;
}
