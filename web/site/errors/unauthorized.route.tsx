import { useTranslation } from 'react-i18next';
import { data } from 'react-router';

export function loader() {
  return data(null, { status: 401 });
}

export default function UnauthorizedRoute() {
  const { t } = useTranslation();
  return <h1>{t('error.unauthorized')}</h1>;
}
