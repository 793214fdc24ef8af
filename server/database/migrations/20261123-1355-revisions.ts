import { revisionColumns } from './revision-columns.ts';

export const { up, down } = revisionColumns([
  ['categories', 'revision'],
  ['tags', 'revision'],
  ['post_groups', 'revision'],
]);
