import { useTranslation } from 'react-i18next';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import '../../ui/prose.css';

export default function AboutRoute() {
  const { t } = useTranslation();
  const { siteName } = useSite();
  return (
    <article className="columns">
      <PageHead title={t('page.about')} description={t('about.description', { siteName })} path="/about" />
      <header className="columns-head">
        <h1>{t('about.name.title', { siteName })}</h1>
      </header>
      <div className="columns-body prose">
        <p>{t('about.name.body')}</p>
        <p>{t('about.name.origin')}</p>
        <h2>{t('about.reading.title')}</h2>
        <p>{t('about.reading.body')}</p>
        <h2>{t('about.building.title')}</h2>
        <p>{t('about.building.body')}</p>
        <p>
          <a href="/api/docs">{t('about.building.link')}</a>
        </p>
      </div>
    </article>
  );
}
