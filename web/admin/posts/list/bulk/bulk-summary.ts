import type { AdminPostRow } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import type { BulkChange } from '#contract/bulk-posts.ts';
import { isForReaders } from '#contract/post-status.ts';
import { MAX_TAGS } from '#contract/tags.ts';
import type { CategoryOption } from '../../../categories/category-options.ts';
import { splitTags } from '../../../post-form/post-form-values.ts';
import { type ConsoleKey, failureKeyOf } from '../../../ui/failure-text.ts';

export type BulkAction = BulkChange['action'];

export type BulkRequest =
  | { readonly action: 'publish' | 'unpublish' | 'delete' }
  | { readonly action: 'move'; readonly category: string }
  | { readonly action: 'tag' | 'untag'; readonly tags: readonly string[] }
  | { readonly action: 'group' | 'ungroup'; readonly group: string; readonly memberIds: ReadonlySet<string> };

const outcomes = [
  ...(['published', 'reserved', 'unpublished', 'deleted', 'moved', 'tagged', 'untagged'] as const),
  ...(['grouped', 'ungrouped', 'tooManyTags', 'same'] as const),
] as const;
export type BulkOutcome = (typeof outcomes)[number];

export type BulkSummary = ReadonlyMap<BulkOutcome, readonly AdminPostRow[]>;

/** Predicts the outcome of a change from the known state of the posts, grouped by outcome. */
export function summarise(posts: readonly AdminPostRow[], requested: BulkRequest, now: string): BulkSummary {
  const found = Map.groupBy(posts, (post) => outcomeOf(post, requested, now));
  return new Map(
    outcomes.flatMap((outcome) => {
      const some = found.get(outcome);
      return some ? [[outcome, some] as const] : [];
    }),
  );
}

export function countChanges(summary: BulkSummary): number {
  let count = 0;
  for (const [outcome, posts] of summary) if (outcome !== 'same' && outcome !== 'tooManyTags') count += posts.length;
  return count;
}

function outcomeOf(post: AdminPostRow, requested: BulkRequest, now: string): BulkOutcome {
  switch (requested.action) {
    case 'publish':
      if (isForReaders(post.status)) return 'same';
      return post.publishAt !== null && post.publishAt > now ? 'reserved' : 'published';
    case 'unpublish':
      return isForReaders(post.status) ? 'unpublished' : 'same';
    case 'delete':
      return 'deleted';
    case 'move':
      return (post.categorySlug ?? '') === requested.category ? 'same' : 'moved';
    case 'tag':
    case 'untag':
      return outcomeOfTags(post, requested.action, requested.tags);
    case 'group':
      return requested.memberIds.has(post.postId) ? 'same' : 'grouped';
    case 'ungroup':
      return requested.memberIds.has(post.postId) ? 'ungrouped' : 'same';
  }
}

function outcomeOfTags(post: AdminPostRow, action: 'tag' | 'untag', labels: readonly string[]): BulkOutcome {
  const ownLabels = new Set(post.tags.map(({ label }) => label));
  const missing = labels.filter((label) => !ownLabels.has(label.trim().normalize('NFC')));
  if (action === 'untag') return missing.length === labels.length ? 'same' : 'untagged';
  if (missing.length === 0) return 'same';
  return ownLabels.size + missing.length > MAX_TAGS ? 'tooManyTags' : 'tagged';
}

export function toBulkChange(requested: BulkRequest, postIds: string[]): BulkChange {
  switch (requested.action) {
    case 'move':
      return { action: 'move', category: requested.category, postIds };
    case 'tag':
    case 'untag':
      return { action: requested.action, tags: requested.tags.map((label) => ({ label })), postIds };
    case 'group':
    case 'ungroup':
      return { action: requested.action, group: requested.group, postIds };
    default:
      return { action: requested.action, postIds };
  }
}

export function reasonKeyOf(code: string): ConsoleKey {
  return failureKeyOf(new ApiError(400, { message: code }));
}

export interface Choice {
  /** Category slug; empty for no category, undefined until something is chosen. */
  readonly category?: string | undefined;
  readonly tags: readonly string[];
  readonly typedTag: string;
  readonly group?: string | undefined;
  /** Ids of posts already in the group; undefined until loaded. */
  readonly memberIds?: ReadonlySet<string> | undefined;
}

export const nothingChosen: Choice = { tags: [], typedTag: '' };

export function requestOf(action: BulkAction, choice: Choice): BulkRequest | undefined {
  const { category, tags, typedTag, group, memberIds } = choice;
  switch (action) {
    case 'move':
      return category === undefined ? undefined : { action, category };
    case 'tag':
    case 'untag': {
      const labels = splitTags(tags, `${typedTag},`).tags;
      return labels.length === 0 ? undefined : { action, tags: labels };
    }
    case 'group':
    case 'ungroup':
      return group === undefined || memberIds === undefined ? undefined : { action, group, memberIds };
    default:
      return { action };
  }
}

export interface BulkChoiceProps {
  readonly serviceId: string;
  readonly action: BulkAction;
  readonly categories: readonly CategoryOption[];
  readonly choice: Choice;
  readonly onChange: (next: Choice) => void;
}
