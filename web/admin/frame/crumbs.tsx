import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useActorIfKnown } from '../../session/actor.ts';
import { rememberedLibrary } from '../files/library/library-memory.ts';
import { rememberedSearch } from '../posts/list/list-memory.ts';
import { homeOfService } from './places.ts';
import { type Step, trailTo } from './trail.ts';

export function Crumbs() {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const matches = useMatches();
  const actor = useActorIfKnown();
  const trail = trailTo(pathname);
  const service = actor?.services.find(({ serviceId }) => serviceId === trail?.serviceId);
  if (!trail || !actor || (trail.serviceId !== undefined && !service)) return null;
  const titles = matches.map(({ loaderData }) => nameIn(loaderData)).filter((name) => name !== undefined);
  return (
    <nav className="console-crumbs" aria-label={t('frame.crumbs')}>
      <ol>
        {service && <Crumb to={homeOfService(service, actor.role)} text={service.label} />}
        {trail.steps.map((step) => (
          <Crumb
            key={step.path}
            to={withLastFilters(step, service?.serviceId)}
            text={step.title === undefined ? titles.at(-1) : t(step.title)}
            isBelow={service !== undefined}
          />
        ))}
      </ol>
    </nav>
  );
}

function Crumb({ to, text, isBelow = false }: { to: string; text: string | undefined; isBelow?: boolean }) {
  if (text === undefined) return null;
  return (
    <li>
      {isBelow && <ChevronRight size={14} />}
      <Link to={to} lang={contentLanguage(text)}>
        {text}
      </Link>
    </li>
  );
}

/** Links to lists restore their last filters. */
function withLastFilters({ path, title }: Step, serviceId = ''): string {
  if (title === 'frame.place.posts') return path + rememberedSearch(serviceId);
  if (title === 'frame.place.files') return path + rememberedLibrary(serviceId);
  return path;
}

function nameIn(data: unknown): string | undefined {
  const { post, group } = (data ?? {}) as { post?: { title?: unknown }; group?: { label?: unknown } };
  const name = post?.title ?? group?.label;
  return typeof name === 'string' ? name : undefined;
}
