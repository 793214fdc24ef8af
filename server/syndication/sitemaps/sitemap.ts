import { textElement, XML_DECLARATION, xmlElement, xmlText } from '../../platform/xml.ts';

/** URLs per part, few enough to read quickly and to cache. */
export const PART_SIZE = 2000;

export interface Listed {
  readonly url: string;
  readonly changedAt?: string | null | undefined;
  readonly images?: readonly string[];
  readonly language?: string | undefined;
  /** The page in all its languages, if there are several. */
  readonly alternates?: readonly { readonly language: string; readonly url: string }[];
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
  return ({ url, changedAt, images = [], language, alternates = [] }: Listed): string => {
    const lastmod = changedAt ? `<lastmod>${xmlText(changedAt)}</lastmod>` : '';
    const own = language ? [{ language, url }] : [];
    const links = alternates.length > 0 ? alternates : own;
    const extensions = [
      ...images.map((image) => xmlElement('image:image', {}, textElement('image:loc', image))),
      ...links.map((link) => xmlElement('xhtml:link', { rel: 'alternate', hreflang: link.language, href: link.url })),
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
