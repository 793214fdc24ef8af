import { useTranslation } from 'react-i18next';
import { type PublicPost, postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { toPostSummary } from '../posts/post-summary.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import type { Route } from './+types/top.route.ts';
import { EmptySite } from './empty-site.tsx';
import { ServiceSection, type ServiceSectionProps } from './service-section.tsx';

const MAX_SERVICES = 12;
/** A lead, two beside it and two rows of three below. */
const POSTS_ALONE = 9;
/** A lead and three below it. */
const POSTS_AMONG_OTHERS = 4;

export async function loader({ context }: Route.LoaderArgs): Promise<ServiceSectionProps[]> {
  const call = pageCall(context);
  const { items: services } = await call(serviceApi.list, { query: { count: MAX_SERVICES } });
  const isAlone = services.length === 1;
  const count = isAlone ? POSTS_ALONE : POSTS_AMONG_OTHERS;
  const sections = await Promise.all(
    services.map(async ({ serviceId, label }) => {
      const { items } = await call(postApi.list, { params: { serviceId }, query: { count, withBody: '0' } });
      const opening = isAlone ? openingOf(items[0]) : '';
      return { serviceId, label, isAlone, opening, posts: items.map((post) => toPostSummary(post)) };
    }),
  );
  // Those with nothing to read yet come last.
  return sections.toSorted((one, other) => Number(one.posts.length === 0) - Number(other.posts.length === 0));
}

/** How the lead begins, where its summary does not say so already. */
function openingOf(lead: PublicPost | undefined): string {
  return lead?.description === undefined ? '' : (lead.excerpt ?? '');
}

export default function TopRoute({ loaderData: sections }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  return (
    <>
      <PageHead title={t('page.top')} description={t('top.description', { siteName })} path="/" />
      {sections.length === 0 ? <EmptySite /> : <h1 className="sr-only">{siteName}</h1>}
      {sections.map((section) => (
        <ServiceSection key={section.serviceId} {...section} />
      ))}
    </>
  );
}
