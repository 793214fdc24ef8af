import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { findTags } from './unwrap/find-tags.ts';
import { applyEdits, type Edit, mapMarkdown, rangeOf } from './unwrap/markdown-map.ts';

export interface ResolvedLinks {
  readonly body: string;
  readonly toPosts: number;
  readonly left: number;
}

export interface LinkTargets {
  readonly base?: URL | undefined;
  /** Returns the new address of a linked post of the same import. */
  readonly toPost?: ((address: string) => string | undefined) | undefined;
}

/**
 * Rewrites links between posts and makes other relative links and images absolute. Without a base these are only
 * counted.
 */
export function resolveLinks(source: string, { base, toPost }: LinkTargets): ResolvedLinks {
  const map = mapMarkdown(source);
  const edits: Edit[] = [];
  let toPosts = 0;
  let left = 0;
  const resolve: Resolve = (address) => {
    if (!isRelative(address)) return undefined;
    const resolved = base && URL.canParse(address, base) ? new URL(address, base).href : undefined;
    if (resolved === undefined) left += 1;
    return resolved;
  };
  const resolveLink: Resolve = (address) => {
    const post = toPost?.(address);
    if (post === undefined) return resolve(address);
    toPosts += 1;
    return post;
  };
  visit(map.tree, (node) => {
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    const target = targetOf(source, node);
    const resolved = target && (node.type === 'image' ? resolve : resolveLink)(node.url);
    if (target && resolved !== undefined) edits.push({ ...target, text: resolved });
  });
  for (const { start, end } of findTags(source, map)) {
    const text = source.slice(start, end);
    const changed = text.replace(ADDRESSES, (all, before: string, mark: string, value: string) => {
      const resolved = resolveAttribute(before, value, { resolve, resolveLink });
      return resolved ? `${before}${mark}${resolved}${mark}` : all;
    });
    if (changed !== text) edits.push({ start, end, text: changed });
  }
  return { body: applyEdits(source, edits), toPosts, left };
}

type Resolve = (address: string) => string | undefined;

function resolveAttribute(
  name: string,
  value: string,
  { resolve, resolveLink }: { resolve: Resolve; resolveLink: Resolve },
): string | undefined {
  if (/srcset/i.test(name)) return resolveSet(value, resolve);
  return /href/i.test(name) ? resolveLink(value) : resolve(value);
}

export function baseOf(path: string, linkBase: string): URL {
  const folders = path.split('/').slice(0, -1).map(encodeURIComponent);
  return new URL([...folders, ''].join('/'), linkBase.endsWith('/') ? linkBase : `${linkBase}/`);
}

const ADDRESSES = /(\s(?:href|src|srcset|poster)\s*=\s*)(["'])([^"']*)\2/gi;

function isRelative(address: string): boolean {
  return address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address.trim());
}

function resolveSet(set: string, resolve: Resolve): string {
  return set
    .split(/,\s+/)
    .map((candidate) => candidate.replace(/^\s*\S+/, (url) => resolve(url) ?? url))
    .join(', ');
}

function targetOf(source: string, node: Extract<Nodes, { url: string }>): { start: number; end: number } | undefined {
  const range = rangeOf(node);
  if (!range) return undefined;
  const opening = node.type === 'definition' ? String.raw`\]:\s*<?` : String.raw`\]\(\s*<?`;
  const pattern = new RegExp(`${opening}(${RegExp.escape(node.url)})`, 'g');
  const last = [...source.slice(range.start, range.end).matchAll(pattern)].at(-1);
  if (!last) return undefined;
  const end = range.start + last.index + last[0].length;
  return { start: end - node.url.length, end };
}
