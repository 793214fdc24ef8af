import { XML_DECLARATION, xmlElement, xmlText } from '../../platform/xml.ts';

/** URLs per part, few enough to read quickly and to cache. */
export const PART_SIZE = 2000;

export interface Listed {
  readonly url: string;
  readonly changedAt?: string | null | undefined;
}

const NAMESPACE = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };

/** https://www.sitemaps.org/protocol.html */
export function toSitemap(pages: readonly Listed[]): string {
  return XML_DECLARATION + xmlElement('urlset', NAMESPACE, pages.map(toElement('url')));
}

export function toSitemapIndex(parts: readonly Listed[]): string {
  return XML_DECLARATION + xmlElement('sitemapindex', NAMESPACE, parts.map(toElement('sitemap')));
}

function toElement(name: string) {
  return ({ url, changedAt }: Listed): string => {
    const lastmod = changedAt ? `<lastmod>${xmlText(changedAt)}</lastmod>` : '';
    return `<${name}><loc>${xmlText(url)}</loc>${lastmod}</${name}>`;
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
