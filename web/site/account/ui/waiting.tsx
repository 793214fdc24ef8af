import { useTranslation } from 'react-i18next';

export function Waiting() {
  const { t } = useTranslation('account');
  return (
    <p className="account-waiting" role="status">
      {t('page.loading')}
    </p>
  );
}
