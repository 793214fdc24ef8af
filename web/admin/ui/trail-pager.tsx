import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { toSearch } from './search-params.ts';

interface TrailPagerProps {
  readonly page: string | undefined;
  readonly next: string | null | undefined;
  readonly searchOf?: (pageToken: string | undefined) => string;
}

export function TrailPager({ page, next, searchOf = (pageToken) => toSearch({ pageToken }) }: TrailPagerProps) {
  const { t } = useTranslation('console');
  const { search, state } = useLocation();
  const trail = readTrail(state);
  const isFirst = page === undefined;
  if (isFirst && next == null) return null;
  return (
    <nav className="pager ui-row ui-gap-2 ui-above-5" aria-label={t('posts.pager.label')}>
      <PageLink to={isFirst ? undefined : searchOf(undefined)} trail={[]}>
        <ChevronsLeft />
        {t('posts.pager.first')}
      </PageLink>
      <PageLink to={isFirst ? undefined : trail.at(-1)} trail={trail.slice(0, -1)}>
        <ChevronLeft />
        {t('posts.pager.previous')}
      </PageLink>
      <PageLink to={next == null ? undefined : searchOf(next)} trail={onwardFrom(search, isFirst ? [] : trail).trail}>
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
  if (to === undefined) {
    return (
      <Button variant="default" disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button variant="default" component={Link} to={{ search: to }} state={{ trail } satisfies PageTrail}>
      {children}
    </Button>
  );
}

/** Queries of the list pages visited before this one, stored in the history state. */
interface PageTrail {
  readonly trail: readonly string[];
}

const MAX_TRAIL = 100;

export function readTrail(state: unknown): readonly string[] {
  const { trail } = (typeof state === 'object' && state !== null ? state : {}) as Partial<PageTrail>;
  const isTrail = Array.isArray(trail) && trail.every((search) => typeof search === 'string');
  return isTrail ? trail : [];
}

export function onwardFrom(search: string, trail: readonly string[]): PageTrail {
  return { trail: [...trail, search].slice(-MAX_TRAIL) };
}
