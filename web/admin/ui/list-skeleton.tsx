import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConsoleKey } from './failure-text.ts';
import { PageTitle } from './page-title.tsx';

export function ListSkeleton({ title }: { title: ConsoleKey }) {
  const { t } = useTranslation('console');
  return (
    <>
      <PageTitle title={t(title)} />
      <p className="sr-only" role="status">
        {t('console.loading')}
      </p>
      <div className="ui-grid ui-gap-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height={40} />
        ))}
      </div>
    </>
  );
}
