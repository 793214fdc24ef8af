import { redirect } from 'react-router';
import { consoleErrorPagePath, errorPagePath, isConsolePath } from '../../paths/site.ts';
import type { Route } from './+types/unknown-path.route.ts';

export function loader({ request }: Route.LoaderArgs) {
  const isOfConsole = isConsolePath(new URL(request.url).pathname);
  return redirect(isOfConsole ? consoleErrorPagePath('notfound') : errorPagePath('notfound'));
}
