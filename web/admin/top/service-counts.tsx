import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ServiceCounts as Counts } from '#contract/overview.ts';
import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';

const STATES = ['published', 'reserved', 'draft', 'unpublished'] as const;

export interface ServiceCountsProps {
  readonly counts: Counts;
  readonly functions: ServiceRecord['functions'];
}

export function ServiceCounts({ counts, functions }: ServiceCountsProps) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()]);
  const { posts, comments, files, votes } = counts;
  const shown: [name: string, count: number][] = [];
  if (functions.includes('post')) {
    for (const state of STATES) {
      if (posts[state] > 0 || state === 'published') shown.push([t(`posts.status.${state}`), posts[state]]);
    }
    shown.push([t('overview.files'), files]);
  }
  if (functions.includes('comment')) shown.push([t('overview.comments'), comments], [t('overview.votes'), votes]);
  return (
    <dl className="service-counts">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{numbers.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
