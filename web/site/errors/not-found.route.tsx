import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundRoute() {
  const { t } = useTranslation();
  return <ErrorPage status={404} title={t('error.notFound')} body={t('error.notFoundBody')} />;
}
