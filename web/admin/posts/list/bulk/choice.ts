import type { CategoryOption } from '../../../categories/category-options.ts';
import { splitTags } from '../../../post-form/post-form-values.ts';
import type { BulkAction, BulkRequest } from './bulk-summary.ts';

export interface Choice {
  /** Category slug; empty for no category, undefined until something is chosen. */
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly typedTag: string;
  readonly group: string | undefined;
  /** Ids of posts already in the group; undefined until loaded. */
  readonly memberIds: ReadonlySet<string> | undefined;
}

export const nothingChosen: Choice = {
  category: undefined,
  tags: [],
  typedTag: '',
  group: undefined,
  memberIds: undefined,
};

export function requestOf(
  action: BulkAction,
  { category, tags, typedTag, group, memberIds }: Choice,
): BulkRequest | undefined {
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
