import { useTranslation } from 'react-i18next';

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

function nameOf(url: string): string {
  return url.replace(/^(mailto:|https?:\/\/)/, '').replace(/\?.*$|\/$/, '');
}
