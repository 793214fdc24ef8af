import { postPath } from '#contract/page-paths.ts';
import type { CopyPlace } from '#contract/published-copies.ts';
import { parseJson } from '../../platform/parse-json.ts';

interface MarkedPost {
  readonly serviceId: string;
  readonly postId: string;
  readonly slug: string;
}

type ReadMarker = (text: string, post: MarkedPost) => string | undefined;

/**
 * Extracts what identifies the shown version of a post; undefined when the text does not show the post. Markers do not
 * change when a CDN removes white space, comments or quotes.
 */
export const readMarker: Readonly<Record<CopyPlace, ReadMarker>> = {
  page: (html) => {
    const times = Array.from(html.matchAll(ARTICLE_TIME), ([tag]) => CONTENT.exec(tag)?.[1]);
    return times.length > 0 ? times.join(' ') : undefined;
  },
  list: (html, { serviceId, slug }) => {
    const link = new RegExp(`href=["']?${postPath(serviceId, slug)}["'\\s>]`);
    const item = partsOf(html, 'article').find((part) => link.test(part));
    return item && lettersOf(item);
  },
  api: (json, { postId }) => {
    const post = Object(parseJson(json));
    return post.postId === postId ? JSON.stringify(post) : undefined;
  },
  feed: (xml, { postId }) =>
    withoutBlanks(partsOf(xml, 'item').find((part) => part.includes(`urn:kawaraban:${postId}<`))),
  sitemap: (xml, { serviceId, slug }) =>
    withoutBlanks(partsOf(xml, 'url').find((part) => part.includes(`${postPath(serviceId, slug)}</loc>`))),
};

const ARTICLE_TIME = /<meta\b[^<>]{0,300}\barticle:(?:published|modified)_time\b[^<>]{0,300}>/gi;
const CONTENT = /\bcontent=["']?([^"'\s>/]+)/i;

/** Returns the contents of all elements of this name, which must not be nested. */
function partsOf(text: string, name: string): string[] {
  const [, ...parts] = text.split(new RegExp(`<${name}(?:\\s[^<>]*)?>`));
  return parts.map((part) => part.split(`</${name}>`, 1)[0] ?? '');
}

const TIMES = /<time\b[^<>]*>[^<>]*<\/time>/g;
const TAGS_AND_ENTITIES = /<[^<>]*>|&#?\w{1,10};/g;
const OTHER_CHARACTERS = /[^\p{L}\p{N}]+/gu;

/** Leaves out dates, which are written in the language of the reader. */
function lettersOf(html: string): string {
  return html.replace(TIMES, '').replace(TAGS_AND_ENTITIES, '').replace(OTHER_CHARACTERS, '');
}

function withoutBlanks(part: string | undefined): string | undefined {
  return part?.replace(/\s+/g, '');
}
