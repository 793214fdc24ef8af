import {
  type AdminCategoryDetail,
  CategoryCreation,
  MAX_CATEGORY_DESCRIPTION,
  RESERVED_CATEGORY_SLUGS,
} from '#contract/admin-categories.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

export interface CategoryFormValues {
  /** Slug of the parent category; empty at the top level. */
  readonly parentCategorySlug: string;
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly revision: number;
}

export const MAX_LABEL = 200;
export { MAX_CATEGORY_DESCRIPTION as MAX_DESCRIPTION };

export function newCategoryValues(parentCategorySlug: string): CategoryFormValues {
  return { parentCategorySlug, slug: '', label: '', description: '', revision: 0 };
}

export function categoryValues(category: AdminCategoryDetail): CategoryFormValues {
  const { slug, label, description, parents, revision } = category;
  return { parentCategorySlug: parents.at(-1)?.slug ?? '', slug, label, description, revision };
}

export function toCategory({ parentCategorySlug, slug, label, description }: CategoryFormValues) {
  return { parentCategorySlug, slug: slug.trim(), label: label.trim(), description: description.trim() };
}

export function toChange(change: Partial<CategoryFormValues>): Partial<ReturnType<typeof toCategory>> {
  return Object.fromEntries(Object.entries(change).map(([field, value]) => [field, String(value).trim()]));
}

const { shape } = CategoryCreation;

export const categoryErrors: Readonly<
  Record<'slug' | 'label' | 'description', (value: string) => ConsoleKey | undefined>
> = {
  slug: slugError,
  label: (label) => {
    if (label.trim() === '') return 'rule.required';
    return shape.label.safeParse(label).success ? undefined : 'categories.tooLong';
  },
  description: (text) => (shape.description.safeParse(text).success ? undefined : 'categories.tooLong'),
};

function slugError(typed: string): ConsoleKey | undefined {
  const slug = typed.trim();
  if (slug === '') return 'rule.required';
  if (slug === ROOT_CATEGORY || RESERVED_CATEGORY_SLUGS.has(slug)) return 'categories.slugReserved';
  return shape.slug.safeParse(slug).success ? undefined : 'categories.slugRule';
}
