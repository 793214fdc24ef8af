import { useTranslation } from 'react-i18next';
import { data } from 'react-router';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundRoute() {
  const { t } = useTranslation();
  return <h1>{t('error.notFound')}</h1>;
}
