import type { FileRow } from '../../database/media-tables.ts';
import { type Showing, showPicture } from '../../media/index.ts';

export interface Dressing extends Showing {
  readonly serviceId: string;
  readonly files: ReadonlyMap<string, FileRow>;
}

/** More pictures of one text are left as they are written. */
const MAX_PICTURES = 200;
/** In pixels: no picture stands wider than this on a page that is for reading. */
const WIDEST = 736;

/** The files whose pictures a page shows, by its addresses, each once. */
export function pictureIdsIn(
  html: string,
  { serviceId, mediaUrl }: Pick<Dressing, 'serviceId' | 'mediaUrl'>,
): string[] {
  const ids = new Set<string>();
  replacePictures(html, { serviceId, mediaUrl }, (_tag, { fileId }) => {
    if (ids.size < MAX_PICTURES) ids.add(fileId);
    return undefined;
  });
  return [...ids];
}

/**
 * Gives the pictures of a page what it takes to show them well: their address of now, other widths, how large they are,
 * what they are called, and something to look at until they come. What their author said of that stays. A picture of
 * which nothing is known stays as it is.
 * @param html What the product has made of a body: elements and attributes are read in its notation alone.
 */
export function dressMedia(html: string, { files, ...dressing }: Dressing): string {
  let isJapanese: boolean | undefined;
  return replacePictures(html, dressing, (tag, { fileId, size }) => {
    const file = files.get(fileId);
    const shown = file?.isWithdrawn === 0 ? showPicture(file, size, dressing) : undefined;
    if (!file || !shown) return undefined;
    const attributes = readAttributes(tag);
    attributes.set('src', escapeText(shown.src));
    if (shown.srcSet !== undefined && !attributes.has('srcset')) {
      const width = Math.min(shown.width, WIDEST);
      attributes.set('srcset', escapeText(shown.srcSet));
      if (!attributes.has('sizes')) attributes.set('sizes', `(max-width: ${width}px) 100vw, ${width}px`);
    }
    setDimensions(attributes, shown);
    if (!attributes.get('alt')) {
      isJapanese ??= JAPANESE.test(html);
      attributes.set('alt', escapeText(wordsFor(file, { isJapanese })));
    }
    setPlaceholder(attributes, file);
    return `<img${[...attributes].map(([name, value]) => (value === undefined ? ` ${name}` : ` ${name}="${value}"`)).join('')}>`;
  });
}

interface PictureAddress {
  readonly fileId: string;
  readonly size: string;
}

/**
 * Every element and closing of one, as we write them: quotes around every value, and none of them within. What stands
 * between is text, in which every `<` is written in another way.
 */
const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)*)>/y;

/** Leaves a page as it is from the first `<` on that is none of our making. */
function replacePictures(
  html: string,
  { serviceId, mediaUrl }: Pick<Dressing, 'serviceId' | 'mediaUrl'>,
  replace: (tag: string, address: PictureAddress) => string | undefined,
): string {
  const folder = `/${serviceId}/images/`;
  if (!html.includes(folder)) return html;
  const bases = [`${mediaUrl}${folder}`, `/media${folder}`];
  const parts: string[] = [];
  let done = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [tag, name, attributes = ''] = TAG.exec(html) ?? [];
    if (tag === undefined) break;
    const address = name === 'img' ? readAddress(attributes, bases) : undefined;
    const replaced = address && replace(attributes, address);
    if (replaced === undefined) continue;
    parts.push(html.slice(done, at), replaced);
    done = at + tag.length;
  }
  return done === 0 ? html : parts.join('') + html.slice(done);
}

function readAddress(attributes: string, bases: readonly string[]): PictureAddress | undefined {
  const src = readAttributes(attributes).get('src');
  const base = src === undefined ? undefined : bases.find((one) => src.startsWith(one));
  if (src === undefined || base === undefined) return undefined;
  const [, fileId, size] = PICTURE.exec(src.slice(base.length)) ?? [];
  return fileId !== undefined && size !== undefined ? { fileId, size } : undefined;
}

const PICTURE = /^([0-9a-z]{26})\/([0-9a-z]+)\.[0-9a-z]+(?:[?#].*)?$/;

/** As they are written; those without a value have none. */
function readAttributes(attributes: string): Map<string, string | undefined> {
  return new Map(
    [...attributes.matchAll(/ ([^\s"=<>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value]),
  );
}

function setDimensions(
  attributes: Map<string, string | undefined>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [givenWidth, givenHeight] = [attributes.get('width'), attributes.get('height')];
  if (givenWidth === undefined && givenHeight === undefined) {
    attributes.set('width', String(width)).set('height', String(height));
  } else if (givenHeight === undefined && isPixels(givenWidth)) {
    attributes.set('height', String(Math.round((Number.parseInt(givenWidth, 10) * height) / width)));
  } else if (givenWidth === undefined && isPixels(givenHeight)) {
    attributes.set('width', String(Math.round((Number.parseInt(givenHeight, 10) * width) / height)));
  }
}

function isPixels(length: string | undefined): length is string {
  return length !== undefined && /^[1-9]\d{0,4}(?:px)?$/.test(length);
}

/** In the language of the text, as far as the file has them. */
function wordsFor({ altEn, altJa }: FileRow, { isJapanese }: { isJapanese: boolean }): string {
  return isJapanese ? altJa || altEn : altEn || altJa;
}

/** Kana and kanji; property classes take many times as long for a text without them. */
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

function setPlaceholder(attributes: Map<string, string | undefined>, { placeholder }: FileRow): void {
  if (placeholder === null || !OPAQUE.test(placeholder)) return;
  const style = attributes.get('style');
  const background = `background: url(${placeholder}) center / 100% 100% no-repeat`;
  attributes.set('style', style ? `${style}; ${background}` : background);
}

/** A WebP picture without transparency, through which a placeholder would go on to be seen. */
const OPAQUE = /^data:image\/webp;base64,UklGR[\w+/]{11}VlA4I[\w+/]{1,2000}={0,2}$/;

function escapeText(text: string): string {
  return text.replace(/[&"<>]/g, (letter) => `&#x${letter.charCodeAt(0).toString(16).toUpperCase()};`);
}
