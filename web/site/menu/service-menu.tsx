import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useParams } from 'react-router';
import { categoryPath, feedPath, groupPath, groupsPath, postsPath, tagPath, tagsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { readStoredList, storeInList } from '../../ui/browser-storage.ts';
import type { MenuCategory, ServiceData } from '../service/load-service.server.ts';
import { showToast } from '../ui/toasts.tsx';

const MAX_OPENED = 100;

const openKey = (serviceId: string) => `kawaraban-menu:${serviceId}`;

interface CategoryTreeProps {
  readonly serviceId: string;
  readonly categories: readonly MenuCategory[];
}

function CategoryTree({ serviceId, categories }: CategoryTreeProps) {
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

function Branch({ serviceId, category }: { serviceId: string; category: MenuCategory }) {
  const { t } = useTranslation();
  const { slug, label, children } = category;
  const isInside = holdsCategory(children, useParams().categorySlug);
  const [isOpen, setIsOpen] = useState(isInside);
  useEffect(() => {
    if (isInside || readStoredList(openKey(serviceId)).includes(slug)) setIsOpen(true);
  }, [isInside, serviceId, slug]);
  const toggle = (isNowOpen: boolean) => {
    // Toggle events also fire for changes by state, which must not be stored as the reader's choice.
    if (isNowOpen === isOpen) return;
    setIsOpen(isNowOpen);
    storeInList(openKey(serviceId), slug, { isIn: isNowOpen, max: MAX_OPENED });
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

export function ServiceMenu({ service }: { service: ServiceData }) {
  const { t } = useTranslation();
  const { serviceId, label, menu } = service;
  return (
    <nav className="site-menu ui-plain-links" aria-label={t('menu.of', { label })}>
      {menu.isIncomplete && <MenuFailure />}
      {menu.categories.length > 0 && (
        <section>
          <h2>{t('menu.categories')}</h2>
          <CategoryTree serviceId={serviceId} categories={menu.categories} />
        </section>
      )}
      {menu.groups.length > 0 && (
        <section>
          <h2>{t('menu.groups')}</h2>
          <ul>
            {menu.groups.map((group) => (
              <li key={group.slug} lang={contentLanguage(group.label)}>
                <NavLink to={groupPath(serviceId, group.slug)}>{group.label}</NavLink>
              </li>
            ))}
          </ul>
          {menu.hasMoreGroups && <All to={groupsPath(serviceId)} text={t('menu.allGroups')} />}
        </section>
      )}
      {menu.tags.length > 0 && (
        <section>
          <h2>{t('menu.tags')}</h2>
          <ul className="ui-row ui-baseline ui-gap-0-3">
            {menu.tags.map((tag) => (
              <li key={tag} lang={contentLanguage(tag)}>
                <NavLink to={tagPath(serviceId, tag)}>{tag}</NavLink>
              </li>
            ))}
          </ul>
          {menu.hasMoreTags && <All to={tagsPath(serviceId)} text={t('menu.allTags')} />}
        </section>
      )}
      <p className="ui-quiet">
        <a href={feedPath(postsPath(serviceId))}>{t('menu.feed')}</a>
      </p>
    </nav>
  );
}

function All({ to, text }: { to: string; text: string }) {
  return (
    <p className="ui-quiet">
      <Link to={to}>{text}</Link>
    </p>
  );
}

/** Also shows a toast, since the menu may be collapsed. */
function MenuFailure() {
  const { t } = useTranslation();
  const text = t('menu.failed');
  useEffect(() => showToast(text, 'danger'), [text]);
  return <p className="ui-warned">{text}</p>;
}

export function holdsCategory(categories: readonly MenuCategory[], slug: string | undefined): boolean {
  if (slug === undefined) return false;
  return categories.some((category) => category.slug === slug || holdsCategory(category.children, slug));
}
