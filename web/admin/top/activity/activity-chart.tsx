import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { type Activity, ActivityDays, overviewApi } from '#contract/overview.ts';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import './activity.css';

const SERIES = ['posts', 'comments', 'votes'] as const;
type Series = (typeof SERIES)[number];

/** SVG units; the drawing is stretched to the available width. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 40;

function ActivityBars({ series, activity }: { series: Series; activity: Activity }) {
  const { t } = useTranslation('console');
  const numbers = new Intl.NumberFormat(locales[useLanguage()]);
  const nameOf = useDayNames();
  const { stretches } = activity;
  const most = Math.max(0, ...stretches.map((period) => period[series]));
  const total = stretches.reduce((sum, period) => sum + period[series], 0);
  const first = stretches[0];
  const last = stretches.at(-1);
  const name = t(`overview.${series}`);
  return (
    <figure className="activity-bars" data-series={series}>
      <figcaption>
        <span className="ui-strong">{name}</span>
        <span className="activity-total">{numbers.format(total)}</span>
        <span className="ui-tiny ui-push">{t('overview.most', { count: most, number: numbers.format(most) })}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t('overview.barsLabel', { name, total: numbers.format(total) })}
        viewBox={`0 0 ${stretches.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {stretches.map((period, index) => {
          const count = period[series];
          // Nonzero counts get a visible bar.
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
          const x = index * STEP;
          return (
            <g key={period.from}>
              <title>{`${nameOf(period.from, activity.stretchDays)}: ${numbers.format(count)}`}</title>
              <rect className="activity-ground" x={x} y={0} width={STEP} height={HEIGHT} />
              <rect x={x + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} />
            </g>
          );
        })}
      </svg>
      <p className="ui-tiny ui-line ui-spread ui-above-1" aria-hidden="true">
        <span>{first && nameOf(first.from, 1)}</span>
        <span>{last && nameOf(last.from, 1)}</span>
      </p>
    </figure>
  );
}

export function ActivityChart({ services }: { services: readonly ServiceRecord[] }) {
  const { t } = useTranslation('console');
  const [serviceId, setServiceId] = useState(services[0]?.serviceId ?? '');
  const [days, setDays] = useState<ActivityDays>('30');
  const { value: activity, hasFailed, reload } = useLoaded(`${serviceId} ${days}`, () => loadActivity(serviceId, days));
  return (
    <section className="activity" aria-labelledby="activity">
      <h2 id="activity">{t('overview.activity')}</h2>
      <div className="activity-tools ui-row ui-bottom ui-gap-3-4">
        {services.length > 1 && (
          <NativeSelect
            label={t('overview.service')}
            value={serviceId}
            onChange={({ target }) => setServiceId(target.value)}
            data={services.map(({ serviceId: value, label }) => ({ value, label }))}
          />
        )}
        <SegmentedControl
          aria-label={t('overview.span')}
          value={days}
          onChange={(value) => setDays(ActivityDays.parse(value))}
          data={ActivityDays.options.map((value) => ({ value, label: t('overview.days', { count: Number(value) }) }))}
        />
      </div>
      {hasFailed && (
        <p role="alert">
          {t('overview.activityFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={reload}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
      {activity && <Shown activity={activity} />}
      {!(activity || hasFailed) && <p role="status">{t('console.loading')}</p>}
    </section>
  );
}

function Shown({ activity }: { activity: Activity }) {
  const { t } = useTranslation('console');
  const isEmpty = activity.stretches.every((period) => SERIES.every((series) => period[series] === 0));
  if (isEmpty) return <p className="empty-box ui-quiet">{t('overview.activityEmpty')}</p>;
  return (
    <>
      <div className="activity-series ui-grid ui-gap-5">
        {SERIES.map((series) => (
          <ActivityBars key={series} series={series} activity={activity} />
        ))}
      </div>
      <details className="activity-table ui-above-4">
        <summary>{t('overview.asTable')}</summary>
        <ActivityTable activity={activity} />
      </details>
    </>
  );
}

function loadActivity(serviceId: string, days: ActivityDays): Promise<Activity> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return backgroundCall(overviewApi.activity, { params: { serviceId }, query: { days, timeZone } });
}

function ActivityTable({ activity: { stretches, stretchDays } }: { activity: Activity }) {
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
        {stretches.toReversed().map((period) => (
          <tr key={period.from}>
            <th scope="row">{nameOf(period.from, stretchDays)}</th>
            {SERIES.map((series) => (
              <td key={series}>{numbers.format(period[series])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** Days have no time zone and are formatted in UTC, so that they do not shift. */
function useDayNames(): (from: string, days: number) => string {
  const locale = locales[useLanguage()];
  return useMemo(() => {
    const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' });
    return (from, days) => {
      const first = Date.parse(`${from}T00:00:00Z`);
      return days === 1 ? form.format(first) : form.formatRange(first, first + (days - 1) * DAY_MS);
    };
  }, [locale]);
}
