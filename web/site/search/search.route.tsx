import { useTranslation } from 'react-i18next';
import { data, Link } from 'react-router';
import { postsPath } from '#contract/page-paths.ts';
import { Trail } from '../posts/trail.tsx';
import { mergeHeaders } from '../service/merge-headers.ts';
import { useService } from '../service/service-context.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Route } from './+types/search.route.ts';
import { loadSearch } from './load-search.server.ts';
import { SearchFilters } from './search-filters.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';

const UNCACHED = { 'cache-control': 'no-store' };

export async function loader(args: Route.LoaderArgs) {
  const found = await loadSearch(args);
  if (found.isRejected) return data(found, { status: 429, headers: UNCACHED });
  return data(found, { headers: found.isIncomplete ? UNCACHED : {} });
}

export const headers = mergeHeaders;

/** Contains a colon, like other ids of this site, so that it cannot clash with ids of headings in posts. */
const FORM_ID = 'search:again';

export default function SearchRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const label = useService()?.label ?? serviceId;
  const { q, posts, more, isFirstPage, isRejected } = loaderData;
  const hasQuery = q !== '';
  const heading = hasQuery ? t('search.titleFor', { q, label }) : t('search.title', { label });
  const wasSearched = hasQuery && !isRejected;
  const hasNoResults = wasSearched && posts.length === 0 && more === null && isFirstPage;
  return (
    <div className="columns list-page">
      <PageHead title={hasQuery ? t('page.titled', { title: q, siteName: t('search.label') }) : t('search.label')} />
      <header className="columns-head search-head">
        <Trail serviceId={serviceId} serviceLabel={label} />
        <h1>{hasNoResults ? t('search.nothing', { q }) : heading}</h1>
        <SearchForm serviceId={serviceId} label={t('search.labelAgain')} q={q} isLarge formId={FORM_ID} />
        <SearchFilters form={FORM_ID} {...loaderData} />
        {!hasQuery && <p className="search-note">{t('search.hint')}</p>}
      </header>
      <div className="list-body">
        {isRejected && (
          <p className="search-refused ui-warned" role="alert">
            {t('search.tooMany')}
          </p>
        )}
        {hasNoResults && <NothingFound label={label} path={postsPath(serviceId)} />}
        {wasSearched && !hasNoResults && <SearchResults serviceId={serviceId} {...loaderData} />}
      </div>
    </div>
  );
}

interface NothingFoundProps {
  readonly label: string;
  readonly path: string;
}

function NothingFound({ label, path }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <ul className="search-advice ui-grid ui-gap-2">
      <li>{t('search.advice.fewer')}</li>
      <li>{t('search.advice.other')}</li>
      <li>
        <Link to={path}>{t('search.advice.browse', { label })}</Link>
      </li>
    </ul>
  );
}
