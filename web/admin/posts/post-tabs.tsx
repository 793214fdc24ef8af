import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { categoryListPath, groupListPath, postCreatePath, postListPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { rememberedSearch } from './list/list-state.ts';
import './post-tabs.css';

export function PostTabs({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  return (
    <nav className="section-tabs post-tabs ui-line ui-gap-5" aria-label={t('frame.place.posts')}>
      <NavLink to={postListPath(serviceId, rememberedSearch(serviceId))} end>
        {t('posts.tabs.list')}
      </NavLink>
      {isEditor(actor) && <NavLink to={postCreatePath(serviceId)}>{t('posts.tabs.create')}</NavLink>}
      <NavLink to={categoryListPath(serviceId)}>{t('posts.tabs.categories')}</NavLink>
      <NavLink to={groupListPath(serviceId)}>{t('posts.tabs.groups')}</NavLink>
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
