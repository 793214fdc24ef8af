import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { isEditor, useActor } from '../../session/actor.ts';
import { categoriesPath } from '../categories/category-paths.ts';
import { filesPath } from '../files/file-paths.ts';
import { groupsPath } from '../groups/group-paths.ts';
import { tagsPath } from '../tags/tag-paths.ts';
import { rememberedSearch } from './list/list-memory.ts';
import { binPath, createPostPath, postsPath } from './post-paths.ts';
import './post-tabs.css';

export function PostTabs({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the current one with each address
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (tabs.current && current) tabs.current.scrollLeft = middleOf(current) - tabs.current.clientWidth / 2;
  }, [pathname]);
  return (
    <nav className="post-tabs" ref={tabs} aria-label={t('posts.heading')}>
      <NavLink to={postsPath(serviceId, rememberedSearch(serviceId))} end>
        {t('posts.tabs.list')}
      </NavLink>
      {isEditor(actor) && <NavLink to={createPostPath(serviceId)}>{t('posts.tabs.create')}</NavLink>}
      <NavLink to={categoriesPath(serviceId)}>{t('posts.tabs.categories')}</NavLink>
      <NavLink to={groupsPath(serviceId)}>{t('posts.tabs.groups')}</NavLink>
      <NavLink to={tagsPath(serviceId)}>{t('posts.tabs.tags')}</NavLink>
      <NavLink to={filesPath(serviceId)}>{t('files.heading')}</NavLink>
      <NavLink to={binPath(serviceId)}>{t('posts.tabs.bin')}</NavLink>
    </nav>
  );
}

function middleOf({ offsetLeft, offsetWidth }: HTMLElement): number {
  return offsetLeft + offsetWidth / 2;
}
