import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import {
  categoryListPath,
  fileLibraryPath,
  groupListPath,
  postBinPath,
  postCreatePath,
  postListPath,
  tagListPath,
} from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { rememberedSearch } from './list/list-state.ts';
import './post-tabs.css';

export function PostTabs({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pathname` changes the current tab
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!tabs.current || !current) return;
    const middle = current.offsetLeft + current.offsetWidth / 2;
    tabs.current.scrollLeft = middle - tabs.current.clientWidth / 2;
  }, [pathname]);
  return (
    <nav className="section-tabs post-tabs ui-line ui-gap-5" ref={tabs} aria-label={t('frame.place.posts')}>
      <NavLink to={postListPath(serviceId, rememberedSearch(serviceId))} end>
        {t('posts.tabs.list')}
      </NavLink>
      {isEditor(actor) && <NavLink to={postCreatePath(serviceId)}>{t('posts.tabs.create')}</NavLink>}
      <NavLink to={categoryListPath(serviceId)}>{t('posts.tabs.categories')}</NavLink>
      <NavLink to={groupListPath(serviceId)}>{t('posts.tabs.groups')}</NavLink>
      <NavLink to={tagListPath(serviceId)}>{t('posts.tabs.tags')}</NavLink>
      <NavLink to={fileLibraryPath(serviceId)}>{t('files.heading')}</NavLink>
      <NavLink to={postBinPath(serviceId)}>{t('posts.tabs.bin')}</NavLink>
    </nav>
  );
}

export function ServiceLine({ service: { serviceId, label, configs } }: { service: ServiceDetail }) {
  const { t } = useTranslation('console');
  return (
    <p className="service-line ui-row ui-baseline ui-gap-1-4 ui-quiet">
      <span lang={contentLanguage(label)}>{label}</span>
      <code>{serviceId}</code>
      {configs.outerSiteUrl !== '' && (
        <a className="ui-inline ui-middle ui-gap-1" href={configs.outerSiteUrl} target="_blank" rel="noreferrer">
          {t('posts.outerSite')}
          <ExternalLink size={14} />
        </a>
      )}
    </p>
  );
}
