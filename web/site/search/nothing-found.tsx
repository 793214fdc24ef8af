import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export interface NothingFoundProps {
  readonly label: string;
  readonly path: string;
}

export function NothingFound({ label, path }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <ul className="search-advice">
      <li>{t('search.advice.fewer')}</li>
      <li>{t('search.advice.other')}</li>
      <li>
        <Link to={path}>{t('search.advice.browse', { label })}</Link>
      </li>
    </ul>
  );
}
