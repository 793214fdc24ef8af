import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { onwardFrom, type PageTrail, readTrail } from './page-trail.ts';

export interface TrailPagerProps {
  readonly first: string;
  readonly next: string | undefined;
  readonly isFirst: boolean;
}

/** The history state provides the previous pages. */
export function TrailPager({ first, next, isFirst }: TrailPagerProps) {
  const { t } = useTranslation('console');
  const { search, state } = useLocation();
  const trail = readTrail(state);
  const previous = trail.at(-1);
  if (isFirst && next === undefined) return null;
  return (
    <nav className="pager ui-row ui-gap-2 ui-above-5" aria-label={t('posts.pager.label')}>
      <PageLink to={isFirst ? undefined : first} trail={[]}>
        <ChevronsLeft />
        {t('posts.pager.first')}
      </PageLink>
      <PageLink to={isFirst ? undefined : previous} trail={trail.slice(0, -1)}>
        <ChevronLeft />
        {t('posts.pager.previous')}
      </PageLink>
      <PageLink to={next} trail={onwardFrom(search, isFirst ? [] : trail).trail}>
        {t('posts.pager.next')}
        <ChevronRight />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps extends PageTrail {
  readonly to: string | undefined;
  readonly children: ReactNode;
}

function PageLink({ to, trail, children }: PageLinkProps) {
  const look = { variant: 'default', size: 'sm' } as const;
  if (to === undefined) {
    return (
      <Button {...look} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={{ search: to }} state={{ trail } satisfies PageTrail}>
      {children}
    </Button>
  );
}
