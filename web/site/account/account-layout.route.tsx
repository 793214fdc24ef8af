import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { hasAccountTexts, loadAccountTexts } from '../../i18n/i18n.ts';
import './account.css';
import './ui/form.css';

export default function AccountLayout() {
  const { i18n } = useTranslation();
  if (!hasAccountTexts(i18n)) use(loadAccountTexts(i18n));
  return (
    <>
      <NeedsScript />
      <Outlet />
    </>
  );
}

function NeedsScript() {
  const { t } = useTranslation('account');
  return (
    <noscript>
      <p className="notice needs-script">{t('page.needsScript')}</p>
    </noscript>
  );
}
