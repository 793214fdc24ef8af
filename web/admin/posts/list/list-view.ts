import { readStored, store } from '../../../ui/browser-storage.ts';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { type PageSize, readPageSize, USUAL_SIZE } from './list-state.ts';

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

export const columnsBeforeEdit = ['category', 'tags', 'slug', 'label', 'contentId', 'format'] as const;
export const columnsBehindEdit = ['publishAt', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const;
export const columns = ['status', ...columnsBeforeEdit, ...columnsBehindEdit] as const;
export type Column = (typeof columns)[number];

export interface ListView {
  readonly columns: readonly Column[];
  readonly size: PageSize;
}

export const usualView: ListView = {
  columns: ['status', 'category', 'publishAt', 'createdAt', 'updatedAt'],
  size: USUAL_SIZE,
};

const nameOf = (username: string) => `kawaraban.posts.view.${username}`;

export function rememberedView(username: string): ListView {
  const stored = readStored('localStorage', nameOf(username)) as Partial<ListView> | null | undefined;
  const storedColumns = stored?.columns;
  return {
    columns: Array.isArray(storedColumns)
      ? columns.filter((column) => storedColumns.includes(column))
      : usualView.columns,
    size: readPageSize(stored?.size) ?? usualView.size,
  };
}

export function rememberView(username: string, view: ListView): void {
  store('localStorage', nameOf(username), view);
}
