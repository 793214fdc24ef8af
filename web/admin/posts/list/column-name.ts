import type { ConsoleKey } from '../../ui/failure-text.ts';
import type { Column } from './list-view.ts';

const names: Readonly<Record<Column, ConsoleKey>> = {
  status: 'posts.columns.status',
  category: 'posts.columns.category',
  tags: 'posts.fields.tags',
  slug: 'posts.fields.slug',
  label: 'posts.fields.label',
  contentId: 'posts.fields.contentId',
  format: 'postList.columns.format',
  publishAt: 'posts.columns.publishAt',
  createdAt: 'posts.columns.createdAt',
  createdBy: 'postList.columns.createdBy',
  updatedAt: 'posts.columns.updatedAt',
  updatedBy: 'postList.columns.updatedBy',
};

export function columnName(column: Column): ConsoleKey {
  return names[column];
}
