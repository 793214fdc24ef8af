import type { ServiceRecord } from '#contract/admin-services.ts';
import {
  API_KEY_LIST_PATH,
  AUDIT_LIST_PATH,
  categoryListPath,
  commentListPath,
  contentSettingsPath,
  fileLibraryPath,
  groupListPath,
  MAIL_LIST_PATH,
  postBinPath,
  postListPath,
  SERVICE_LIST_PATH,
  sectionPath,
  serviceEditPath,
  tagListPath,
  USER_LIST_PATH,
  webhookListPath,
} from '../../paths/console.ts';
import { CONSOLE_PATH } from '../../paths/site.ts';
import type { ConsoleRole } from '../../session/actor.ts';

type Service = Pick<ServiceRecord, 'serviceId' | 'functions'>;

export function placesOfService({ serviceId, functions }: Service, role: ConsoleRole) {
  const hasPosts = functions.includes('post');
  const hasComments = functions.includes('comment');
  const isAdmin = role === 'admin';
  const places = [
    { path: postListPath(serviceId), title: 'frame.place.posts', isShown: hasPosts },
    { path: commentListPath(serviceId), title: 'frame.place.comments', isShown: hasComments },
    { path: fileLibraryPath(serviceId), title: 'frame.place.files', isShown: hasPosts },
    { path: categoryListPath(serviceId), title: 'frame.place.categories', isShown: hasPosts },
    { path: groupListPath(serviceId), title: 'frame.place.groups', isShown: hasPosts },
    { path: tagListPath(serviceId), title: 'frame.place.tags', isShown: hasPosts },
    { path: postBinPath(serviceId), title: 'frame.place.bin', isShown: hasPosts },
    { path: contentSettingsPath(serviceId), title: 'frame.place.contents', isShown: hasComments },
    { path: serviceEditPath(serviceId), title: 'page.serviceSettings', isShown: isAdmin },
    { path: webhookListPath(serviceId), title: 'page.webhooks', isShown: isAdmin },
  ] as const;
  return places.filter(({ isShown }) => isShown);
}

export type Place = ReturnType<typeof placesOfService>[number];

export function homeOfService(service: Service, role: ConsoleRole): string {
  return placesOfService(service, role)[0]?.path ?? CONSOLE_PATH;
}

export const systemPlaces = [
  { path: API_KEY_LIST_PATH, title: 'page.apiKeys' },
  { path: AUDIT_LIST_PATH, title: 'page.audit' },
  { path: MAIL_LIST_PATH, title: 'page.mails' },
] as const;

export const adminPlaces = [
  { path: SERVICE_LIST_PATH, title: 'page.services' },
  { path: USER_LIST_PATH, title: 'frame.users' },
  ...systemPlaces,
] as const;

const OF_SERVICE =
  /^\/admin\/(?:(?<section>posts|categories|tags|files|comments|settings|webhooks)\/(?<id>[^/]+)(?<rest>\/.*)?|services\/(?<edited>[^/]+)\/edit)\/?$/;

export function consoleServiceIdIn(pathname: string): string | undefined {
  const { id, edited } = OF_SERVICE.exec(pathname)?.groups ?? {};
  return id ?? edited;
}

/** Screens with the post editor, which needs the width. */
export function isWritingScreen(pathname: string): boolean {
  return /^\/admin\/posts\/[^/]+\/(?:create|[^/]+\/edit)\/?$/.test(pathname);
}

/** Paths that exist in every service; other paths name records of one service. */
const SHARED_PATHS = /^\/(?:create|bin|groups(?:\/create)?|content)(?=\/?$)/;

export function samePlaceIn(pathname: string, service: Service, role: ConsoleRole): string {
  const { section, rest = '', edited } = OF_SERVICE.exec(pathname)?.groups ?? {};
  if (edited !== undefined) return serviceEditPath(service.serviceId);
  const hasSameSection = section !== undefined && hasSection(service, section, role);
  if (!hasSameSection) return homeOfService(service, role);
  const sharedPath = SHARED_PATHS.exec(rest)?.[0] ?? sharedListPath(rest);
  return sectionPath(section, service.serviceId, section === 'settings' ? '/content' : sharedPath);
}

function sharedListPath(rest: string): string {
  return rest.startsWith('/groups/') ? '/groups' : '';
}

function hasSection({ functions }: Service, section: string, role: ConsoleRole): boolean {
  if (section === 'webhooks') return role === 'admin';
  return functions.includes(section === 'comments' || section === 'settings' ? 'comment' : 'post');
}
