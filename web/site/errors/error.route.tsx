import { data, redirect } from 'react-router';
import { errorPagePath } from '../../paths/site.ts';
import type { Route } from './+types/error.route.ts';
import { ERROR_STATUS, isErrorName, NamedErrorPage } from './error-page.tsx';

export function loader({ params: { name } }: Route.LoaderArgs) {
  if (!isErrorName(name)) throw redirect(errorPagePath('notfound'));
  return data(name, { status: ERROR_STATUS[name] });
}

export default function ErrorRoute({ loaderData }: Route.ComponentProps) {
  return <NamedErrorPage name={loaderData} />;
}
