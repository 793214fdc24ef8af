import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import type { CategoryBranch } from '../category-tree.ts';
import type { CategoryLink } from '../post-summary.ts';

export function CategoryChildren({ serviceId, branches }: { serviceId: string; branches: readonly CategoryBranch[] }) {
  const { t } = useTranslation();
  if (branches.length === 0) return null;
  return (
    <nav className="category-children" aria-label={t('lists.below')}>
      <ul>
        {branches.map(({ children, ...category }) => (
          <li key={category.slug}>
            <ToCategory className="category-branch" serviceId={serviceId} {...category} />
            {children.length > 0 && (
              <ul>
                {children.map((child) => (
                  <li key={child.slug}>
                    <ToCategory serviceId={serviceId} {...child} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ToCategory({
  serviceId,
  slug,
  label,
  className,
}: CategoryLink & { readonly serviceId: string; readonly className?: string }) {
  return (
    <Link className={className} to={categoryPath(serviceId, slug)} lang={contentLanguage(label)}>
      {label}
    </Link>
  );
}
