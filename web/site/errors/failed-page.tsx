import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <ErrorPage status={404} title={t('error.notFound')} body={t('error.notFoundBody')} />;
  }
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorPage status={status} title={t('error.unexpected')} body={t('error.unexpectedBody')}>
      <a href={`${pathname}${search}`}>{t('error.reload')}</a>
    </ErrorPage>
  );
}
