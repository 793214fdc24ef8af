import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, Link, useLocation, useSearchParams } from 'react-router';
import { SIGN_IN_PATH } from '../../paths/account.ts';
import { CONSOLE_PATH, HOME_PATH } from '../../paths/site.ts';
import { PageHead } from '../ui/page-head.tsx';

interface ErrorPageProps {
  readonly status: number;
  readonly title: string;
  readonly body: string;
  readonly children?: ReactNode;
}

function ErrorPage({ status, title, body, children }: ErrorPageProps) {
  const { t } = useTranslation();
  const isFromConsole = useSearchParams()[0].get('from') === 'console';
  return (
    <div className="error-page">
      <PageHead title={title} />
      <p className="error-status">{status}</p>
      <div>
        <h1>{title}</h1>
        <p>{body}</p>
        <p className="error-ways ui-targets ui-row">
          {children}
          {isFromConsole && <a href={CONSOLE_PATH}>{t('error.console')}</a>}
          <Link to={HOME_PATH}>{t('error.home')}</Link>
        </p>
      </div>
    </div>
  );
}

export const ERROR_STATUS = { unauthorized: 401, forbidden: 403, notfound: 404 } as const;
type ErrorName = keyof typeof ERROR_STATUS;

export function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERROR_STATUS, name);
}

export function NamedErrorPage({ name }: { name: ErrorName }) {
  const { t } = useTranslation();
  const key = name === 'notfound' ? 'notFound' : name;
  return (
    <ErrorPage status={ERROR_STATUS[name]} title={t(`error.${key}`)} body={t(`error.${key}Body`)}>
      {name === 'unauthorized' && <Link to={SIGN_IN_PATH}>{t('page.signIn')}</Link>}
    </ErrorPage>
  );
}

export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NamedErrorPage name="notfound" />;
  }
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ErrorPage status={status} title={t('error.unexpected')} body={t('error.unexpectedBody')}>
      <a href={`${pathname}${search}`}>{t('error.reload')}</a>
    </ErrorPage>
  );
}
