import { PRODUCT_NAME } from '#contract/product-name.ts';
import type { Language } from '#contract/site-config.ts';
import { escapeHtml } from '../../platform/escaping.ts';
import { textElement, XML_DECLARATION, xmlData, xmlElement } from '../../platform/xml.ts';

/** https://www.rssboard.org/media-rss */
const MEDIA = { 'xmlns:media': 'http://search.yahoo.com/mrss/' };

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  ...MEDIA,
};

/** https://www.rssboard.org/rss-specification */
export function toRss(feed: Feed): string {
  const { title, pageUrl, selfUrl, description, language, updatedAt, logoUrl, entries } = feed;
  const channel = [
    textElement('title', title),
    textElement('link', pageUrl),
    textElement('description', description || title),
    xmlElement('atom:link', { href: selfUrl, rel: 'self', type: 'application/rss+xml' }),
    ...(language ? [textElement('language', language)] : []),
    textElement('lastBuildDate', toDate(updatedAt)),
    textElement('generator', PRODUCT_NAME),
    ...(logoUrl ? [toImage({ logoUrl, title, pageUrl })] : []),
    ...entries.map(toRssItem),
  ];
  return XML_DECLARATION + xmlElement('rss', { version: '2.0', ...NAMESPACES }, xmlElement('channel', {}, channel));
}

function toImage({ logoUrl, title, pageUrl }: { logoUrl: string; title: string; pageUrl: string }): string {
  const parts = [textElement('url', logoUrl), textElement('title', title), textElement('link', pageUrl)];
  return xmlElement('image', {}, parts);
}

function toRssItem({ id, url, title, summary, html, author, publishedAt, labels, picture }: FeedEntry): string {
  return xmlElement('item', {}, [
    textElement('title', title),
    textElement('link', url),
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('pubDate', toDate(publishedAt)),
    // `author` requires an email address.
    ...(author ? [textElement('dc:creator', author)] : []),
    ...labels.map((label) => textElement('category', label)),
    // Readers interpret the description as HTML.
    ...(summary ? [textElement('description', escapeHtml(summary))] : []),
    ...(html ? [xmlElement('content:encoded', {}, xmlData(html))] : []),
    ...(picture ? [xmlElement('enclosure', { url: picture.url, length: picture.size, type: picture.mimeType })] : []),
    ...toMedia(picture),
  ]);
}

function toMedia({ thumbnail, ...picture }: Partial<FeedPicture> = {}): string[] {
  if (!thumbnail) return [];
  const { url, size: fileSize, mimeType: type, width, height } = picture;
  return [
    xmlElement('media:content', { url, fileSize, type, medium: 'image', width, height }),
    xmlElement('media:thumbnail', { ...thumbnail }),
  ];
}

/** RFC 822 date with a four-digit year. */
function toDate(instant: string): string {
  return new Date(instant).toUTCString();
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly pageUrl: string;
  readonly selfUrl: string;
  readonly serviceName: string;
  readonly serviceUrl: string;
  readonly logoUrl: string | undefined;
  readonly language: Language | undefined;
  readonly updatedAt: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stable even when the URL of the post or site changes. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Undefined without content, or when it exceeds the size limit of the feed. */
  readonly html: string | undefined;
  readonly author: string;
  readonly language: string | undefined;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly labels: readonly string[];
  readonly picture: FeedPicture | undefined;
}

interface FeedPicture {
  readonly url: string;
  readonly mimeType: string;
  readonly size: number;
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Undefined for files that are no images. */
  readonly thumbnail: { readonly url: string; readonly width: number; readonly height: number } | undefined;
}

/** Atom, RFC 4287. */
export function toAtom(feed: Feed): string {
  const { title, description, pageUrl, selfUrl, serviceName, serviceUrl, language, updatedAt, logoUrl, entries } = feed;
  const parts = [
    textElement('id', selfUrl),
    textElement('title', title),
    ...(description ? [textElement('subtitle', description)] : []),
    textElement('updated', updatedAt),
    xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: selfUrl }),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: pageUrl }),
    // Author of entries without one.
    xmlElement('author', {}, [textElement('name', serviceName), textElement('uri', serviceUrl)]),
    textElement('generator', PRODUCT_NAME),
    ...(logoUrl ? [textElement('logo', logoUrl)] : []),
    ...entries.map(toEntry),
  ];
  return (
    XML_DECLARATION +
    xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom', ...MEDIA, 'xml:lang': language }, parts)
  );
}

function toEntry(entry: FeedEntry): string {
  const { id, url, title, summary, html, author, language, publishedAt, updatedAt, labels, picture } = entry;
  return xmlElement('entry', { 'xml:lang': language }, [
    textElement('id', id),
    textElement('title', title),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: url }),
    textElement('published', publishedAt),
    textElement('updated', updatedAt),
    ...(author ? [xmlElement('author', {}, textElement('name', author))] : []),
    ...labels.map((label) => xmlElement('category', { term: label })),
    ...(summary ? [textElement('summary', summary)] : []),
    ...(html ? [xmlElement('content', { type: 'html' }, xmlData(html))] : []),
    ...(picture ? [toEnclosure(picture)] : []),
    ...toMedia(picture),
  ]);
}

function toEnclosure({ url, mimeType, size }: NonNullable<FeedEntry['picture']>): string {
  return xmlElement('link', { rel: 'enclosure', href: url, type: mimeType, length: size });
}

/** https://www.jsonfeed.org/version/1.1/ */
export function toJsonFeed(feed: Feed): string {
  const { title, description, pageUrl, selfUrl, serviceName, serviceUrl, language, logoUrl, entries } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    ...(description && { description }),
    ...(logoUrl && { icon: logoUrl }),
    authors: [{ name: serviceName, url: serviceUrl }],
    ...(language && { language }),
    items: entries.map(toJsonItem),
  });
}

function toJsonItem(entry: FeedEntry) {
  const { id, url, title, summary, html, author, language, publishedAt, updatedAt, labels, picture } = entry;
  return {
    id,
    url,
    title,
    // One of both is mandatory.
    ...(html ? { content_html: html } : { content_text: summary || title }),
    ...(summary && { summary }),
    ...(picture && { image: picture.url }),
    date_published: publishedAt,
    date_modified: updatedAt,
    ...(author && { authors: [{ name: author }] }),
    ...(labels.length > 0 && { tags: labels }),
    ...(language && { language }),
    ...(picture && {
      attachments: [{ url: picture.url, mime_type: picture.mimeType, size_in_bytes: picture.size }],
    }),
  };
}
