import { useTranslation } from 'react-i18next';
import { tagsPath } from '#contract/page-paths.ts';
import type { Route } from './+types/all-tags.route.ts';
import { Overview } from './overview.tsx';

export { loadTags as loader } from './load-post-list.server.ts';

export default function AllTagsRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const words = { heading: t('menu.allTags'), empty: t('lists.noTags') };
  return <Overview {...loaderData} {...words} serviceId={serviceId} path={tagsPath(serviceId)} />;
}
