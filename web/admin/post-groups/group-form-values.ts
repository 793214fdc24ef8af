import { GroupLabel } from '#contract/post-groups.ts';
import { GroupSlug, isAllowedGroupSlug, MAX_SLUG } from '#contract/slugs.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { withoutEmpty } from '../ui/without-empty.ts';

export interface GroupFormValues {
  readonly slug: string;
  readonly label: string;
  readonly revision: number;
}

export const MAX_LABEL = GroupLabel.maxLength ?? 200;

export function groupErrors({
  slug,
  label,
}: Omit<GroupFormValues, 'revision'>): Partial<Record<'slug' | 'label', ConsoleKey>> {
  return withoutEmpty({ label: labelError(label.trim()), slug: slugError(slug.trim()) });
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

export function slugOfLabel(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^0-9a-z]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}

export function freeSlug(label: string, takenSlugs: ReadonlySet<string>): string {
  const labelSlug = slugOfLabel(label).slice(0, MAX_SLUG - 4);
  const base = labelSlug === '' ? 'group' : labelSlug;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 && labelSlug !== '' ? base : `${base}-${number}`;
    if (!takenSlugs.has(slug) && isAllowedGroupSlug(slug)) return slug;
  }
}
