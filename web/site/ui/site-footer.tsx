import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../i18n/content-language.ts';
import { PRODUCT, useSite } from './site-context.ts';
import { ThemeChoice } from './theme-choice.tsx';
import './site-footer.css';

export function SiteFooter() {
  const { t } = useTranslation();
  const { siteName } = useSite();
  return (
    <footer className="site-footer">
      <p lang={contentLanguage(siteName)}>{siteName}</p>
      {siteName !== PRODUCT.siteName && <p>{t('site.madeWith')}</p>}
      <p>
        <a href="/api/docs">{t('site.api')}</a>
      </p>
      <ThemeChoice />
    </footer>
  );
}
