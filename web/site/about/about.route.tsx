import { useTranslation } from 'react-i18next';

export default function AboutRoute() {
  const { t } = useTranslation();
  return <h1>{t('page.about')}</h1>;
}
