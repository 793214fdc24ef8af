import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import { ErrorPage } from './error-page.tsx';

export function loader() {
  return data(null, { status: 403 });
}

export default function ForbiddenRoute() {
  const { t } = useTranslation();
  return <ErrorPage status={403} title={t('error.forbidden')} body={t('error.forbiddenBody')} />;
}
