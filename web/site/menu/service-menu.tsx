import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { feedPath } from '#contract/feeds.ts';
import { groupPath, groupsPath, postsPath, tagPath, tagsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import type { ServiceData } from '../service/load-service.server.ts';
import { showToast } from '../ui/toast.ts';
import { CategoryTree } from './category-tree.tsx';
import './menu.css';

export function ServiceMenu({ service }: { service: ServiceData }) {
  const { t } = useTranslation();
  const { serviceId, label, menu } = service;
  return (
    <nav className="site-menu" aria-label={t('menu.of', { label })}>
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
          <ul className="menu-tags">
            {menu.tags.map((tag) => (
              <li key={tag} lang={contentLanguage(tag)}>
                <NavLink to={tagPath(serviceId, tag)}>{tag}</NavLink>
              </li>
            ))}
          </ul>
          {menu.hasMoreTags && <All to={tagsPath(serviceId)} text={t('menu.allTags')} />}
        </section>
      )}
      <p className="menu-feed">
        <a href={feedPath(postsPath(serviceId))}>{t('menu.feed')}</a>
      </p>
    </nav>
  );
}

function All({ to, text }: { to: string; text: string }) {
  return (
    <p className="menu-all">
      <Link to={to}>{text}</Link>
    </p>
  );
}

/** Shows the failure in the menu, and as a toast, since the menu may be collapsed. */
function MenuFailure() {
  const { t } = useTranslation();
  const text = t('menu.failed');
  useEffect(() => showToast(text, 'danger'), [text]);
  return <p className="menu-failed">{text}</p>;
}
