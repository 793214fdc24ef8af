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

/** The categories of a service. Those with others below them open and close, also without a script. */
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

/** Open where the reader is in it, and where they have opened it before. */
function Branch({ serviceId, category }: { serviceId: string; category: MenuCategory }) {
  const { t } = useTranslation();
  const { slug, label, children } = category;
  const isInside = holdsCategory(children, useParams().categorySlug);
  const [isOpen, setIsOpen] = useState(isInside);
  useEffect(() => {
    if (isInside || isKeptOpen(serviceId, slug)) setIsOpen(true);
  }, [isInside, serviceId, slug]);
  const toggle = (isNowOpen: boolean) => {
    // What was opened by itself is no choice of the reader's.
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
