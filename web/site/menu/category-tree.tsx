import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router';
import { categoryPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import type { MenuCategory } from '../service/load-service.server.ts';
import { holdsCategory } from './holds-category.ts';
import { isKeptOpen, keepOpen } from './opened-categories.ts';

interface CategoryTreeProps {
  readonly serviceId: string;
  readonly categories: readonly MenuCategory[];
}

/** Category tree of a service. `details` elements expand it without scripts. */
export function CategoryTree({ serviceId, categories }: CategoryTreeProps) {
  return (
    <ul className="menu-categories">
      {categories.map((category) => (
        <li key={category.slug}>
          <NavLink to={categoryPath(serviceId, category.slug)} lang={contentLanguage(category.label)} end>
            {category.label}
          </NavLink>
          {category.children.length > 0 && <Branch serviceId={serviceId} category={category} />}
        </li>
      ))}
    </ul>
  );
}

/** Expanded when it contains the current category, or when the visitor expanded it before. */
function Branch({ serviceId, category }: { serviceId: string; category: MenuCategory }) {
  const { t } = useTranslation();
  const { slug, label, children } = category;
  const isInside = holdsCategory(children, useParams().categorySlug);
  const [isOpen, setIsOpen] = useState(isInside);
  useEffect(() => {
    if (isInside || isKeptOpen(serviceId, slug)) setIsOpen(true);
  }, [isInside, serviceId, slug]);
  const toggle = (isNowOpen: boolean) => {
    // Toggle events also fire for changes by state, which must not be stored as the visitor's choice.
    if (isNowOpen === isOpen) return;
    setIsOpen(isNowOpen);
    keepOpen(serviceId, slug, isNowOpen);
  };
  return (
    <details open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary aria-label={t('menu.below', { label })}>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d="M3.5 1.5L8 6l-4.5 4.5" />
        </svg>
      </summary>
      <CategoryTree serviceId={serviceId} categories={children} />
    </details>
  );
}
