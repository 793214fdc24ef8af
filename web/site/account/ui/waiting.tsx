import { useTranslation } from 'react-i18next';

/** Loading message; hidden without scripts, since nothing would follow. */
export function Waiting() {
  const { t } = useTranslation('account');
  return (
    <p className="account-waiting" role="status">
      {t('page.loading')}
    </p>
  );
}
