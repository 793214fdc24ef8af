import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { type Activity, ActivityDays } from '#contract/overview.ts';
import { ActivityBars } from './activity-bars.tsx';
import { ActivityTable } from './activity-table.tsx';
import { SERIES } from './series.ts';
import { useActivity } from './use-activity.ts';
import './activity.css';

export function ActivityChart({ services }: { services: readonly ServiceRecord[] }) {
  const { t } = useTranslation('console');
  const [serviceId, setServiceId] = useState(services[0]?.serviceId ?? '');
  const [days, setDays] = useState<ActivityDays>('30');
  const { activity, isFailed, retry } = useActivity(serviceId, days);
  return (
    <section className="activity" aria-labelledby="activity">
      <h2 id="activity">{t('overview.activity')}</h2>
      <div className="activity-tools">
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
      {isFailed && (
        <p role="alert">
          {t('overview.activityFailed')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            {t('action.tryAgain')}
          </Button>
        </p>
      )}
      {activity && <Shown activity={activity} />}
      {!(activity || isFailed) && <p role="status">{t('console.loading')}</p>}
    </section>
  );
}

function Shown({ activity }: { activity: Activity }) {
  const { t } = useTranslation('console');
  const isEmpty = activity.stretches.every((stretch) => SERIES.every((series) => stretch[series] === 0));
  if (isEmpty) return <p className="activity-empty">{t('overview.activityEmpty')}</p>;
  return (
    <>
      <div className="activity-series">
        {SERIES.map((series) => (
          <ActivityBars key={series} series={series} activity={activity} />
        ))}
      </div>
      <details className="activity-table">
        <summary>{t('overview.asTable')}</summary>
        <ActivityTable activity={activity} />
      </details>
    </>
  );
}
