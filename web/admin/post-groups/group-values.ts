import { GroupLabel } from '#contract/post-groups.ts';
import { GroupSlug, isAllowedGroupSlug } from '#contract/slugs.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

export interface GroupValues {
  readonly slug: string;
  readonly label: string;
  readonly revision: number;
}

export const MAX_LABEL = GroupLabel.maxLength ?? 200;

export function groupErrors({
  slug,
  label,
}: Omit<GroupValues, 'revision'>): Partial<Record<'slug' | 'label', ConsoleKey>> {
  const fieldErrors = { label: labelError(label.trim()), slug: slugError(slug.trim()) };
  return Object.fromEntries(Object.entries(fieldErrors).filter(([, fieldError]) => fieldError !== undefined));
}

function labelError(label: string): ConsoleKey | undefined {
  if (label === '') return 'rule.required';
  return GroupLabel.safeParse(label).success ? undefined : 'groups.rule.label';
}

export function slugError(slug: string): ConsoleKey | undefined {
  if (slug === '') return 'rule.required';
  if (!GroupSlug.safeParse(slug).success) return 'groups.rule.slug';
  return isAllowedGroupSlug(slug) ? undefined : 'groups.rule.slugWord';
}
