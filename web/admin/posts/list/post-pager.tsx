import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageOf } from './list-memory.ts';
import { firstPage, type ListState, MAX_PAGES, toSearch } from './list-state.ts';

export interface PostPagerProps {
  readonly serviceId: string;
  readonly state: ListState;
  readonly nextKey: string | undefined;
}

export function PostPager({ serviceId, state, nextKey }: PostPagerProps) {
  const { t } = useTranslation('console');
  const { index } = state;
  const hasNext = nextKey !== undefined && index + 1 < MAX_PAGES;
  if (index === 0 && !hasNext) return null;
  const previous = index > 0 ? pageOf(serviceId, state, index - 1) : undefined;
  return (
    <nav className="post-pager" aria-label={t('posts.pager.label')}>
      <PageLink to={index > 0 ? firstPage(state) : undefined}>
        <ChevronsLeft size={16} aria-hidden="true" />
        {t('posts.pager.first')}
      </PageLink>
      <PageLink to={previous}>
        <ChevronLeft size={16} aria-hidden="true" />
        {t('posts.pager.previous')}
      </PageLink>
      <span className="post-pager-number">{t('posts.pager.page', { number: index + 1 })}</span>
      <PageLink to={hasNext ? { ...state, index: index + 1, pagerKey: nextKey } : undefined}>
        {t('posts.pager.next')}
        <ChevronRight size={16} aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

function PageLink({ to, children }: { to: ListState | undefined; children: ReactNode }) {
  const look = { variant: 'default', size: 'sm' } as const;
  if (!to) {
    return (
      <Button {...look} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={{ search: toSearch(to) }}>
      {children}
    </Button>
  );
}
