export interface PublishedPost {
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly updatedAt: string | undefined;
  readonly author: string;
  readonly language: string | undefined;
}

/**
 * A post in the words of schema.org, as JSON that may stand in a `script` element:
 * whatever is in the texts, it cannot end the element.
 */
export function toJsonLd(post: PublishedPost, { siteName, url }: { siteName: string; url: string }): string {
  const { title, description, publishedAt, updatedAt, author, language } = post;
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    ...(description !== '' && { description }),
    datePublished: publishedAt,
    dateModified: updatedAt ?? publishedAt,
    ...(author !== '' && { author: { '@type': 'Person', name: author } }),
    ...(language !== undefined && { inLanguage: language }),
    mainEntityOfPage: url,
    isPartOf: { '@type': 'Blog', name: siteName },
  };
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}
