import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { isEditor, useActor } from '../../session/actor.ts';
import { filesPath } from '../files/file-paths.ts';
import { rememberedSearch } from './list/list-memory.ts';
import { createPostPath, postsPath } from './post-paths.ts';
import './post-tabs.css';

/** What there is to do with the posts of a service. */
export function PostTabs({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  return (
    <nav className="post-tabs" aria-label={t('posts.heading')}>
      <NavLink to={postsPath(serviceId, rememberedSearch(serviceId))} end>
        {t('posts.tabs.list')}
      </NavLink>
      {isEditor(actor) && <NavLink to={createPostPath(serviceId)}>{t('posts.tabs.create')}</NavLink>}
      <NavLink to={filesPath(serviceId)}>{t('files.heading')}</NavLink>
    </nav>
  );
}
