/** Feed formats available for each list of posts, below the path of the list. */
export const FEEDS = [
  { file: 'rss.xml', type: 'application/rss+xml', name: 'RSS' },
  { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
] as const;

export type FeedFormat = (typeof FEEDS)[number];

/** Path of the RSS feed, the format that most feed readers support. */
export const feedPath = (listPath: string) => `${listPath}/rss.xml`;
