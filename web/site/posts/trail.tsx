import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { categoryPath, postsPath } from './post-paths.ts';
import type { CategoryLink } from './post-summary.ts';

export interface TrailProps {
  readonly serviceId: string;
  readonly serviceLabel: string;
  readonly categories: readonly CategoryLink[];
}

/** The way from the service down to where the reader is. */
export function Trail({ serviceId, serviceLabel, categories }: TrailProps) {
  const { t } = useTranslation();
  return (
    <nav className="trail" aria-label={t('posts.breadcrumb')}>
      <ol>
        <li lang={contentLanguage(serviceLabel)}>
          <Link to={postsPath(serviceId)}>{serviceLabel}</Link>
        </li>
        {categories.map(({ slug, label }) => (
          <li key={slug} lang={contentLanguage(label)}>
            <Link to={categoryPath(serviceId, slug)}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
