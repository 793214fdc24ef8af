import type { Migration } from 'kysely/migration';
import * as servicesAndPosts from './20261121-0500-services-and-posts.ts';

/** Every migration by its name; the name's timestamp is its place. */
export const migrations: Record<string, Migration> = {
  '20261121-0500-services-and-posts': servicesAndPosts,
};
