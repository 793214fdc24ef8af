import type { Feed, FeedEntry } from './feed.ts';

/** https://www.jsonfeed.org/version/1.1/ */
export function toJsonFeed(feed: Feed): string {
  const { title, description, pageUrl, selfUrl, siteName, siteUrl, language, logoUrl, entries } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: selfUrl,
    ...(description && { description }),
    ...(logoUrl && { icon: logoUrl }),
    authors: [{ name: siteName, url: siteUrl }],
    ...(language && { language }),
    items: entries.map(toItem),
  });
}

function toItem(entry: FeedEntry) {
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
