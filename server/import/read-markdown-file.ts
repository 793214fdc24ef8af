import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { visit } from 'unist-util-visit';
import { badRequest } from '../http/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { derivePost, type FileFacts, type FilePost, formerAddressesIn } from './derive-post.ts';
import type { FolderMedia } from './folder-media.ts';
import { type SplitFile, splitFrontMatter } from './front-matter.ts';
import { baseOf, type LinkedPosts, type LinkTargets, listFileAddresses, resolveLinks } from './linked-posts.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { parseMarkdown, rangeOf, shorten } from './unwrap/markdown-map.ts';
import { unwrapComponents } from './unwrap/unwrap-components.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface ReadOptions {
  readonly source: string;
  readonly folder: string;
  readonly linkBase?: string | undefined;
  readonly linkedPosts?: LinkedPosts | undefined;
  readonly media?: Pick<FolderMedia, 'take'> | undefined;
  readonly timeZone?: string | undefined;
  readonly clock: Clock;
}

export interface FileDetails {
  readonly components: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  readonly unused: readonly string[];
  readonly postLinks: number;
  readonly unresolvedLinks: number;
  readonly mediaFiles: number;
}

export interface ReadPost {
  readonly post: FilePost;
  readonly sourcePath: string;
  readonly redirects: readonly string[];
  /** SHA-256 of everything that makes up the post. */
  readonly contentHash: string;
  readonly details: FileDetails;
}

export type ReadResult = ReadPost | { readonly post: undefined; readonly reason: string };

export async function readMarkdownFile(file: FoundFile, options: ReadOptions): Promise<ReadResult> {
  const split = await splitFile(file);
  if (split.fields === undefined) return { post: undefined, reason: split.reason };
  const facts = factsOf(file, split.modifiedAt, options);
  const { path, sourcePath } = facts;
  const { linkBase, linkedPosts } = options;
  const source = withoutEmptyStart(split);
  const { body: unwrapped, ...plain } = unwrapComponents(source.text, {
    isMdx: /\.mdx$/i.test(path),
    firstLine: source.firstLine,
  });
  const text = trimEmptyLines(unwrapped);
  const targets = {
    base: linkBase === undefined ? undefined : baseOf(path, linkBase),
    toPost: linkedPosts && ((address: string) => linkedPosts.find(address, path)),
  };
  const media = await takeMedia(text, { ...targets, path: file.path, source, media: options.media });
  const { body, toPosts, left } = resolveLinks(text, {
    ...targets,
    toFile: (address) => media.taken.get(address),
  });
  const { post, isDateOfFile, notes, redirects } = derivePost(split.fields, trimEmptyLines(body), facts);
  return {
    post,
    sourcePath,
    redirects,
    contentHash: hashOf({
      ...post,
      publishAt: isDateOfFile ? 'as the file' : post.publishAt,
      ...(redirects.length > 0 && { redirects }),
    }),
    details: {
      components: plain.components,
      removed: plain.removed,
      notes: [...notes, ...plain.notes, ...media.problems, ...findLeftovers(source)],
      unused: split.fields.unused(),
      postLinks: toPosts,
      unresolvedLinks: left,
      mediaFiles: new Set(media.taken.values()).size,
    },
  };
}

/** The later steps share the tree of a text that is the same. */
function withoutEmptyStart({ body, firstLine }: { readonly body: string; readonly firstLine: number }): SourceText {
  const text = trimEmptyLines(body);
  return { text, firstLine: firstLine + body.slice(0, body.indexOf(text)).split('\n').length - 1 };
}

interface SourceText {
  readonly text: string;
  readonly firstLine: number;
}

interface TakeMediaOptions extends LinkTargets {
  readonly path: string;
  readonly source: SourceText;
  readonly media: Pick<FolderMedia, 'take'> | undefined;
}

async function takeMedia(body: string, { path, source, media, ...targets }: TakeMediaOptions) {
  const taken = new Map<string, string>();
  const problems: string[] = [];
  for (const address of media ? listFileAddresses(body, targets) : []) {
    const file = await media?.take(address, path);
    if (file && 'address' in file) taken.set(address, `${file.address}${/#.*$/s.exec(address)?.[0] ?? ''}`);
    else if (file) problems.push(`${lineOf(address, source)}${address} was not imported: ${file.problem}`);
  }
  return { taken, problems };
}

/** Names no line when the address was put together from a component. */
function lineOf(address: string, { text, firstLine }: SourceText): string {
  const at = text.indexOf(address);
  return at < 0 ? '' : `line ${firstLine + text.slice(0, at).split('\n').length - 1}: `;
}

export async function readAddresses(
  file: FoundFile,
  options: ReadOptions,
): Promise<{ slug: string; former: string[] } | undefined> {
  const split = await splitFile(file);
  if (split.fields === undefined) return undefined;
  // Without the text, which is parsed only for a title.
  const { post } = derivePost(split.fields, '', factsOf(file, split.modifiedAt, options));
  return { slug: post.slug, former: formerAddressesIn(split.fields) };
}

/** File systems normalize Unicode names differently. */
export function composedPath({ path }: FoundFile): string {
  return path.normalize('NFC');
}

export function sourcePathOf(path: string, { source }: Pick<ReadOptions, 'source'>): string {
  return `${source}/${path}`;
}

type ReadFile =
  | Extract<SplitFile, { fields: undefined }>
  | (Exclude<SplitFile, { fields: undefined }> & { readonly modifiedAt: Date });

async function splitFile({ location, blocker, isFault }: FoundFile): Promise<ReadFile> {
  if (blocker !== undefined && isFault) throw badRequest(blocker);
  if (blocker !== undefined) return { fields: undefined, reason: blocker };
  const { text, modifiedAt } = await readText(location);
  const split = splitFrontMatter(text);
  return split.fields === undefined ? split : { ...split, modifiedAt };
}

/** A future file time would schedule the post. */
function factsOf(file: FoundFile, modifiedAt: Date, options: ReadOptions): FileFacts {
  const path = composedPath(file);
  const now = options.clock.now();
  const sourcePath = sourcePathOf(path, options);
  return {
    path,
    folder: options.folder,
    sourcePath,
    modifiedAt: modifiedAt > now ? now : modifiedAt,
    timeZone: options.timeZone,
  };
}

async function readText(location: string): Promise<{ text: string; modifiedAt: Date }> {
  const { size, mtime, bytes } = await readBytes(location);
  if (size > MAX_FILE_BYTES) throw badRequest(`larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  if (bytes.includes(0)) throw badRequest('holds NUL characters: it is no text in UTF-8');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, '\n'), modifiedAt: mtime };
  } catch {
    throw badRequest('is no text in UTF-8');
  }
}

async function readBytes(location: string): Promise<{ size: number; mtime: Date; bytes: Uint8Array }> {
  try {
    const { size, mtime } = await stat(location);
    return { size, mtime, bytes: size > MAX_FILE_BYTES ? new Uint8Array() : await readFile(location) };
  } catch (error) {
    throw badRequest(`cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function trimEmptyLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Syntax of other site generators that a post would show as text. */
const LEFTOVERS: readonly RegExp[] = [
  /\{\{[<%].*/,
  /\{%.*/,
  /^[ \t>]*:{3,}.*/,
  /!?\[\[[^\]\n]+\]\]/,
  /!\[[^\]\n]*\]\([^)\n]*\s=\d*x\d*\)/,
];

export function findLeftovers({ text, firstLine }: { readonly text: string; readonly firstLine: number }): string[] {
  if (!LEFTOVERS.some((pattern) => new RegExp(pattern, 'm').test(text))) return [];
  const lines = withoutCode(text).split('\n');
  return lines.flatMap((line, index) => {
    const found = LEFTOVERS.map((pattern) => pattern.exec(line)?.[0]).find(Boolean);
    return found === undefined ? [] : [`line ${firstLine + index}: shown as text: ${shorten(found)}`];
  });
}

function withoutCode(text: string): string {
  let plain = text;
  visit(parseMarkdown(text), (node) => {
    const range = rangeOf(node);
    if (!range || (node.type !== 'code' && node.type !== 'inlineCode')) return;
    const blank = text.slice(range.start, range.end).replace(/[^\n]/g, ' ');
    plain = plain.slice(0, range.start) + blank + plain.slice(range.end);
  });
  return plain;
}
