import { useTranslation } from 'react-i18next';
import { groupsPath } from '#contract/page-paths.ts';
import type { Route } from './+types/post-groups.route.ts';
import { Overview } from './overview.tsx';

export { loadGroups as loader } from './load-post-list.server.ts';

export default function AllGroupsRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const words = { heading: t('menu.allGroups'), empty: t('lists.noGroups') };
  return <Overview {...loaderData} {...words} serviceId={serviceId} path={groupsPath(serviceId)} />;
}
