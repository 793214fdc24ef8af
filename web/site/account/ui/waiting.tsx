import { useTranslation } from 'react-i18next';

/** While it is asked who looks at the page; without a script nobody is told that something will come. */
export function Waiting() {
  const { t } = useTranslation('account');
  return (
    <p className="account-waiting" role="status">
      {t('page.loading')}
    </p>
  );
}
