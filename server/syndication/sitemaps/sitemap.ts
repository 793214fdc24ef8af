import { textElement, XML_DECLARATION, xmlElement, xmlText } from '../../platform/xml.ts';

/** URLs per part, few enough to read quickly and to cache. */
export const PART_SIZE = 2000;

export interface Listed {
  readonly url: string;
  readonly changedAt?: string | null | undefined;
  readonly images?: readonly string[];
  readonly language?: string | undefined;
}

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

const EXTENSIONS = {
  'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
};

/**
 * https://www.sitemaps.org/protocol.html, with the extensions for images and languages:
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/combine-sitemap-extensions
 */
export function toSitemap(pages: readonly Listed[]): string {
  return XML_DECLARATION + xmlElement('urlset', { ...NAMESPACE, ...EXTENSIONS }, pages.map(toElement('url')));
}

export function toSitemapIndex(parts: readonly Listed[]): string {
  return XML_DECLARATION + xmlElement('sitemapindex', NAMESPACE, parts.map(toElement('sitemap')));
}

function toElement(name: string) {
  return ({ url, changedAt, images = [], language }: Listed): string => {
    const lastmod = changedAt ? `<lastmod>${xmlText(changedAt)}</lastmod>` : '';
    const alternate = { rel: 'alternate', hreflang: language, href: url };
    const extensions = [
      ...images.map((image) => xmlElement('image:image', {}, textElement('image:loc', image))),
      ...(language ? [xmlElement('xhtml:link', alternate)] : []),
    ];
    return `<${name}><loc>${xmlText(url)}</loc>${lastmod}${extensions.join('')}</${name}>`;
  };
}

export function latest(...instants: readonly (string | null | undefined)[]): string | undefined {
  return (
    instants
      .filter((instant) => typeof instant === 'string' && instant !== '')
      .toSorted()
      .at(-1) ?? undefined
  );
}
