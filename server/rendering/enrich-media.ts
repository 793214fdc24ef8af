import { type Language, siteLanguageOf } from '#contract/site-config.ts';
import type { FileRow } from '../database/media-tables.ts';
import { type Showing, showPicture } from '../media/index.ts';
import { escapeHtml } from '../platform/escaping.ts';

export interface Period {
  readonly at: number;
  readonly end: number;
}

export interface Tag extends Period {
  readonly name: string;
  readonly attributes: string;
  readonly isClosing: boolean;
}

/**
 * Matches tags as the pipeline serializes them: attribute values are in double quotes and contain none, and every `<`
 * in text is escaped.
 */
const TAG = /<\/?([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)*)>/y;

/** Yields tags up to the first `<` that the render pipeline did not write. Cannot parse arbitrary HTML. */
export function* tagsIn(html: string): Generator<Tag> {
  let end = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', end)) {
    TAG.lastIndex = at;
    const [tag, name, attributes = ''] = TAG.exec(html) ?? [];
    if (tag === undefined || name === undefined) return;
    end = TAG.lastIndex;
    yield { name, attributes, at, end, isClosing: tag.startsWith('</') };
  }
}

/** Values stay escaped; attributes without a value map to undefined. */
export function readAttributes(attributes: string): Map<string, string | undefined> {
  return new Map(
    [...attributes.matchAll(/ ([^\s"=<>/]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [name, value]),
  );
}

export interface Enrichment extends Showing {
  readonly serviceId: string;
  readonly files: ReadonlyMap<string, FileRow>;
  /** Keyed by file id; they override the captions of the files. */
  readonly captions?: ReadonlyMap<string, string>;
  /** Language tag of the post; detected when empty or absent. */
  readonly language?: string | undefined;
  readonly maxAdded?: number;
}

/** Further images of one text stay unchanged, even when they repeat the same file. */
const MAX_PICTURES = 200;
/** Enough characters for 200 images with one sentence of alt text and a handful of widths each. */
const MAX_ADDED = 300_000;
/** Maximum image width in pixels on a reading page. */
const WIDEST = 736;

export function pictureIdsIn(
  html: string,
  { serviceId, mediaUrl }: Pick<Enrichment, 'serviceId' | 'mediaUrl'>,
): string[] {
  const ids = new Set<string>();
  replacePictures(html, { serviceId, mediaUrl }, (_tag, { fileId }) => {
    ids.add(fileId);
    return undefined;
  });
  return [...ids];
}

/**
 * Attributes set by the author stay. A caption is added when the image is alone in its paragraph. Unknown images stay
 * unchanged.
 * @param html output of the render pipeline; other HTML notations are not parsed
 */
export function enrichMedia(
  html: string,
  { files, captions, language: chosen, maxAdded = MAX_ADDED, ...enrichment }: Enrichment,
): string {
  let language = siteLanguageOf(chosen);
  let remaining = Math.min(maxAdded, MAX_ADDED);
  return replacePictures(html, enrichment, (tag, { fileId, size, isAlone }) => {
    const file = files.get(fileId);
    const shown = file?.isWithdrawn === 0 && remaining > 0 ? showPicture(file, size, enrichment) : undefined;
    if (!file || !shown) return undefined;
    const attributes = readAttributes(tag);
    attributes.set('src', escapeHtml(shown.src));
    setWidths(attributes, shown);
    setDimensions(attributes, shown);
    language ??= JAPANESE.test(html) ? 'ja' : 'en';
    if (!attributes.get('alt')) attributes.set('alt', escapeHtml(wordsOf(file, 'alt', language)));
    setPlaceholder(attributes, file);
    const enriched = writeAttributes(attributes);
    const caption = isAlone ? escapeHtml(captions?.get(fileId) || wordsOf(file, 'caption', language)) : '';
    remaining -= Math.max(0, enriched.length - tag.length) + addedBy(caption);
    return remaining < 0 ? undefined : { img: `<img${enriched}>`, caption };
  });
}

type Shown = NonNullable<ReturnType<typeof showPicture>>;

interface PictureAddress {
  readonly fileId: string;
  readonly size: string;
}

interface EnrichedMedia {
  readonly img: string;
  readonly caption: string;
}

const FIGURE_LETTERS = '<figure><figcaption></figcaption></figure>'.length - '<p></p>'.length;

function addedBy(caption: string): number {
  return caption === '' ? 0 : caption.length + FIGURE_LETTERS;
}

function replacePictures(
  html: string,
  { serviceId, mediaUrl }: Pick<Enrichment, 'serviceId' | 'mediaUrl'>,
  replace: (tag: string, picture: PictureAddress & { readonly isAlone: boolean }) => EnrichedMedia | undefined,
): string {
  const folder = `/${serviceId}/images/`;
  if (!html.includes(folder)) return html;
  const bases = [`${mediaUrl}${folder}`, `/media${folder}`];
  const parts: string[] = [];
  let done = 0;
  let left = MAX_PICTURES;
  for (const { attributes, address, at, end, paragraph } of picturesIn(html, bases)) {
    const enriched = replace(attributes, { ...address, isAlone: paragraph !== undefined });
    if (enriched) {
      const isFigure = paragraph !== undefined && enriched.caption !== '';
      const range = isFigure ? paragraph : { at, end };
      parts.push(html.slice(done, range.at), isFigure ? toFigure(enriched, paragraph) : enriched.img);
      done = range.end;
    }
    left -= 1;
    if (left === 0) break;
  }
  return done === 0 ? html : parts.join('') + html.slice(done);
}

interface FoundPicture extends Period {
  readonly attributes: string;
  readonly address: PictureAddress;
  /** Set when the image is alone in the paragraph and not inside a figure. */
  readonly paragraph: Tag | undefined;
}

function* picturesIn(html: string, bases: readonly string[]): Generator<FoundPicture> {
  let figures = 0;
  let before: Tag | undefined;
  for (const tag of tagsIn(html)) {
    const address = tag.name === 'img' ? readAddress(tag.attributes, bases) : undefined;
    if (address) yield { ...tag, address, paragraph: figures === 0 ? paragraphAround(html, tag, before) : undefined };
    if (tag.name === 'figure') figures += tag.isClosing ? -1 : 1;
    before = tag;
  }
}

function paragraphAround(html: string, picture: Period, before: Tag | undefined): Tag | undefined {
  if (before?.name !== 'p' || before.isClosing || html.slice(before.end, picture.at).trim() !== '') return undefined;
  PARAGRAPH_END.lastIndex = picture.end;
  return PARAGRAPH_END.test(html) ? { ...before, end: PARAGRAPH_END.lastIndex } : undefined;
}

const PARAGRAPH_END = /\s*<\/p>/y;

function toFigure({ img, caption }: EnrichedMedia, { attributes }: Tag): string {
  return `<figure${attributes}>${img}<figcaption>${caption}</figcaption></figure>`;
}

function readAddress(attributes: string, bases: readonly string[]): PictureAddress | undefined {
  const src = readAttributes(attributes).get('src');
  const base = src === undefined ? undefined : bases.find((one) => src.startsWith(one));
  if (src === undefined || base === undefined) return undefined;
  const [, fileId, size] = PICTURE.exec(src.slice(base.length)) ?? [];
  return fileId !== undefined && size !== undefined ? { fileId, size } : undefined;
}

const PICTURE = /^([0-9a-z]{26})\/([0-9a-z]+)\.[0-9a-z]+(?:[?#].*)?$/;

function writeAttributes(attributes: ReadonlyMap<string, string | undefined>): string {
  return [...attributes].map(([name, value]) => (value === undefined ? ` ${name}` : ` ${name}="${value}"`)).join('');
}

function setWidths(attributes: Map<string, string | undefined>, { srcSet, ...shown }: Shown): void {
  if (srcSet === undefined || attributes.has('srcset')) return;
  const width = Math.min(shown.width, WIDEST);
  attributes.set('srcset', escapeHtml(srcSet));
  if (!attributes.has('sizes')) attributes.set('sizes', `(max-width: ${width}px) 100vw, ${width}px`);
}

function setDimensions(
  attributes: Map<string, string | undefined>,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const widthAttribute = attributes.get('width');
  const heightAttribute = attributes.get('height');
  if (widthAttribute === undefined && heightAttribute === undefined) {
    attributes.set('width', String(width)).set('height', String(height));
  } else if (heightAttribute === undefined && isPixels(widthAttribute)) {
    attributes.set('height', String(Math.round((Number.parseInt(widthAttribute, 10) * height) / width)));
  } else if (widthAttribute === undefined && isPixels(heightAttribute)) {
    attributes.set('width', String(Math.round((Number.parseInt(heightAttribute, 10) * width) / height)));
  }
}

function isPixels(length: string | undefined): length is string {
  return length !== undefined && /^[1-9]\d{0,4}(?:px)?$/.test(length);
}

function wordsOf(file: FileRow, kind: 'alt' | 'caption', language: Language): string {
  const words = { en: file[`${kind}En`], ja: file[`${kind}Ja`] };
  return words[language] || words[language === 'en' ? 'ja' : 'en'];
}

/** Kana and kanji as ranges; Unicode property classes are many times slower on text without them. */
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

function setPlaceholder(attributes: Map<string, string | undefined>, { placeholder }: FileRow): void {
  if (placeholder === null || !OPAQUE.test(placeholder)) return;
  const style = attributes.get('style');
  const background = `background: url(${placeholder}) center / 100% 100% no-repeat`;
  attributes.set('style', style ? `${style}; ${background}` : background);
}

/** An opaque WebP. The placeholder would stay visible behind a transparent image. */
const OPAQUE = /^data:image\/webp;base64,UklGR[\w+/]{11}VlA4I[\w+/]{1,2000}={0,2}$/;
