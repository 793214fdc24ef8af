import { categoriesPath } from '../categories/category-paths.ts';
import { commentsPath } from '../comments/comment-paths.ts';
import { filesPath } from '../files/file-paths.ts';
import { groupPath, groupsPath } from '../groups/group-paths.ts';
import { postPath, postsPath } from '../posts/post-paths.ts';
import { USERS_PATH } from '../users/user-paths.ts';
import { webhookPath, webhooksPath } from '../webhooks/webhook-paths.ts';

type PlaceTitle = `frame.place.${'posts' | 'groups' | 'categories' | 'files' | 'comments'}`;
type PageTitle = `page.${'services' | 'users' | 'apiKeys' | 'mails' | 'webhooks' | 'webhook'}`;

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

const posts = (serviceId: string): Step => ({ path: postsPath(serviceId), title: 'frame.place.posts' });
const groups = (serviceId: string): Step => ({ path: groupsPath(serviceId), title: 'frame.place.groups' });
const webhooks = (serviceId: string): Step => ({ path: webhooksPath(serviceId), title: 'page.webhooks' });
const comments = (serviceId: string): Step => ({ path: commentsPath(serviceId), title: 'frame.place.comments' });

const TRAILS: readonly (readonly [RegExp, (serviceId: string, thing: string) => Step[]])[] = [
  [/^\/admin\/posts\/([^/]+)\/groups\/create$/, (service) => [groups(service)]],
  [/^\/admin\/posts\/([^/]+)\/groups\/([^/]+)$/, (service) => [groups(service)]],
  [
    /^\/admin\/posts\/([^/]+)\/groups\/([^/]+)\/edit$/,
    (service, slug) => [groups(service), { path: groupPath(service, slug) }],
  ],
  [/^\/admin\/posts\/([^/]+)\/(?!groups$|bin$)[^/]+$/, (service) => [posts(service)]],
  [
    /^\/admin\/posts\/([^/]+)\/([^/]+)\/(?:edit|history)$/,
    (service, postId) => [posts(service), { path: postPath(service, postId) }],
  ],
  [
    /^\/admin\/categories\/([^/]+)\/(?:create|[^/]+\/edit)$/,
    (service) => [{ path: categoriesPath(service), title: 'frame.place.categories' }],
  ],
  [/^\/admin\/files\/([^/]+)\/[^/]+$/, (service) => [{ path: filesPath(service), title: 'frame.place.files' }]],
  [/^\/admin\/comments\/([^/]+)\/content\/[^/]+$/, (service) => [comments(service)]],
  [/^\/admin\/settings\/([^/]+)\/content$/, (service) => [comments(service)]],
  [/^\/admin\/webhooks\/([^/]+)\/[^/]+$/, (service) => [webhooks(service)]],
  [
    /^\/admin\/webhooks\/([^/]+)\/([^/]+)\/edit$/,
    (service, id) => [webhooks(service), { path: webhookPath(service, id), title: 'page.webhook' }],
  ],
  [/^\/admin\/services\/(?:create|[^/]+\/edit)$/, () => [{ path: '/admin/services', title: 'page.services' }]],
  [/^\/admin\/users\/[^/]+$/, () => [{ path: USERS_PATH, title: 'page.users' }]],
  [/^\/admin\/api-keys\/create$/, () => [{ path: '/admin/api-keys', title: 'page.apiKeys' }]],
  [/^\/admin\/mails\/[^/]+$/, () => [{ path: '/admin/mails', title: 'page.mails' }]],
];

export function trailTo(pathname: string): Trail | undefined {
  for (const [pattern, stepsOf] of TRAILS) {
    const found = pattern.exec(pathname.replace(/\/$/, ''));
    if (!found) continue;
    const [, serviceId, thing = ''] = found;
    return { serviceId, steps: stepsOf(serviceId ?? '', thing) };
  }
  return undefined;
}
