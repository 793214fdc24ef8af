import { useTranslation } from 'react-i18next';
import { data } from 'react-router';

export function loader() {
  return data(null, { status: 403 });
}

export default function ForbiddenRoute() {
  const { t } = useTranslation();
  return <h1>{t('error.forbidden')}</h1>;
}
