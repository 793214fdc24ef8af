import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath, postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import type { TrailStep } from './json-ld.ts';
import type { CategoryLink } from './post-summary.ts';

interface TrailProps {
  readonly serviceId: string;
  readonly serviceLabel: string;
  readonly steps?: readonly TrailStep[];
}

export function Trail({ serviceId, serviceLabel, steps = [] }: TrailProps) {
  const { t } = useTranslation();
  const start = { label: serviceLabel, path: postsPath(serviceId) };
  return (
    <nav className="trail ui-targets" aria-label={t('posts.breadcrumb')}>
      <ol className="ui-row ui-baseline">
        {[start, ...steps].map(({ label, path }) => (
          <li key={path} lang={contentLanguage(label)}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function toSteps(serviceId: string, categories: readonly CategoryLink[]): TrailStep[] {
  return categories.map(({ slug, label }) => ({ label, path: categoryPath(serviceId, slug) }));
}
