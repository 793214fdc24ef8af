import { Button } from '@mantine/core';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { groupPath } from '../../groups/group-paths.ts';
import { NOTHING } from '../../ui/facts.tsx';

export interface PostGroupsProps {
  readonly post: AdminPost;
  readonly onChoose: () => void;
}

export function PostGroups({ post: { serviceId, groups }, onChoose }: PostGroupsProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  return (
    <div>
      <dt>{t('posts.tabs.groups')}</dt>
      <dd>
        {groups.length === 0 && !canWrite && NOTHING}
        {groups.length > 0 && (
          <ul className="post-group-list">
            {groups.map(({ slug, label }) => (
              <li key={slug}>
                <Link to={groupPath(serviceId, slug)} lang={contentLanguage(label)}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {canWrite && (
          <Button
            className="post-groups-open"
            variant="subtle"
            size="compact-sm"
            leftSection={<Star size={14} aria-hidden="true" />}
            onClick={onChoose}
          >
            {t('groups.ofPost.choose')}
          </Button>
        )}
      </dd>
    </div>
  );
}
