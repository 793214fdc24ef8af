export const FEEDS = [
  { file: 'rss.xml', type: 'application/rss+xml', name: 'RSS' },
  { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
] as const;

export type FeedFormat = (typeof FEEDS)[number];

export const feedPath = (listPath: string) => `${listPath}/rss.xml`;
