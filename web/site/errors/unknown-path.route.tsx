import { redirect } from 'react-router';
import { consoleErrorPagePath, errorPagePath, isConsolePath, serviceIdIn } from '../../paths/site.ts';
import type { Route } from './+types/unknown-path.route.ts';

export function loader({ request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const isOfConsole = isConsolePath(pathname);
  return redirect(isOfConsole ? consoleErrorPagePath('notfound') : errorPagePath('notfound', serviceIdIn(pathname)));
}
