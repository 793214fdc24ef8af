import { useTranslation } from 'react-i18next';

/** Where readers may turn to: an e-mail address or a page. */
export function Contact({ url }: { url: string }) {
  const { t } = useTranslation();
  if (url === '') return null;
  return (
    <section aria-labelledby="about:contact">
      <h2 id="about:contact">{t('about.contact.title')}</h2>
      <p>
        {t('about.contact.body')} <a href={url}>{nameOf(url)}</a>
      </p>
    </section>
  );
}

/** The address without what only programs need. */
function nameOf(url: string): string {
  return url.replace(/^(mailto:|https?:\/\/)/, '').replace(/\?.*$|\/$/, '');
}
