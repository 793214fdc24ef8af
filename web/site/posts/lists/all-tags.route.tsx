import { useTranslation } from 'react-i18next';
import { tagsPath } from '#contract/page-paths.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { sortByLabel } from '../../../i18n/sort-by-label.ts';
import type { Route } from './+types/all-tags.route.ts';
import { Overview } from './overview.tsx';

export { loadTags as loader } from './load-post-list.server.ts';

export default function AllTagsRoute({ loaderData: { lists, turns }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isWhole = turns.isFirstPage && turns.on === undefined;
  const sorted = isWhole ? sortByLabel(lists, language, ({ label }) => label) : lists;
  const words = { heading: t('menu.allTags'), empty: t('lists.noTags') };
  return <Overview lists={sorted} turns={turns} {...words} serviceId={serviceId} path={tagsPath(serviceId)} />;
}
