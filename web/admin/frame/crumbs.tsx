import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import {
  API_KEY_LIST_PATH,
  categoryListPath,
  commentListPath,
  fileLibraryPath,
  groupDetailPath,
  groupListPath,
  MAIL_LIST_PATH,
  postDetailPath,
  postListPath,
  SERVICE_LIST_PATH,
  USER_LIST_PATH,
  webhookDetailPath,
  webhookListPath,
} from '../../paths/console.ts';
import { useActorIfKnown } from '../../session/actor.ts';
import { rememberedLibrary } from '../files/library/library-memory.ts';
import { rememberedSearch } from '../posts/list/list-state.ts';
import { homeOfService } from './places.ts';

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

/** Adds the search that the list had last. */
export function withLastFilters({ path, title }: Pick<Step, 'path'> & { title?: string }, serviceId = ''): string {
  if (title === 'frame.place.posts') return path + rememberedSearch(serviceId);
  if (title === 'frame.place.files') return path + rememberedLibrary(serviceId);
  return path;
}

function nameIn(data: unknown): string | undefined {
  const { post, group } = (data ?? {}) as { post?: { title?: unknown }; group?: { label?: unknown } };
  const name = post?.title ?? group?.label;
  return typeof name === 'string' ? name : undefined;
}

type PlaceTitle = `frame.place.${'posts' | 'groups' | 'categories' | 'files' | 'comments'}`;
type PageTitle = 'frame.users' | `page.${'services' | 'apiKeys' | 'mails' | 'webhooks' | 'webhook'}`;

interface Step {
  readonly path: string;
  /** Without a title the step has the name of the screen's record. */
  readonly title?: PlaceTitle | PageTitle;
}

interface Trail {
  /** Undefined for administration screens. */
  readonly serviceId: string | undefined;
  readonly steps: readonly Step[];
}

const posts = (serviceId: string): Step => ({ path: postListPath(serviceId), title: 'frame.place.posts' });
const groups = (serviceId: string): Step => ({ path: groupListPath(serviceId), title: 'frame.place.groups' });
const webhooks = (serviceId: string): Step => ({ path: webhookListPath(serviceId), title: 'page.webhooks' });
const comments = (serviceId: string): Step => ({ path: commentListPath(serviceId), title: 'frame.place.comments' });

const TRAILS: readonly (readonly [RegExp, (serviceId: string, id: string) => Step[]])[] = [
  [/^\/admin\/posts\/([^/]+)\/groups\/create$/, (service) => [groups(service)]],
  [/^\/admin\/posts\/([^/]+)\/groups\/([^/]+)$/, (service) => [groups(service)]],
  [
    /^\/admin\/posts\/([^/]+)\/groups\/([^/]+)\/edit$/,
    (service, slug) => [groups(service), { path: groupDetailPath(service, slug) }],
  ],
  [/^\/admin\/posts\/([^/]+)\/(?!groups$|bin$)[^/]+$/, (service) => [posts(service)]],
  [
    /^\/admin\/posts\/([^/]+)\/([^/]+)\/(?:edit|history|translation)$/,
    (service, postId) => [posts(service), { path: postDetailPath(service, postId) }],
  ],
  [
    /^\/admin\/categories\/([^/]+)\/(?:create|[^/]+\/edit)$/,
    (service) => [{ path: categoryListPath(service), title: 'frame.place.categories' }],
  ],
  [/^\/admin\/files\/([^/]+)\/[^/]+$/, (service) => [{ path: fileLibraryPath(service), title: 'frame.place.files' }]],
  [/^\/admin\/comments\/([^/]+)\/content\/[^/]+$/, (service) => [comments(service)]],
  [/^\/admin\/settings\/([^/]+)\/content$/, (service) => [comments(service)]],
  [/^\/admin\/webhooks\/([^/]+)\/[^/]+$/, (service) => [webhooks(service)]],
  [
    /^\/admin\/webhooks\/([^/]+)\/([^/]+)\/edit$/,
    (service, id) => [webhooks(service), { path: webhookDetailPath(service, id), title: 'page.webhook' }],
  ],
  [/^\/admin\/services\/(?:create|[^/]+\/edit)$/, () => [{ path: SERVICE_LIST_PATH, title: 'page.services' }]],
  [/^\/admin\/users\/[^/]+$/, () => [{ path: USER_LIST_PATH, title: 'frame.users' }]],
  [/^\/admin\/api-keys\/create$/, () => [{ path: API_KEY_LIST_PATH, title: 'page.apiKeys' }]],
  [/^\/admin\/mails\/[^/]+$/, () => [{ path: MAIL_LIST_PATH, title: 'page.mails' }]],
];

export function trailTo(pathname: string): Trail | undefined {
  for (const [pattern, stepsOf] of TRAILS) {
    const found = pattern.exec(pathname.replace(/\/$/, ''));
    if (!found) continue;
    const [, serviceId, id = ''] = found;
    return { serviceId, steps: stepsOf(serviceId ?? '', id) };
  }
  return undefined;
}
