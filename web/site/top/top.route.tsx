import { Link } from 'react-router';
import { serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';
import type { Route } from './+types/top.route.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return pageCall(context)(serviceApi.list, {});
}

export default function TopRoute({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <ul>
      {items.map(({ serviceId, label }) => (
        <li key={serviceId}>
          <Link to={`/posts/${serviceId}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
