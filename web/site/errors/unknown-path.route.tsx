import { redirect } from 'react-router';
import { errorPagePath } from '../../session/error-page-path.ts';
import type { Route } from './+types/unknown-path.route.ts';

export function loader({ request }: Route.LoaderArgs) {
  const isOfConsole = new URL(request.url).pathname.startsWith('/admin/');
  return redirect(isOfConsole ? errorPagePath('notfound') : '/error/notfound');
}
