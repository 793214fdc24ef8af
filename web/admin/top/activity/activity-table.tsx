import { useTranslation } from 'react-i18next';
import type { Activity } from '#contract/overview.ts';
import { locales } from '../../../i18n/language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { SERIES } from './series.ts';
import { useDayNames } from './use-day-names.ts';

export function ActivityTable({ activity: { stretches, stretchDays } }: { activity: Activity }) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()]);
  const nameOf = useDayNames();
  return (
    <table>
      <caption className="sr-only">{t('overview.activity')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(stretchDays === 1 ? 'overview.day' : 'overview.week')}</th>
          {SERIES.map((series) => (
            <th key={series} scope="col">
              {t(`overview.${series}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stretches.toReversed().map((stretch) => (
          <tr key={stretch.from}>
            <th scope="row">{nameOf(stretch.from, stretchDays)}</th>
            {SERIES.map((series) => (
              <td key={series}>{numbers.format(stretch[series])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
