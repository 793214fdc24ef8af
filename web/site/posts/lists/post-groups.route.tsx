import { useTranslation } from 'react-i18next';
import { groupsPath } from '#contract/page-paths.ts';
import type { Route } from './+types/post-groups.route.ts';
import { loadGroups } from './load-post-list.server.ts';
import { Overview } from './overview.tsx';

export async function loader(args: Route.LoaderArgs) {
  return loadGroups(args);
}

export default function AllGroupsRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const words = { heading: t('menu.allGroups'), empty: t('lists.noGroups') };
  return <Overview {...loaderData} {...words} serviceId={serviceId} path={groupsPath(serviceId)} />;
}
