import type { CategoryOption } from '../../../categories/category-options.ts';
import { splitTags } from '../../form/split-tags.ts';
import type { BulkAction, BulkWish } from './bulk-summary.ts';

/** What a change of many posts needs to know beside the posts. */
export interface Choice {
  /** A slug; empty for no category, absent while nothing is chosen. */
  readonly category: string | undefined;
  readonly tags: readonly string[];
  /** What stands in the field of the tags and is none yet. */
  readonly typedTag: string;
  readonly group: string | undefined;
  /** The posts of the group, once they are known. */
  readonly held: ReadonlySet<string> | undefined;
}

export const nothingChosen: Choice = {
  category: undefined,
  tags: [],
  typedTag: '',
  group: undefined,
  held: undefined,
};

/** The change, as soon as all of it is known. */
export function wishOf(action: BulkAction, { category, tags, typedTag, group, held }: Choice): BulkWish | undefined {
  switch (action) {
    case 'move':
      return category === undefined ? undefined : { action, category };
    case 'tag':
    case 'untag': {
      const wanted = splitTags(tags, `${typedTag},`).tags;
      return wanted.length === 0 ? undefined : { action, tags: wanted };
    }
    case 'group':
    case 'ungroup':
      return group === undefined || held === undefined ? undefined : { action, group, held };
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
