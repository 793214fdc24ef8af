import { revisionColumns } from './revision-columns.ts';

export const { up, down } = revisionColumns([
  ['files', 'revision'],
  // `users.rights_revision` counts changes of the role and the services.
  ['users', 'notes_revision'],
]);
