import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../platform/clock.ts';
import { derivePost, type FilePost } from './derive-post.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { unusable } from './refuse-file.ts';
import { baseOf, resolveLinks } from './resolve-links.ts';
import { unwrapComponents } from './unwrap/unwrap-components.ts';

/** A file larger than this is no post. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

export interface ReadOptions {
  /** A name for where the files come from; a file is known by it and by its path. */
  readonly source: string;
  /** What the folder is called. */
  readonly folder: string;
  /** The address that the folder had on the web. */
  readonly linkBase?: string | undefined;
  readonly clock: Clock;
}

/** What was found in a file besides the post itself, and what was left out of it. */
export interface FileAccount {
  readonly components: Readonly<Record<string, number>>;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  /** Front matter that means nothing here. */
  readonly unused: readonly string[];
  /** Links and images that lead to where the file came from. */
  readonly unresolvedLinks: number;
}

export interface ReadPost {
  readonly post: FilePost;
  readonly sourcePath: string;
  /** Changes whenever the file would make a different post. */
  readonly contentHash: string;
  readonly account: FileAccount;
}

/** A file that makes a post, or the reason why it makes none. */
export type ReadResult = ReadPost | { readonly post: undefined; readonly reason: string };

/**
 * Reads a file and makes a post of it, without a look at the database.
 * @throws {Refusal} when the file cannot be a post as it stands.
 */
export async function readMarkdownFile(file: FoundFile, options: ReadOptions): Promise<ReadResult> {
  const { location } = file;
  // One machine composes the letters of a name and another takes them apart; the file is the same.
  const path = file.path.normalize('NFC');
  if (file.obstacle !== undefined && file.isFault) throw unusable(file.obstacle);
  if (file.obstacle !== undefined) return { post: undefined, reason: file.obstacle };
  const { text, modifiedAt } = await readText(location);
  const split = splitFrontMatter(text);
  if (split.fields === undefined) return { post: undefined, reason: split.reason };

  const sourcePath = `${options.source}/${path}`;
  const plain = unwrapComponents(trimEmptyLines(split.body), { isMdx: /\.mdx$/i.test(path) });
  const { body, left } = resolveLinks(
    plain.body,
    options.linkBase === undefined ? undefined : baseOf(path, options.linkBase),
  );
  const now = options.clock.now();
  // A date that nobody gave must not hold a post back.
  const facts = { path, folder: options.folder, sourcePath, modifiedAt: modifiedAt > now ? now : modifiedAt };
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
      unresolvedLinks: left,
    },
  };
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
