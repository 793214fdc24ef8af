import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CARD_SIZE, serviceCardPath } from '#contract/cards.ts';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { usePublication, useService } from '../../service/service-context.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type TrailStep, toBreadcrumbs, toPostList } from '../json-ld.ts';
import { LeadImage } from '../post/post-images.tsx';
import { isCover, type ShownImage } from '../post-media.ts';
import { Trail } from '../trail.tsx';
import type { PageTurns } from './turn-page.ts';

interface ListPageProps {
  readonly serviceId: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly isFirstPage: boolean;
  readonly above?: readonly TrailStep[];
  readonly isOfPosts?: boolean;
  readonly heading: ReactNode;
  readonly intro?: string | undefined;
  readonly picture?: ShownImage | undefined;
  readonly children: ReactNode;
}

/** Search engines index the first page only, since the contents of the others shift with every new post. */
export function ListPage({ heading, intro, picture: image, children, ...list }: ListPageProps) {
  const { t } = useTranslation();
  const { serviceId, path, title, isFirstPage, above = [], isOfPosts = false } = list;
  const label = useService()?.label ?? serviceId;
  const isOfService = path === postsPath(serviceId);
  const picture = isFirstPage ? image : undefined;
  return (
    <div className="columns list-page">
      <PageHead
        title={isFirstPage ? title : t('lists.continued', { title })}
        description={list.description}
        {...(isFirstPage && { path })}
        image={{ src: serviceCardPath(serviceId), ...CARD_SIZE, alt: label }}
        {...(isOfPosts && { feed: { path, title } })}
        jsonLd={useDescription(list, label)}
      />
      <header className="columns-head">
        {!isOfService && <Trail serviceId={serviceId} serviceLabel={label} steps={above} />}
        {heading}
        {intro !== undefined && isFirstPage && (
          <p className="list-description" lang={contentLanguage(intro)}>
            {intro}
          </p>
        )}
      </header>
      {picture && isCover(picture) && <LeadImage image={picture} />}
      <div className="list-body">
        {picture && !isCover(picture) && <LeadImage image={picture} />}
        {children}
      </div>
    </div>
  );
}

function useDescription(list: Omit<ListPageProps, 'heading' | 'intro' | 'picture' | 'children'>, serviceLabel: string) {
  const site = usePublication();
  const { serviceId, path, title, above = [], isFirstPage, isOfPosts } = list;
  if (!isFirstPage || !isOfPosts) return undefined;
  const described = toPostList({ serviceId, serviceLabel, label: title, path }, site);
  const start = { label: serviceLabel, path: postsPath(serviceId) };
  return path === start.path
    ? [described]
    : [described, toBreadcrumbs([start, ...above, { label: title, path }], site)];
}

interface PagesProps {
  readonly path: string;
  readonly turns: PageTurns;
  /** Labels the links "newer" and "older" instead of "previous" and "next". */
  readonly isByTime?: boolean;
}

export function Pages({ path, turns: { back, on, isFirstPage }, isByTime = false }: PagesProps) {
  const { t } = useTranslation();
  if (isFirstPage && on === undefined) return null;
  return (
    <nav className="pages ui-row" aria-label={t('posts.pages')}>
      {back !== undefined && (
        <Link className="ui-backward" rel="prev" to={path + back}>
          {t(isByTime ? 'lists.newer' : 'lists.previous')}
        </Link>
      )}
      {!isFirstPage && (
        <Link className="pages-newest" to={path}>
          {t(isByTime ? 'posts.newest' : 'lists.first')}
        </Link>
      )}
      {on !== undefined && (
        <Link className="ui-onward ui-push" rel="next" to={path + on}>
          {t(isByTime ? 'posts.older' : 'lists.next')}
        </Link>
      )}
    </nav>
  );
}
