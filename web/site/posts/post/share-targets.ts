import type { Language } from '#contract/site-config.ts';

export interface Shared {
  readonly url: string;
  readonly title: string;
}

interface Place {
  readonly name: string;
  readonly hrefOf: (shared: Shared) => string;
}

const X: Place = {
  name: 'X',
  hrefOf: ({ url, title }) => withQuery('https://x.com/intent/post', { text: title, url }),
};
const BLUESKY: Place = {
  name: 'Bluesky',
  hrefOf: ({ url, title }) => withQuery('https://bsky.app/intent/compose', { text: `${title} ${url}` }),
};
const HATENA: Place = {
  name: 'はてなブックマーク',
  hrefOf: ({ url, title }) => withQuery('https://b.hatena.ne.jp/add', { mode: 'confirm', url, title }),
};
const LINE: Place = {
  name: 'LINE',
  hrefOf: ({ url }) => withQuery('https://social-plugins.line.me/lineit/share', { url }),
};

export const sharePlaces: Readonly<Record<Language, readonly Place[]>> = {
  en: [X, BLUESKY],
  ja: [X, HATENA, LINE, BLUESKY],
};

export function mailLinkOf({ url, title }: Shared): string {
  return withQuery('mailto:', { subject: title, body: url });
}

/** Encodes spaces as `%20`: mail programs do not decode `+`. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}
