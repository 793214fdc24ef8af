import type { ServiceRecord } from '#contract/admin-services.ts';
import type { ConsoleRole } from '../../session/actor.ts';
import { categoriesPath } from '../categories/category-paths.ts';
import { commentsPath, contentSettingsPath } from '../comments/comment-paths.ts';
import { filesPath } from '../files/file-paths.ts';
import { groupsPath } from '../groups/group-paths.ts';
import { binPath, postsPath } from '../posts/post-paths.ts';
import { tagsPath } from '../tags/tag-paths.ts';
import { webhooksPath } from '../webhooks/webhook-paths.ts';

export interface Place<Title extends string = string> {
  readonly path: string;
  readonly title: Title;
}

type Service = Pick<ServiceRecord, 'serviceId' | 'functions'>;

export function placesOfService({ serviceId, functions }: Service, role: ConsoleRole) {
  const places = [];
  if (functions.includes('post')) places.push(...postPlaces(serviceId));
  if (functions.includes('comment')) {
    places.push({ path: commentsPath(serviceId), title: 'frame.place.comments' } as const);
    places.push({ path: contentSettingsPath(serviceId), title: 'frame.place.contents' } as const);
  }
  if (role === 'admin') {
    places.push({ path: serviceSettingsPath(serviceId), title: 'page.serviceSettings' } as const);
    places.push({ path: webhooksPath(serviceId), title: 'page.webhooks' } as const);
  }
  return places;
}

function postPlaces(serviceId: string) {
  return [
    { path: postsPath(serviceId), title: 'frame.place.posts' },
    { path: categoriesPath(serviceId), title: 'frame.place.categories' },
    { path: groupsPath(serviceId), title: 'frame.place.groups' },
    { path: tagsPath(serviceId), title: 'frame.place.tags' },
    { path: filesPath(serviceId), title: 'frame.place.files' },
    { path: binPath(serviceId), title: 'frame.place.bin' },
  ] as const;
}

const serviceSettingsPath = (serviceId: string) => `/admin/services/${serviceId}/edit`;

export function homeOfService(service: Service, role: ConsoleRole): string {
  return placesOfService(service, role)[0]?.path ?? '/admin';
}

export const systemPlaces = [
  { path: '/admin/api-keys', title: 'page.apiKeys' },
  { path: '/admin/audit', title: 'page.audit' },
  { path: '/admin/mails', title: 'page.mails' },
] as const;

export const adminPlaces = [
  { path: '/admin/services', title: 'page.services' },
  { path: '/admin/users', title: 'page.users' },
  ...systemPlaces,
] as const;

const OF_SERVICE =
  /^\/admin\/(?:(?<section>posts|categories|tags|files|comments|settings|webhooks)\/(?<id>[^/]+)(?<rest>\/.*)?|services\/(?<edited>[^/]+)\/edit)\/?$/;

export function serviceIdIn(pathname: string): string | undefined {
  const { id, edited } = OF_SERVICE.exec(pathname)?.groups ?? {};
  return id ?? edited;
}

/** Paths that exist in every service; other paths name records of one service. */
const KEPT = /^\/(?:create|bin|groups(?:\/create)?|content)(?=\/?$)/;

/** Returns the corresponding screen of another service, or its first screen. */
export function samePlaceIn(pathname: string, service: Service, role: ConsoleRole): string {
  const { section, rest = '', edited } = OF_SERVICE.exec(pathname)?.groups ?? {};
  if (edited !== undefined) return serviceSettingsPath(service.serviceId);
  const isKept = section !== undefined && hasSection(service, section, role);
  if (!isKept) return homeOfService(service, role);
  const kept = KEPT.exec(rest)?.[0] ?? keptList(rest);
  return `/admin/${section}/${service.serviceId}${section === 'settings' ? '/content' : kept}`;
}

/** Group paths lead to the list of groups, because groups belong to one service. */
function keptList(rest: string): string {
  return rest.startsWith('/groups/') ? '/groups' : '';
}

function hasSection({ functions }: Service, section: string, role: ConsoleRole): boolean {
  if (section === 'webhooks') return role === 'admin';
  return functions.includes(section === 'comments' || section === 'settings' ? 'comment' : 'post');
}
