import { revisionColumns } from './revision-columns.ts';

export const { up, down } = revisionColumns([
  // `services.revision` counts all changes of a service's content.
  ['services', 'settings_revision'],
  ['users', 'rights_revision'],
  ['service_contents', 'revision'],
  ['webhooks', 'revision'],
  ['post_working_copies', 'revision'],
]);
