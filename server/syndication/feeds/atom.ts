import { textElement, XML_DECLARATION, xmlData, xmlElement } from '../../platform/xml.ts';
import { type Feed, type FeedEntry, GENERATOR } from './feed.ts';

/** Writes an Atom feed (RFC 4287). */
export function toAtom(feed: Feed): string {
  const { title, description, pageUrl, selfUrl, siteName, siteUrl, language, updatedAt, logoUrl, entries } = feed;
  const parts = [
    textElement('id', selfUrl),
    textElement('title', title),
    ...(description ? [textElement('subtitle', description)] : []),
    textElement('updated', updatedAt),
    xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: selfUrl }),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: pageUrl }),
    // Author of entries without one.
    xmlElement('author', {}, [textElement('name', siteName), textElement('uri', siteUrl)]),
    textElement('generator', GENERATOR),
    ...(logoUrl ? [textElement('logo', logoUrl)] : []),
    ...entries.map(toEntry),
  ];
  return XML_DECLARATION + xmlElement('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }, parts);
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
  ]);
}

function toEnclosure({ url, mimeType, size }: NonNullable<FeedEntry['picture']>): string {
  return xmlElement('link', { rel: 'enclosure', href: url, type: mimeType, length: size });
}
