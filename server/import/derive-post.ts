import type { Heading } from 'mdast';
import { visit } from 'unist-util-visit';
import type { z } from 'zod';
import { CategoryLabel } from '#contract/categories.ts';
import { PostAuthor, PostBody, PostDescription, PostLanguage, PostTitle } from '#contract/posts.ts';
import { MAX_TAGS, TagLabel } from '#contract/tags.ts';
import { badRequest } from '../http/errors.ts';
import type { PostContent } from '../post-editing/index.ts';
import type { FrontMatter } from './front-matter.ts';
import { nameWithoutEnding, readDate, toCategorySlug, toPostSlug } from './slug-and-date.ts';
import { parseMarkdown, rangeOf } from './unwrap/markdown-map.ts';

export interface NamedCategory {
  readonly slug: string;
  readonly label: string;
}

export interface FilePost extends Omit<PostContent, 'category'> {
  readonly category: NamedCategory | undefined;
}

export interface DerivedPost {
  readonly post: FilePost;
  /** The modification time of a file changes when it is copied. */
  readonly isDateOfFile: boolean;
  readonly notes: readonly string[];
  readonly redirects: readonly string[];
}

export interface FileFacts {
  readonly path: string;
  readonly folder: string;
  /** Unique across all imports of a service. */
  readonly sourcePath: string;
  readonly modifiedAt: Date;
  readonly timeZone?: string | undefined;
}

export function derivePost(fields: FrontMatter, text: string, facts: FileFacts): DerivedPost {
  const notes: string[] = [];
  const titled = titleOf(fields.text('title'), text, facts);
  const status = fields.flag('draft') === true || isWithheld(fields) ? 'draft' : 'published';
  const date = dateOf(fields, facts, status);
  if (date.note !== undefined) notes.push(date.note);
  const post: FilePost = {
    slug: slugOf(fields, facts, notes),
    title: checked('title', PostTitle, titled.title),
    description: checked('description', PostDescription, fields.text('description', 'excerpt', 'summary') ?? ''),
    author: checked('author', PostAuthor, (fields.list('author', 'authors') ?? []).join(', ')),
    language: languageOf(fields),
    body: checked('body', PostBody, titled.body),
    category: categoryOf(fields, notes),
    tags: tagsOf(fields, notes),
    status,
    publishAt: date.publishAt,
  };
  const redirects = redirectsOf(fields, facts).filter((slug) => slug !== post.slug);
  return { post, isDateOfFile: date.isOfFile, notes, redirects };
}

function checked(name: string, schema: z.ZodString, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const max = schema.maxLength ?? Number.POSITIVE_INFINITY;
  throw badRequest(
    value.length > max
      ? `the ${name} is longer than ${max.toLocaleString('en')} characters`
      : `the ${name} is empty, or holds characters that no text may hold`,
  );
}

/** Spells `ja_jp` as `ja-JP`. Other values than language tags are ignored. */
function languageOf(fields: FrontMatter): string {
  const tag = (fields.text('lang', 'language', 'locale') ?? '').replaceAll('_', '-');
  try {
    return PostLanguage.catch('').parse(Intl.getCanonicalLocales(tag)[0] ?? '');
  } catch {
    return '';
  }
}

/** Hugo and others allow a boolean or a date in `published`. */
function isWithheld(fields: FrontMatter): boolean {
  return /^(?:false|no|off)$/i.test(fields.text('published') ?? '');
}

const DATES = ['date', 'publishDate', 'publish_date', 'pubDate', 'publishedAt', 'published_at'];

function dateOf(
  fields: FrontMatter,
  { path, modifiedAt, timeZone }: FileFacts,
  status: 'draft' | 'published',
): { publishAt?: Date; isOfFile: boolean; note?: string } {
  const published = fields.text('published') ?? '';
  const output = fields.text(...DATES) ?? (/\d{4}/.test(published) ? published : undefined);
  if (output !== undefined) {
    const publishAt = readDate(output, timeZone);
    if (!publishAt) throw badRequest(`the date ${JSON.stringify(output)} cannot be read`);
    return { publishAt, isOfFile: false };
  }
  if (fields.holds(...DATES)) throw badRequest('the date is no text that could be a date');
  const publishAt = dateInPath(path, timeZone);
  if (publishAt) return { publishAt, isOfFile: false, note: 'no date: taken from the path' };
  if (status === 'draft') return { isOfFile: false };
  return { publishAt: modifiedAt, isOfFile: true, note: 'no date: the time at which the file was changed is taken' };
}

function dateInPath(path: string, timeZone: string | undefined): Date | undefined {
  const found = [...path.matchAll(/(?<=^|\/)(\d{4})([-/])(\d{2})\2(\d{2})(?=[-_./ ])/g)];
  return found.map(([, year, , month, day]) => readDate(`${year}-${month}-${day}`, timeZone)).findLast(Boolean);
}

const FORMER_ADDRESSES = ['aliases', 'alias', 'redirect_from', 'permalink'];

/** Leaves out patterns such as `/:year/:title/`. */
export function formerAddressesIn(fields: FrontMatter): string[] {
  return FORMER_ADDRESSES.flatMap((name) => fields.list(name) ?? []).filter((address) => !/[:*{]/.test(address));
}

function redirectsOf(fields: FrontMatter, { sourcePath }: FileFacts): string[] {
  const names = formerAddressesIn(fields).map((address) =>
    address.replace(/[?#].*$/, '').replace(/(?:\/index)?(?:\.html?)?\/*$/i, ''),
  );
  return [...new Set(names.filter((name) => /[^/]/.test(name)).map((name) => toPostSlug(name, sourcePath)))];
}

function titleOf(output: string | undefined, body: string, facts: FileFacts): { title: string; body: string } {
  const heading = MAY_HOLD_TITLE.test(body)
    ? parseMarkdown(body).children.find((node) => node.type === 'heading' && node.depth === 1)
    : undefined;
  const words = heading?.type === 'heading' ? wordsOf(heading) : '';
  const range = heading && rangeOf(heading);
  if (!range || words === '' || (output !== undefined && output !== words))
    return { title: output ?? wordsInName(facts), body };
  return { title: words, body: `${body.slice(0, range.start)}${body.slice(range.end).replace(/^\s*\n/, '')}` };
}

const MAY_HOLD_TITLE = /^ {0,3}(?:#[ \t]|=+[ \t]*$)/m;

function wordsOf(heading: Heading): string {
  let words = '';
  visit(heading, (node) => {
    if (node.type === 'text' || node.type === 'inlineCode') words += node.value;
  });
  return words
    .replace(/\{#[\w-]+\}\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function slugOf(fields: FrontMatter, facts: FileFacts, notes: string[]): string {
  const output = fields.text('slug');
  const slug = toPostSlug(output ?? nameOf(facts), facts.sourcePath);
  if (output !== undefined && output !== slug)
    notes.push(`the slug ${JSON.stringify(output)} became ${JSON.stringify(slug)}`);
  return slug;
}

function nameOf({ path }: FileFacts): string {
  const [name = '', parent] = path.split('/').toReversed();
  const plain = nameWithoutEnding(name);
  if (!/^(?:index|readme)$/i.test(plain)) return plain;
  return parent ?? 'index';
}

function wordsInName(facts: FileFacts): string {
  const name = nameOf(facts) === 'index' ? facts.folder : nameOf(facts);
  const words = name
    .replace(/^\d{4}-\d{2}-\d{2}[-_. ]?/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? name : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

function categoryOf(fields: FrontMatter, notes: string[]): NamedCategory | undefined {
  const [label, ...others] = fields.list('category', 'categories') ?? [];
  if (label === undefined) return undefined;
  if (others.length > 0) notes.push(`a post has one category; left out: ${others.join(', ')}`);
  return { label: checked('category', CategoryLabel, label), slug: toCategorySlug(label) };
}

function tagsOf(fields: FrontMatter, notes: string[]): string[] {
  const output = fields.list('tags', 'tag', 'topics') ?? [];
  const labels = output.length === 1 ? (output[0] ?? '').split(/[,、]/) : output;
  const tags = [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))];
  const left = tags.slice(MAX_TAGS);
  if (left.length > 0) notes.push(`a post has at most ${MAX_TAGS} tags; left out: ${left.join(', ')}`);
  return tags.slice(0, MAX_TAGS).map((label) => checked('tag', TagLabel, label));
}
