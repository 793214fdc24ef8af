import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CONSOLE_PATH } from '../../paths/site.ts';
import { failureKeyOf } from './failure-text.ts';
import { PageTitle } from './page-title.tsx';

export function FailedScreen({ error }: { error: unknown }) {
  const { t } = useTranslation('console');
  const { pathname, search } = useLocation();
  return (
    <>
      <PageTitle title={t('failure.screen')} />
      <p role="alert">{t(failureKeyOf(error))}</p>
      <p className="ui-row ui-gap-3 ui-above-5">
        <Button component="a" href={`${pathname}${search}`}>
          {t('action.tryAgain')}
        </Button>
        <Button component={Link} to={CONSOLE_PATH} variant="default">
          {t('frame.dashboard')}
        </Button>
      </p>
    </>
  );
}
