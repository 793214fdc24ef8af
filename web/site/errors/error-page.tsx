import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, Link, useLocation, useSearchParams } from 'react-router';
import { postsPath } from '#contract/page-paths.ts';
import { SIGN_IN_PATH } from '../../paths/account.ts';
import { CONSOLE_PATH, HOME_PATH } from '../../paths/site.ts';
import { SearchForm } from '../search/search-form.tsx';
import { useService } from '../service/service-context.tsx';
import { PageHead } from '../ui/page-head.tsx';

interface OfferedService {
  readonly serviceId: string;
  readonly label: string;
}

interface ErrorPageProps {
  readonly status: number;
  readonly title: string;
  readonly body: string;
  readonly service: OfferedService | undefined;
  /** Way out of the error, before the others. */
  readonly way?: ReactNode;
  readonly children?: ReactNode;
}

function ErrorPage({ status, title, body, service, way, children }: ErrorPageProps) {
  const { t } = useTranslation();
  const isFromConsole = useSearchParams()[0].get('from') === 'console';
  return (
    <div className="columns error-page">
      <PageHead title={title} />
      <p className="error-status">{status}</p>
      <header className="columns-head">
        <h1>{title}</h1>
        <p className="ui-above-4">{body}</p>
        {way && <p className="ui-above-4">{way}</p>}
        {service && (
          <div className="ui-above-5">
            <SearchForm serviceId={service.serviceId} label={t('search.title', { label: service.label })} isLarge />
          </div>
        )}
        <p className="ui-targets ui-row ui-middle ui-gap-2-4 ui-above-5">
          {isFromConsole && <a href={CONSOLE_PATH}>{t('error.console')}</a>}
          {service && <Link to={postsPath(service.serviceId)}>{t('top.allPostsOf', { label: service.label })}</Link>}
          <Link to={HOME_PATH}>{t('error.home')}</Link>
        </p>
      </header>
      <div className="list-body">{children}</div>
    </div>
  );
}

export const ERROR_STATUS = { unauthorized: 401, forbidden: 403, notfound: 404 } as const;
type ErrorName = keyof typeof ERROR_STATUS;

export function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERROR_STATUS, name);
}

interface NamedErrorPageProps extends Partial<Pick<ErrorPageProps, 'service' | 'children'>> {
  readonly name: ErrorName;
}

export function NamedErrorPage({ name, service, children }: NamedErrorPageProps) {
  const { t } = useTranslation();
  const key = name === 'notfound' ? 'notFound' : name;
  return (
    <ErrorPage
      status={ERROR_STATUS[name]}
      title={t(`error.${key}`)}
      body={t(`error.${key}Body`)}
      service={service}
      way={name === 'unauthorized' && <SignInLink />}
    >
      {children}
    </ErrorPage>
  );
}

function SignInLink() {
  const { t } = useTranslation();
  return (
    <Link className="button" to={SIGN_IN_PATH}>
      {t('page.signIn')}
    </Link>
  );
}

export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const service = useService();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NamedErrorPage name="notfound" service={service} />;
  }
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorPage
      status={status}
      title={t('error.unexpected')}
      body={t('error.unexpectedBody')}
      service={service}
      way={<a href={`${pathname}${search}`}>{t('error.reload')}</a>}
    />
  );
}
