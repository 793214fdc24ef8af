import type { z } from 'zod';
import type { AdminPost, PostCreation, PostUpdate } from '#contract/admin-posts.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { splitTags } from './split-tags.ts';

export interface LinkRow {
  /** Known to the server, or not yet. */
  readonly id?: number;
  readonly url: string;
  readonly label: string;
}

/** A post as its form holds it. */
export interface PostFormValues {
  slug: string;
  category: string;
  title: string;
  body: string;
  editorMode: EditorMode;
  links: LinkRow[];
  tags: string[];
  /** A tag that is still being typed. */
  typedTag: string;
  description: string;
  author: string;
  label: string;
  /** Empty for the post's own id. */
  contentId: string;
  /** As the browser's own input writes a local time; empty for none. */
  publishAt: string;
  isHiddenInList: boolean;
  /** The version that the typing began on; 0 for a post that does not exist yet. */
  revision: number;
}

export function emptyValues(category: string, editorMode: EditorMode): PostFormValues {
  return {
    ...{ slug: '', category, title: '', body: '', editorMode, links: [], tags: [], typedTag: '' },
    ...{ description: '', author: '', label: '', contentId: '', publishAt: '', isHiddenInList: false, revision: 0 },
  };
}

export function valuesOf(post: AdminPost): PostFormValues {
  const { slug, title, body, editorMode, description, author, label, isHiddenInList, revision } = post;
  return {
    ...{ slug, title, body, editorMode, description, author, label, isHiddenInList, revision },
    contentId: post.contentId === post.postId ? '' : post.contentId,
    category: post.categorySlug ?? '',
    links: post.links.map(({ id, url, label = '' }) => ({ id, url, label })),
    tags: post.tags.map(({ label }) => label),
    typedTag: '',
    publishAt: toLocalInput(post.publishAt),
  };
}

export function toCreation(values: PostFormValues, status: 'draft' | 'publish'): z.input<typeof PostCreation> {
  return { ...toFields(values), ...timeOf(values, null), status };
}

/** `stored` is the publish time as the server has it: one that is left alone is not sent, for the input knows no seconds. */
export function toUpdate(
  values: PostFormValues,
  { storedPublishAt, status }: { storedPublishAt: string | null; status?: 'publish' | undefined },
): z.input<typeof PostUpdate> {
  return {
    ...toFields(values),
    ...timeOf(values, storedPublishAt),
    revision: values.revision,
    ...(status !== undefined && { status }),
  };
}

function toFields(values: PostFormValues) {
  const { slug, category, title, body, editorMode, isHiddenInList, links, tags, typedTag } = values;
  return {
    ...{ slug: slug.trim(), category, title: title.trim(), body, isHiddenInList },
    ...{ editorMode, bodyFormat: formatOfMode[editorMode] },
    ...{ description: values.description.trim(), author: values.author.trim() },
    ...{ label: values.label.trim(), contentId: values.contentId.trim() },
    links: withIds(filledLinks(links)),
    tags: allTags({ tags, typedTag }).map((label) => ({ label })),
  };
}

/** The tags with the one that no comma has ended yet. */
export function allTags({ tags, typedTag }: Pick<PostFormValues, 'tags' | 'typedTag'>): string[] {
  return splitTags(tags, `${typedTag},`).tags;
}

function timeOf({ publishAt }: PostFormValues, stored: string | null): { publishAt?: string | null } {
  return publishAt === toLocalInput(stored) ? {} : { publishAt: fromLocalInput(publishAt) };
}

/** A row in which nothing stands is no link. */
function filledLinks(links: readonly LinkRow[]): LinkRow[] {
  return links.filter(({ url, label }) => url.trim() !== '' || label.trim() !== '');
}

/** New links take the numbers after the highest. */
function withIds(links: readonly LinkRow[]) {
  let last = Math.max(0, ...links.map(({ id = 0 }) => id));
  return links.map(({ id, url, label }) => {
    if (id === undefined) last += 1;
    return { id: id ?? last, url: url.trim(), ...(label.trim() !== '' && { label: label.trim() }) };
  });
}
