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

type PlaceTitle = `frame.place.${'posts' | 'groups' | 'categories' | 'files' | 'comments'}`;
type PageTitle = 'frame.users' | `page.${'services' | 'apiKeys' | 'mails' | 'webhooks' | 'webhook'}`;

export interface Step {
  readonly path: string;
  /** Without a title the step has the name of the screen's record. */
  readonly title?: PlaceTitle | PageTitle;
}

export interface Trail {
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
    /^\/admin\/posts\/([^/]+)\/([^/]+)\/(?:edit|history)$/,
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
