import { z } from 'zod';
import { endpoint, viewerOfService } from './endpoint.ts';
import { PostStatus } from './posts.ts';
import { ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

/** How much of each list the overview holds. */
export const OVERVIEW_LISTED = 5;
export const OVERVIEW_HAPPENED = 20;

/** A post that the caller has begun, or typed on, and not finished. */
export const UnfinishedPost = z.object({
  serviceId: z.string(),
  postId: z.string(),
  title: z.string(),
  /** When the caller last worked on it. */
  at: Instant,
  kind: z.enum([
    /** Created by the caller and never published. */
    'draft',
    /** Something is typed and not saved. */
    'working-copy',
    /** The same, and somebody has saved the post since. */
    'stale-copy',
  ]),
});
export type UnfinishedPost = z.infer<typeof UnfinishedPost>;

const onPost = {
  serviceId: z.string(),
  at: Instant,
  /** `null` where the post is gone, or comments hang on none. */
  postId: z.string().nullable(),
  title: z.string(),
};

/** Something that was done to a post or said about it, lately. */
export const Happening = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['created', 'saved', 'published', 'reserved', 'unpublished', 'restored', 'deleted']),
    ...onPost,
    /** User name, or `key:` and the id of an API key. */
    by: z.string(),
    /** How often in a row. */
    times: z.int(),
  }),
  /** A reserved post whose time has come. */
  z.object({ kind: z.literal('went-live'), ...onPost }),
  z.object({
    kind: z.literal('commented'),
    ...onPost,
    contentId: z.string(),
    /** How many of the latest comments are about it. */
    times: z.int(),
    /** The beginning of the newest. */
    excerpt: z.string(),
  }),
]);
export type Happening = z.infer<typeof Happening>;

/** What a service holds. */
export const ServiceCounts = z.object({
  serviceId: z.string(),
  posts: z.record(PostStatus, z.int()),
  /** In every state, without deleted ones. */
  comments: z.int(),
  files: z.int(),
  votes: z.int(),
});
export type ServiceCounts = z.infer<typeof ServiceCounts>;

/** Why nothing can be stored on the server, or soon cannot. */
export const StorageTrouble = z.object({
  kind: z.enum(['low', 'full', 'read-only', 'io-error']),
  /** Unknown where the disk is not the server's own. */
  freeBytes: z.int().optional(),
});
export type StorageTrouble = z.infer<typeof StorageTrouble>;

export const Overview = z
  .object({
    /** The newest first. */
    unfinished: z.array(UnfinishedPost),
    /** The newest first. */
    happened: z.array(Happening),
    counts: z.array(ServiceCounts),
    /** For admins, while there is any. */
    storage: StorageTrouble.optional(),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

export const ActivityDays = z.enum(['7', '30', '90', '365']);
export type ActivityDays = z.infer<typeof ActivityDays>;

/** What was published, said and voted in a stretch of days. */
export const ActivityStretch = z.object({
  /** Its first day: `2026-11-21`. */
  from: z.string(),
  posts: z.int(),
  comments: z.int(),
  votes: z.int(),
});
export type ActivityStretch = z.infer<typeof ActivityStretch>;

export const Activity = z
  .object({
    /** How many days a stretch has: one, or the seven of a week. */
    stretchDays: z.union([z.literal(1), z.literal(7)]),
    /** The oldest first; the last one ends with today. */
    stretches: z.array(ActivityStretch),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const overviewApi = {
  read: endpoint({
    method: 'GET',
    path: '/admin/overview',
    summary: "What the caller has not finished, what happened lately in the caller's services, and what they hold",
    tag: 'overview',
    access: { level: 'viewer', scope: 'any' },
    response: Overview,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId/activity',
    summary: 'Posts published, comments and votes of the last days; by weeks where these are a year',
    tag: 'overview',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      days: ActivityDays.default('30'),
      /** The zone whose days these are, by its IANA name. */
      timeZone: text({ max: 64 }).default('UTC'),
    }),
    response: Activity,
  }),
};
