import type { Migration } from 'kysely/migration';
import * as servicesAndPosts from './20261121-0500-services-and-posts.ts';
import * as users from './20261121-0800-users.ts';
import * as userPool from './20261121-0805-user-pool.ts';
import * as serviceConfigs from './20261121-0810-service-configs.ts';
import * as postsInTheConsole from './20261121-0815-posts-in-the-console.ts';

/** Every migration by its name; the name's timestamp is its place. */
export const migrations: Record<string, Migration> = {
  '20261121-0500-services-and-posts': servicesAndPosts,
  '20261121-0800-users': users,
  '20261121-0805-user-pool': userPool,
  '20261121-0810-service-configs': serviceConfigs,
  '20261121-0815-posts-in-the-console': postsInTheConsole,
};
