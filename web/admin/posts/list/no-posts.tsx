import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isEditor, useActor } from '../../../session/actor.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { createPostPath } from '../post-paths.ts';
import { isFiltered, type ListState, MAX_PAGES, toSearch } from './list-state.ts';

export interface NoPostsProps {
  readonly state: ListState;
  readonly serviceId: string;
  readonly nextKey: string | undefined;
  readonly onReset: () => void;
}

export function NoPosts({ state, serviceId, nextKey, onReset }: NoPostsProps) {
  const { t } = useTranslation('console');
  const actor = useActor();
  if (nextKey !== undefined && state.index + 1 < MAX_PAGES) {
    const next = { ...state, index: state.index + 1, pagerKey: nextKey };
    return (
      <EmptyState title={t('postList.searchOn.title')} body={t('postList.searchOn.body')}>
        <Button component={Link} to={{ search: toSearch(next) }}>
          {t('postList.searchOn.action')}
        </Button>
      </EmptyState>
    );
  }
  if (isFiltered(state)) {
    return (
      <EmptyState title={t('posts.noMatch')} body={t('posts.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('posts.filter.reset')}
        </Button>
      </EmptyState>
    );
  }
  if (!isEditor(actor)) return <EmptyState title={t('posts.empty')} />;
  return (
    <EmptyState title={t('posts.empty')} body={t('posts.emptyBody')}>
      <Button component={Link} to={createPostPath(serviceId)}>
        {t('posts.writeFirst')}
      </Button>
    </EmptyState>
  );
}
