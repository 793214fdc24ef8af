import { escapeHtml } from '../../platform/escape-html.ts';
import { textElement, XML_DECLARATION, xmlData, xmlElement } from '../../platform/xml.ts';
import { type Feed, type FeedEntry, GENERATOR } from './feed.ts';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
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
    textElement('generator', GENERATOR),
    ...(logoUrl ? [toImage({ logoUrl, title, pageUrl })] : []),
    ...entries.map(toItem),
  ];
  return XML_DECLARATION + xmlElement('rss', { version: '2.0', ...NAMESPACES }, xmlElement('channel', {}, channel));
}

function toImage({ logoUrl, title, pageUrl }: { logoUrl: string; title: string; pageUrl: string }): string {
  const parts = [textElement('url', logoUrl), textElement('title', title), textElement('link', pageUrl)];
  return xmlElement('image', {}, parts);
}

function toItem({ id, url, title, summary, html, author, publishedAt, labels, picture }: FeedEntry): string {
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
  ]);
}

/** RFC 822 date with a four-digit year. */
function toDate(instant: string): string {
  return new Date(instant).toUTCString();
}
