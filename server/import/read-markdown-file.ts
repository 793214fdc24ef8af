import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../platform/clock.ts';
import { derivePost, type FileFacts, type FilePost } from './derive-post.ts';
import { type SplitFile, splitFrontMatter } from './front-matter.ts';
import type { LinkedPosts } from './linked-posts.ts';
import { baseOf, resolveLinks } from './linked-posts.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { unusable } from './list-markdown-files.ts';
import { unwrapComponents } from './unwrap/unwrap-components.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface ReadOptions {
  /** Identifies a file together with its path. */
  readonly source: string;
  readonly folder: string;
  readonly linkBase?: string | undefined;
  readonly linkedPosts?: LinkedPosts | undefined;
  readonly clock: Clock;
}

export interface FileAccount {
  readonly components: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  readonly unused: readonly string[];
  readonly postLinks: number;
  readonly unresolvedLinks: number;
}

export interface ReadPost {
  readonly post: FilePost;
  readonly sourcePath: string;
  /** SHA-256 of everything that makes up the post. */
  readonly contentHash: string;
  readonly account: FileAccount;
}

export type ReadResult = ReadPost | { readonly post: undefined; readonly reason: string };

export async function readMarkdownFile(file: FoundFile, options: ReadOptions): Promise<ReadResult> {
  const split = await splitFile(file);
  if (split.fields === undefined) return { post: undefined, reason: split.reason };
  const facts = factsOf(file, split.modifiedAt, options);
  const { path, sourcePath } = facts;
  const { linkBase, linkedPosts } = options;
  const plain = unwrapComponents(trimEmptyLines(split.body), { isMdx: /\.mdx$/i.test(path) });
  const { body, toPosts, left } = resolveLinks(plain.body, {
    base: linkBase === undefined ? undefined : baseOf(path, linkBase),
    toPost: linkedPosts && ((address) => linkedPosts.find(address, path)),
  });
  const { post, isDateOfFile, notes } = derivePost(split.fields, trimEmptyLines(body), facts);
  return {
    post,
    sourcePath,
    contentHash: hashOf({ ...post, publishAt: isDateOfFile ? 'as the file' : post.publishAt }),
    account: {
      components: plain.components,
      removed: plain.removed,
      notes: [...notes, ...plain.notes],
      unused: split.fields.unused(),
      postLinks: toPosts,
      unresolvedLinks: left,
    },
  };
}

export async function readSlug(file: FoundFile, options: ReadOptions): Promise<string | undefined> {
  const split = await splitFile(file);
  if (split.fields === undefined) return undefined;
  return derivePost(split.fields, split.body, factsOf(file, split.modifiedAt, options)).post.slug;
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
  if (blocker !== undefined && isFault) throw unusable(blocker);
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
  return { path, folder: options.folder, sourcePath, modifiedAt: modifiedAt > now ? now : modifiedAt };
}

async function readText(location: string): Promise<{ text: string; modifiedAt: Date }> {
  const { size, mtime, bytes } = await readBytes(location);
  if (size > MAX_FILE_BYTES) throw unusable(`larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  if (bytes.includes(0)) throw unusable('holds NUL characters: it is no text in UTF-8');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, '\n'), modifiedAt: mtime };
  } catch {
    throw unusable('is no text in UTF-8');
  }
}

async function readBytes(location: string): Promise<{ size: number; mtime: Date; bytes: Uint8Array }> {
  try {
    const { size, mtime } = await stat(location);
    return { size, mtime, bytes: size > MAX_FILE_BYTES ? new Uint8Array() : await readFile(location) };
  } catch (error) {
    throw unusable(`cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

function trimEmptyLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
