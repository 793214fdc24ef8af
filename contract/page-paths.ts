export const postsPath = (serviceId: string) => `/posts/${serviceId}`;

export const postPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/${slug}`;

export const categoryPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/categories/${slug}`;

export const tagsPath = (serviceId: string) => `${postsPath(serviceId)}/tags`;

/** Labels, unlike slugs, may contain any character. */
export const tagPath = (serviceId: string, label: string) => `${tagsPath(serviceId)}/${encodeURIComponent(label)}`;

export const groupsPath = (serviceId: string) => `${postsPath(serviceId)}/groups`;

export const groupPath = (serviceId: string, slug: string) => `${groupsPath(serviceId)}/${slug}`;

export const searchPath = (serviceId: string) => `${postsPath(serviceId)}/search`;

export const FEEDS = [
  { file: 'rss.xml', type: 'application/rss+xml', name: 'RSS' },
  { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
] as const;

export type FeedFormat = (typeof FEEDS)[number];

export const feedPath = (listPath: string) => `${listPath}/rss.xml`;
