import { useTranslation } from 'react-i18next';
import type { Activity } from '#contract/overview.ts';
import { locales } from '../../../i18n/language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Series } from './series.ts';
import { useDayNames } from './use-day-names.ts';

/** SVG units; the drawing is stretched to the available width. */
const [STEP, BAR, HEIGHT] = [10, 7, 40];

export function ActivityBars({ series, activity }: { series: Series; activity: Activity }) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()]);
  const nameOf = useDayNames();
  const { stretches } = activity;
  const most = Math.max(1, ...stretches.map((stretch) => stretch[series]));
  const total = stretches.reduce((sum, stretch) => sum + stretch[series], 0);
  const [first, last] = [stretches[0], stretches.at(-1)];
  const name = t(`overview.${series}`);
  return (
    <figure className="activity-bars" data-series={series}>
      <figcaption>
        <span className="activity-name">{name}</span>
        <span className="activity-total">{numbers.format(total)}</span>
        <span className="activity-most">{t('overview.most', { count: most, number: numbers.format(most) })}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t('overview.barsLabel', { name, total: numbers.format(total) })}
        viewBox={`0 0 ${stretches.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {stretches.map((stretch, index) => {
          const count = stretch[series];
          // Nonzero counts get a visible bar.
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
          const x = index * STEP;
          return (
            <g key={stretch.from}>
              <title>{`${nameOf(stretch.from, activity.stretchDays)}: ${numbers.format(count)}`}</title>
              <rect className="activity-ground" x={x} y={0} width={STEP} height={HEIGHT} />
              <rect x={x + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} />
            </g>
          );
        })}
      </svg>
      <p className="activity-ends" aria-hidden="true">
        <span>{first && nameOf(first.from, 1)}</span>
        <span>{last && nameOf(last.from, 1)}</span>
      </p>
    </figure>
  );
}
